import math

from numba import cuda, float32


@cuda.jit(device=True)
def hit(ox, oy, oz, dx, dy, dz, cx, cy, cz, radius):
    lx = cx - ox
    ly = cy - oy
    lz = cz - oz
    along = lx * dx + ly * dy + lz * dz
    if along < 0:
        return float32(-1)
    d2 = lx * lx + ly * ly + lz * lz - along * along
    r2 = radius * radius
    if d2 > r2:
        return float32(-1)
    return along - math.sqrt(r2 - d2)


@cuda.jit(device=True)
def normalize(x, y, z):
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


@cuda.jit
def ray_sphere(spheres, image):
    column, row = cuda.grid(2)
    height, width = image.shape
    if column < width and row < height:
        dx, dy, dz = normalize(float32(column / width - 0.5), float32(row / height - 0.5), float32(1))
        ox = oy = oz = float32(0)
        light = float32(1)
        color = float32(0)
        for bounce in range(3):
            nearest = float32(1e9)
            found = -1
            for k in range(spheres.shape[0]):
                t = hit(ox, oy, oz, dx, dy, dz, spheres[k, 0], spheres[k, 1], spheres[k, 2], spheres[k, 3])
                if t > float32(1e-3) and t < nearest:
                    nearest = t
                    found = k
            if found < 0:
                color += light * (dy + float32(1))
                break
            ox += dx * nearest
            oy += dy * nearest
            oz += dz * nearest
            nx, ny, nz = normalize(ox - spheres[found, 0], oy - spheres[found, 1], oz - spheres[found, 2])
            facing = dx * nx + dy * ny + dz * nz
            dx, dy, dz = normalize(dx - float32(2) * facing * nx, dy - float32(2) * facing * ny, dz - float32(2) * facing * nz)
            light *= float32(0.5)
            color += light * abs(ny)
        image[row, column] = color
