"""In a folder, which `check` does not take."""
