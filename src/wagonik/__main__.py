"""`python -m wagonik` is the same as `wagonik`."""

from wagonik.cli.app import main

if __name__ == "__main__":
    main()
