"""The compiled heart of the environments: observations, masks and batches."""
