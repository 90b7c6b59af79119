"""The database is brought up to date by Alembic; the versions are part of the package."""
