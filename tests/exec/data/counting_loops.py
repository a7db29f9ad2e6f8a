"""Made by tests/oracle/exec_counting.py."""

import numpy as np
from numba import cuda


@cuda.jit
def for_negated_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_negated_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_negated_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_negated_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-n)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_negated_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_negated_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_negated_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_negated_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-n)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_negated_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_negated_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_negated_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_negated_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_negated_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_negated_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-n)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_negated_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_negated_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-n)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_negated_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_negated_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-n)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_negated_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_negated_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-n)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_subtracted_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, 0 - n, -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_subtracted_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(0 - n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_subtracted_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, 0 - n, -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_subtracted_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(0 - n)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_subtracted_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, 0 - n, -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_subtracted_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(0 - n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_subtracted_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, 0 - n, -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_subtracted_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(0 - n)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_subtracted_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, 0 - n, -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_subtracted_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(0 - n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_subtracted_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, 0 - n, -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_subtracted_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(0 - n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_subtracted_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, 0 - n, 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_subtracted_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(0 - n)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_subtracted_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, 0 - n, 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_subtracted_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(0 - n)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_subtracted_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, 0 - n, 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_subtracted_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(0 - n)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_subtracted_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, 0 - n, 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_subtracted_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(0 - n)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_times_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, n * -1, -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_times_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(n * -1)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_times_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, n * -1, -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_times_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(n * -1)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_times_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, n * -1, -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_times_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(n * -1)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_times_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, n * -1, -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_times_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(n * -1)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_times_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, n * -1, -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_times_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(n * -1)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_times_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, n * -1, -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_times_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(n * -1)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_times_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, n * -1, 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_times_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(n * -1)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_times_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, n * -1, 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_times_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(n * -1)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_times_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, n * -1, 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_times_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(n * -1)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_times_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, n * -1, 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_times_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(n * -1)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_difference_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m - n, -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_difference_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(m - n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_difference_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m - n, -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_difference_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(m - n)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_difference_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m - n, -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_difference_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(m - n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_difference_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m - n, -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_difference_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(m - n)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_difference_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m - n, -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_difference_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(m - n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_difference_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m - n, -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_difference_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(m - n)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_difference_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m - n, 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_difference_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(m - n)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_difference_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m - n, 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_difference_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(m - n)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_difference_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m - n, 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_difference_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(m - n)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_difference_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m - n, 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_difference_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(m - n)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_sum_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n + m), -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_sum_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-(n + m))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_sum_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n + m), -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_sum_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-(n + m))
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_sum_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n + m), -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_sum_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-(n + m))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_sum_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n + m), -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_sum_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-(n + m))
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_sum_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n + m), -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_sum_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-(n + m))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_sum_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n + m), -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_sum_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-(n + m))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_sum_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n + m), 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_sum_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-(n + m))
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_sum_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n + m), 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_sum_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-(n + m))
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_sum_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n + m), 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_sum_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-(n + m))
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_sum_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n + m), 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_sum_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-(n + m))
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_product_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n * 2), -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_product_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-(n * 2))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_product_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n * 2), -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_product_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-(n * 2))
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_product_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n * 2), -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_product_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-(n * 2))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_product_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n * 2), -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_product_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-(n * 2))
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_product_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n * 2), -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_product_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-(n * 2))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_product_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n * 2), -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_product_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-(n * 2))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_product_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n * 2), 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_product_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-(n * 2))
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_product_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n * 2), 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_product_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-(n * 2))
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_product_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n * 2), 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_product_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-(n * 2))
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_product_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n * 2), 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_product_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-(n * 2))
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_loaded_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -table[i % 4], -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_loaded_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-table[i % 4])
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_loaded_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -table[i % 4], -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_loaded_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-table[i % 4])
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_loaded_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -table[i % 4], -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_loaded_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-table[i % 4])
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_loaded_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -table[i % 4], -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_loaded_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-table[i % 4])
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_loaded_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -table[i % 4], -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_loaded_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-table[i % 4])
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_loaded_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -table[i % 4], -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_loaded_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-table[i % 4])
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_loaded_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -table[i % 4], 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_loaded_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-table[i % 4])
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_loaded_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -table[i % 4], 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_loaded_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-table[i % 4])
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_loaded_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -table[i % 4], 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_loaded_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-table[i % 4])
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_loaded_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -table[i % 4], 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_loaded_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-table[i % 4])
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_absolute_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -abs(n), -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_absolute_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-abs(n))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_absolute_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -abs(n), -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_absolute_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-abs(n))
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_absolute_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -abs(n), -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_absolute_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-abs(n))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_absolute_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -abs(n), -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_absolute_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-abs(n))
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_absolute_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -abs(n), -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_absolute_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-abs(n))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_absolute_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -abs(n), -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_absolute_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-abs(n))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_absolute_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -abs(n), 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_absolute_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-abs(n))
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_absolute_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -abs(n), 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_absolute_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-abs(n))
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_absolute_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -abs(n), 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_absolute_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-abs(n))
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_absolute_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -abs(n), 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_absolute_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-abs(n))
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_smaller_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, min(-n, m), -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_smaller_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(min(-n, m))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_smaller_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, min(-n, m), -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_smaller_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(min(-n, m))
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_smaller_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, min(-n, m), -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_smaller_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(min(-n, m))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_smaller_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, min(-n, m), -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_smaller_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(min(-n, m))
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_smaller_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, min(-n, m), -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_smaller_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(min(-n, m))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_smaller_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, min(-n, m), -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_smaller_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(min(-n, m))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_smaller_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, min(-n, m), 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_smaller_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(min(-n, m))
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_smaller_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, min(-n, m), 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_smaller_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(min(-n, m))
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_smaller_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, min(-n, m), 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_smaller_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(min(-n, m))
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_smaller_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, min(-n, m), 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_smaller_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(min(-n, m))
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_chosen_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n if m > 4 else -m, -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_chosen_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-n if m > 4 else -m)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_chosen_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n if m > 4 else -m, -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_chosen_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-n if m > 4 else -m)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_chosen_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n if m > 4 else -m, -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_chosen_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-n if m > 4 else -m)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_chosen_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n if m > 4 else -m, -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_chosen_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-n if m > 4 else -m)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_chosen_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n if m > 4 else -m, -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_chosen_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-n if m > 4 else -m)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_chosen_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n if m > 4 else -m, -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_chosen_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-n if m > 4 else -m)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_chosen_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n if m > 4 else -m, 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_chosen_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-n if m > 4 else -m)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_chosen_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n if m > 4 else -m, 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_chosen_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-n if m > 4 else -m)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_chosen_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n if m > 4 else -m, 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_chosen_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-n if m > 4 else -m)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_chosen_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n if m > 4 else -m, 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_chosen_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-n if m > 4 else -m)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_quotient_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n // 3), -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_quotient_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-(n // 3))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_quotient_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n // 3), -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_quotient_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-(n // 3))
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_quotient_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n // 3), -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_quotient_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-(n // 3))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_quotient_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n // 3), -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_quotient_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-(n // 3))
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_quotient_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n // 3), -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_quotient_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-(n // 3))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_quotient_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n // 3), -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_quotient_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-(n // 3))
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_quotient_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n // 3), 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_quotient_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(-(n // 3))
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_quotient_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n // 3), 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_quotient_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(-(n // 3))
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_quotient_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n // 3), 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_quotient_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(-(n // 3))
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_quotient_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -(n // 3), 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_quotient_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(-(n // 3))
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_plain_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m, -1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_plain_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(m)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_plain_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m, -2):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_plain_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(m)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + -2)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_plain_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m, -3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_plain_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(m)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_plain_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m, -4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_plain_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(m)
    while j > b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + -4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_plain_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m, -5):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_plain_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(m)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + -5)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_plain_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m, -7):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_plain_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(m)
    while j >= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + -7)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_plain_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m, 1):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int16_plain_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int16(m)
    b = np.int16(m)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int16(j + 1)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_plain_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m, 3):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int64_plain_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int64(m)
    b = np.int64(m)
    while j <= b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int64(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_plain_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m, 4):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int32_plain_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int32(m)
    b = np.int32(m)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int32(j + 4)
    counts[i] = count
    values[i] = value


