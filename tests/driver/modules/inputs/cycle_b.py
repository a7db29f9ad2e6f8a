from inputs.cycle_a import A

B = A + 1
