"""What Numba says of itself, for host programs: the release whose rules the language follows."""

from collections import namedtuple

__version__ = "0.68.1"
version_info = namedtuple("version_info", "major minor patch short full string tuple git_revision")(
    0, 68, 1, (0, 68), (0, 68, 1), "0.68.1", ("0", "68", "1"), None)
