from numba import cuda, float32


@cuda.jit(device=True)
def to_hsv(r, g, b):
    high = max(r, g, b)
    low = min(r, g, b)
    chroma = high - low
    if chroma == 0:
        return float32(0), float32(0), high
    if high == r:
        hue = (g - b) / chroma
        if hue < 0:
            hue += float32(6)
    elif high == g:
        hue = (b - r) / chroma + float32(2)
    else:
        hue = (r - g) / chroma + float32(4)
    return hue, chroma / high, high


@cuda.jit(device=True)
def to_rgb(h, s, v):
    sector = int(h)
    f = h - float32(sector)
    p = v * (float32(1) - s)
    q = v * (float32(1) - s * f)
    t = v * (float32(1) - s * (float32(1) - f))
    if sector == 0:
        return v, t, p
    if sector == 1:
        return q, v, p
    if sector == 2:
        return p, v, t
    if sector == 3:
        return p, q, v
    if sector == 4:
        return t, p, v
    return v, p, q


@cuda.jit
def hue_shift(pixels, out, shift):
    i = cuda.grid(1)
    if i < pixels.shape[0]:
        h, s, v = to_hsv(float32(pixels[i, 0]), float32(pixels[i, 1]), float32(pixels[i, 2]))
        h += shift
        if h >= 6:
            h -= float32(6)
        r, g, b = to_rgb(h, s, v)
        out[i, 0] = r
        out[i, 1] = g
        out[i, 2] = b
