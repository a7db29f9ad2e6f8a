# RUN: kernelc check %s
import os


def walk(path):
    return [name for name in os.listdir(path) if name]
