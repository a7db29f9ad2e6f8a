from inputs.cycle_b import B

A = B + 1
