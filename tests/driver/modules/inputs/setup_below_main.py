N = 4
M = 1
T = [1, 2, 3]


def setup():
    global N
    N = 9
    T.append(4)


def bump():
    global M
    M += 1


bump()
if __name__ == "__main__":
    setup()
    T.append(5)
    exec("M = 100")
