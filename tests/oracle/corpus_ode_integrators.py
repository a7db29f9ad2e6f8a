"""References for tests/exec/corpus/ode_integrators.py."""
from expectations import *

corpus = Corpus("ode_integrators")
rng = seeded(16)

y = rng.rand(40) * 0.5
end = y.copy()
for _ in range(50):
    end = end + 0.05 * 1.7 * end * (1 - end)
corpus.check("logistic_euler", 2, 32, (y, 1.7, 0.05, 50, np.zeros(40)), {4: end}, tolerance=1e-12)


def rk4(f, y, dt, steps):
    for _ in range(steps):
        k1 = f(y)
        k2 = f(y + dt / 2 * k1)
        k3 = f(y + dt / 2 * k2)
        y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + f(y + dt * k3))
    return y


state, rhos = rng.randn(20, 3), rng.rand(20) * 20 + 5


def lorenz(s):
    x, y, z = s.T
    return np.stack([10 * (y - x), x * (rhos - z) - y, x * y - 8 / 3 * z], 1)


corpus.check("lorenz_rk4", 1, 32, (state, rhos, 0.01, 40), {0: rk4(lorenz, state, 0.01, 40)}, tolerance=1e-10)


def heun(f, y, dt, steps):
    for n in range(steps):
        k = f(n * dt, y)
        y = y + dt / 2 * (k + f((n + 1) * dt, y + dt * k))
    return y


def swing(t, y):
    return np.stack([y[:, 1], -np.sin(y[:, 0]) - 0.1 * y[:, 1] + 0.5 * np.cos(t)], 1)


def feed(t, y):
    return np.stack([1.1 * y[:, 0] - 0.4 * y[:, 0] * y[:, 1], 0.1 * y[:, 0] * y[:, 1] - 0.4 * y[:, 1]], 1)


start = rng.randn(15, 2)
corpus.check("heun_pendulum", 1, 32, (start, 0.05, 60), {0: heun(swing, start, 0.05, 60)}, tolerance=1e-10)
start = rng.rand(15, 2) * 5 + 1
corpus.check("heun_prey", 1, 32, (start, 0.05, 60), {0: heun(feed, start, 0.05, 60)}, tolerance=1e-9)

start = np.linspace(0.5, 2, 10)
corpus.check("adaptive", 1, 32, (start, 1.5, 1e-9, np.zeros(10), np.zeros(10, np.bool_)),
             {3: start * np.exp(-2.25), 4: np.ones(10)}, tolerance=1e-6)

bodies = np.column_stack([rng.rand(12) * 0.4 + 0.8, np.zeros(12), np.zeros(12), rng.rand(12) * 0.3 + 0.9])
q, p = bodies[:, :2].copy(), bodies[:, 2:].copy()


def pull(q):
    return -q / np.linalg.norm(q, axis=1, keepdims=True) ** 3


def energy(q, p):
    return np.sum(p * p, axis=1) / 2 - 1 / np.linalg.norm(q, axis=1)


first = energy(q, p)
for _ in range(80):
    p = p + 0.01 * pull(q)
    q = q + 0.02 * p
    p = p + 0.01 * pull(q)
corpus.check("kepler_leapfrog", 1, 32, (bodies, 0.02, 80, np.zeros(12)), {0: np.hstack([q, p]), 3: energy(q, p) - first},
             tolerance=1e-10)

betas, gammas = np.linspace(0.2, 0.9, 7), np.linspace(0.05, 0.3, 5)
s, sick = np.full((7, 5), 0.99), np.full((7, 5), 0.01)
history = [sick]
for _ in range(100):
    new = betas[:, None] * s * sick
    s, sick = s - new, sick + new - gammas * sick
    history.append(sick)
corpus.check("epidemic_sweep", (2, 2), (4, 4), (betas, gammas, 100, np.zeros((7, 5, 2))),
             {3: np.stack([np.argmax(history, axis=0), np.max(history, axis=0)], 2)}, tolerance=1e-11)

k = np.logspace(0, 4, 9)
y = np.zeros(9)
for n in range(1, 21):
    # The cubic's only real root.
    y = np.array([next(r.real for r in np.roots([0.1 * c, 0, 1, -v - 0.1 * c * np.cos(n * 0.1)]) if abs(r.imag) < 1e-9)
                  for c, v in zip(k, y)])
corpus.check("backward_euler", 1, 32, (k, 0.1, 20, np.zeros(9)), {3: y}, tolerance=1e-9)
corpus.write()
