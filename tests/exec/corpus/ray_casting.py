"""Rays, fractals and distance fields."""
import math

import numpy as np
from numba import boolean, cuda, float64, int32

FAR = 1e30


@cuda.jit(device=True)
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@cuda.jit(device=True)
def normalise(v):
    n = math.sqrt(dot(v, v))
    return v[0] / n, v[1] / n, v[2] / n


@cuda.jit(device=True)
def hit_sphere(origin, direction, sphere):
    centre = (origin[0] - sphere[0], origin[1] - sphere[1], origin[2] - sphere[2])
    b = dot(centre, direction)
    c = dot(centre, centre) - sphere[3] ** 2
    discriminant = b * b - c
    if discriminant < 0:
        return FAR
    root = math.sqrt(discriminant)
    t = -b - root
    if t < 1e-6:
        t = -b + root
    return t if t >= 1e-6 else FAR


@cuda.jit
def render_spheres(spheres, light, image):
    """The nearest sphere a pixel, Lambert's law and a shadow ray."""
    px, py = cuda.grid(2)
    h, w = image.shape
    if px >= w or py >= h:
        return
    origin = (0.0, 0.0, -4.0)
    direction = normalise(((px + 0.5) / w * 2 - 1, 1 - (py + 0.5) / h * 2, 2.0))
    nearest, which = FAR, -1
    for k in range(spheres.shape[0]):
        t = hit_sphere(origin, direction, spheres[k])
        if t < nearest:
            nearest, which = t, k
    shade = 0.1
    if which >= 0:
        s = spheres[which]
        p = (origin[0] + nearest * direction[0], origin[1] + nearest * direction[1], origin[2] + nearest * direction[2])
        normal = ((p[0] - s[0]) / s[3], (p[1] - s[1]) / s[3], (p[2] - s[2]) / s[3])
        to_light = normalise((light[0] - p[0], light[1] - p[1], light[2] - p[2]))
        lit = max(0.0, dot(normal, to_light))
        for k in range(spheres.shape[0]):
            if k != which and hit_sphere(p, to_light, spheres[k]) < FAR:
                lit = 0.0
                break
        shade = 0.2 + 0.8 * lit
    image[py, px] = shade


@cuda.jit
def julia(image, c, limit):
    x, y = cuda.grid(2)
    if x < image.shape[1] and y < image.shape[0]:
        z = complex(3.0 * x / image.shape[1] - 1.5, 3.0 * y / image.shape[0] - 1.5)
        n = 0
        while abs(z) <= 2 and n < limit:
            z = z * z + c
            n += 1
        image[y, x] = n


@cuda.jit
def slab_test(origins, directions, boxes, hits):
    """Every ray against every box; parallel rays divide by zero on purpose."""
    r, b = cuda.grid(2)
    if r < origins.shape[0] and b < boxes.shape[0]:
        near, far = 0.0, math.inf
        for axis in range(3):
            inverse = 1.0 / directions[r, axis]
            t0 = (boxes[b, 0, axis] - origins[r, axis]) * inverse
            t1 = (boxes[b, 1, axis] - origins[r, axis]) * inverse
            if inverse < 0:
                t0, t1 = t1, t0
            near = max(near, t0)
            far = min(far, t1)
        hits[r, b] = near <= far


@cuda.jit(device=True)
def sphere_field(p, size):
    return math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - size


@cuda.jit(device=True)
def torus_field(p, size):
    q = math.hypot(p[0], p[2]) - size
    return math.hypot(q, p[1]) - 0.25 * size


def make_marcher(field, steps):
    """A kernel for each distance field: functions as values of a closure."""
    @cuda.jit
    def march(depth, size):
        x, y = cuda.grid(2)
        if x < depth.shape[1] and y < depth.shape[0]:
            u = (x + 0.5) / depth.shape[1] * 2 - 1
            v = (y + 0.5) / depth.shape[0] * 2 - 1
            t = 0.0
            found = False
            for _ in range(steps):
                d = field((u, v, t - 2.0), size)
                if d < 1e-9:
                    found = True
                    break
                t += d
                if t > 6:
                    break
            depth[y, x] = t if found else -1
    return march


march_sphere = make_marcher(sphere_field, 200)
march_torus = make_marcher(torus_field, 200)


@cuda.jit
def triangles(origins, directions, corners, distance, which):
    """Moeller and Trumbore; the closest triangle of each ray."""
    r = cuda.grid(1)
    if r >= origins.shape[0]:
        return
    e1 = cuda.local.array(3, float64)
    e2 = cuda.local.array(3, float64)
    best = math.inf
    index = -1
    o, d = origins[r], directions[r]
    for t in range(corners.shape[0]):
        for k in range(3):
            e1[k] = corners[t, 1, k] - corners[t, 0, k]
            e2[k] = corners[t, 2, k] - corners[t, 0, k]
        p = (d[1] * e2[2] - d[2] * e2[1], d[2] * e2[0] - d[0] * e2[2], d[0] * e2[1] - d[1] * e2[0])
        det = dot(e1, p)
        if abs(det) < 1e-12:
            continue
        s = (o[0] - corners[t, 0, 0], o[1] - corners[t, 0, 1], o[2] - corners[t, 0, 2])
        u = dot(s, p) / det
        q = (s[1] * e1[2] - s[2] * e1[1], s[2] * e1[0] - s[0] * e1[2], s[0] * e1[1] - s[1] * e1[0])
        v = dot(d, q) / det
        w = dot(e2, q) / det
        if u >= 0 and v >= 0 and u + v <= 1 and 0 < w < best:
            best, index = w, t
    distance[r] = best
    which[r] = index


@cuda.jit
def first_solid(volume, starts, slopes, found):
    """Steps through the cells of a grid that a ray crosses, until one is solid."""
    r = cuda.grid(1)
    if r < starts.shape[0]:
        x, y = starts[r]
        dx, dy = slopes[r]
        i, j = int(x), int(y)
        step_i = 1 if dx > 0 else -1
        step_j = 1 if dy > 0 else -1
        tx = ((i + (dx > 0)) - x) / dx
        ty = ((j + (dy > 0)) - y) / dy
        count = 0
        found[r, 0] = found[r, 1] = -1
        while 0 <= i < volume.shape[0] and 0 <= j < volume.shape[1]:
            if volume[i, j]:
                found[r, 0], found[r, 1] = i, j
                break
            count += 1
            if tx < ty:
                i += step_i
                tx += abs(1 / dx)
            else:
                j += step_j
                ty += abs(1 / dy)
        found[r, 2] = count