@cuda.jit
def for_plain_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, m, 6):
        count += 1
        value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def while_int8_plain_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.int8(m)
    b = np.int8(m)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.int8(j + 6)
    counts[i] = count
    values[i] = value


@cuda.jit
def exit_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -1):
        count += 1
        value = (value * 3 + j) % 1000003
        if count * 1 > 30 + n % 7:
            break
    counts[i] = count
    values[i] = value


@cuda.jit
def nested_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for k in range(9, -2, -1):
        count += 1
        for j in range(k, -k, -1):
            count += 1
            value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def straight_down1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -m - n, -1):
        count += 1
        value = (value * 3 + j) % 1000003
        x = -abs(n)
        if x > -20:
            value += 1
    counts[i] = count
    values[i] = value


@cuda.jit
def exit_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -2):
        count += 1
        value = (value * 3 + j) % 1000003
        if count * 2 > 30 + n % 7:
            break
    counts[i] = count
    values[i] = value


@cuda.jit
def nested_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for k in range(9, -2, -2):
        count += 1
        for j in range(k, -k, -2):
            count += 1
            value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def straight_down2(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -m - n, -2):
        count += 1
        value = (value * 3 + j) % 1000003
        x = -abs(n)
        if x > -20:
            value += 1
    counts[i] = count
    values[i] = value


@cuda.jit
def exit_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -3):
        count += 1
        value = (value * 3 + j) % 1000003
        if count * 3 > 30 + n % 7:
            break
    counts[i] = count
    values[i] = value


