# RUN: kernelc check %s
name = "kernel"
title = f"{name!x}"
