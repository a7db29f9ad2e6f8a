# Beside a file of the package, and not what that one imports.
from enum import Enum


class Level(Enum):
    LOW = 1
