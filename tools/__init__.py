"""Tools that write generated files; the tests check that these are up to date."""
