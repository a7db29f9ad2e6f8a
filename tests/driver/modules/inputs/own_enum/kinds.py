from enum import Enum


class Kind(Enum):
    FIRST = 7
