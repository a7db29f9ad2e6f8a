"""A module of device functions and constants beside host code that needs what is not installed."""
import cv2
import matplotlib.pyplot as plt
from numba import cuda

SIZE = 4
SIZE = SIZE * 2
SIZE += 1
_private = 5


class Config:
    BLOCK = 32
    HALF = BLOCK // 2


@cuda.jit(device=True)
def twice(x):
    return 2 * x


def show(image):
    plt.imshow(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