@cuda.jit
def nested_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for k in range(9, -2, -3):
        count += 1
        for j in range(k, -k, -3):
            count += 1
            value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def straight_down3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -m - n, -3):
        count += 1
        value = (value * 3 + j) % 1000003
        x = -abs(n)
        if x > -20:
            value += 1
    counts[i] = count
    values[i] = value


@cuda.jit
def exit_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -4):
        count += 1
        value = (value * 3 + j) % 1000003
        if count * 4 > 30 + n % 7:
            break
    counts[i] = count
    values[i] = value


@cuda.jit
def nested_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for k in range(9, -2, -4):
        count += 1
        for j in range(k, -k, -4):
            count += 1
            value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def straight_down4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -m - n, -4):
        count += 1
        value = (value * 3 + j) % 1000003
        x = -abs(n)
        if x > -20:
            value += 1
    counts[i] = count
    values[i] = value


@cuda.jit
def exit_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -5):
        count += 1
        value = (value * 3 + j) % 1000003
        if count * 5 > 30 + n % 7:
            break
    counts[i] = count
    values[i] = value


@cuda.jit
def nested_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for k in range(9, -2, -5):
        count += 1
        for j in range(k, -k, -5):
            count += 1
            value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def straight_down5(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -m - n, -5):
        count += 1
        value = (value * 3 + j) % 1000003
        x = -abs(n)
        if x > -20:
            value += 1
    counts[i] = count
    values[i] = value


@cuda.jit
def exit_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, -7):
        count += 1
        value = (value * 3 + j) % 1000003
        if count * 7 > 30 + n % 7:
            break
    counts[i] = count
    values[i] = value


@cuda.jit
def nested_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for k in range(9, -2, -7):
        count += 1
        for j in range(k, -k, -7):
            count += 1
            value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def straight_down7(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -m - n, -7):
        count += 1
        value = (value * 3 + j) % 1000003
        x = -abs(n)
        if x > -20:
            value += 1
    counts[i] = count
    values[i] = value


@cuda.jit
def exit_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, 1):
        count += 1
        value = (value * 3 + j) % 1000003
        if count * 1 > 30 + n % 7:
            break
    counts[i] = count
    values[i] = value


@cuda.jit
def nested_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for k in range(-9, 3, 1):
        count += 1
        for j in range(k, -k, -1):
            count += 1
            value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def straight_up1(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -m - n, 1):
        count += 1
        value = (value * 3 + j) % 1000003
        x = -abs(n)
        if x > -20:
            value += 1
    counts[i] = count
    values[i] = value


@cuda.jit
def exit_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, 3):
        count += 1
        value = (value * 3 + j) % 1000003
        if count * 3 > 30 + n % 7:
            break
    counts[i] = count
    values[i] = value


@cuda.jit
def nested_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for k in range(-9, 3, 3):
        count += 1
        for j in range(k, -k, -3):
            count += 1
            value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def straight_up3(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -m - n, 3):
        count += 1
        value = (value * 3 + j) % 1000003
        x = -abs(n)
        if x > -20:
            value += 1
    counts[i] = count
    values[i] = value


@cuda.jit
def exit_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, 4):
        count += 1
        value = (value * 3 + j) % 1000003
        if count * 4 > 30 + n % 7:
            break
    counts[i] = count
    values[i] = value


@cuda.jit
def nested_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for k in range(-9, 3, 4):
        count += 1
        for j in range(k, -k, -4):
            count += 1
            value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def straight_up4(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -m - n, 4):
        count += 1
        value = (value * 3 + j) % 1000003
        x = -abs(n)
        if x > -20:
            value += 1
    counts[i] = count
    values[i] = value


@cuda.jit
def exit_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -n, 6):
        count += 1
        value = (value * 3 + j) % 1000003
        if count * 6 > 30 + n % 7:
            break
    counts[i] = count
    values[i] = value


@cuda.jit
def nested_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for k in range(-9, 3, 6):
        count += 1
        for j in range(k, -k, -6):
            count += 1
            value = (value * 3 + j) % 1000003
    counts[i] = count
    values[i] = value


@cuda.jit
def straight_up6(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    for j in range(m, -m - n, 6):
        count += 1
        value = (value * 3 + j) % 1000003
        x = -abs(n)
        if x > -20:
            value += 1
    counts[i] = count
    values[i] = value


@cuda.jit
def while_uint8(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.uint8(m & 7)
    b = np.uint8(n & 31)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.uint8(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def while_uint16(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.uint16(m & 7)
    b = np.uint16(n & 31)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.uint16(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def while_uint32(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.uint32(m & 7)
    b = np.uint32(n & 31)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.uint32(j + 3)
    counts[i] = count
    values[i] = value


@cuda.jit
def while_uint64(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
    j = np.uint64(m & 7)
    b = np.uint64(n & 31)
    while j < b:
        count += 1
        value = (value * 3 + j) % 1000003
        j = np.uint64(j + 3)
    counts[i] = count
    values[i] = value
