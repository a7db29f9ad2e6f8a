# Reaches every module of the program.
import sys

here = sys.modules[__name__]
