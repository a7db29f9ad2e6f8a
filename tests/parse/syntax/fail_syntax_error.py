# RUN: kernelc check %s
def area(width, height):
    return width height
