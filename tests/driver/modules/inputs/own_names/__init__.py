"""A package that has a file for each library."""
