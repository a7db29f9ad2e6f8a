# RUN: kernelc check notes.ipynb
# CHECK-ERR: error: `notes.ipynb` is a notebook: export it as a Python file
