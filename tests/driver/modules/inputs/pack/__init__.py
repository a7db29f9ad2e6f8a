from .base import DEPTH
