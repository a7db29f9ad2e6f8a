from numba import cuda, float32

N = 256


@cuda.jit
def fft_shared(re, im, cosines, sines, out_re, out_im):
    sre = cuda.shared.array(N, dtype=float32)
    sim = cuda.shared.array(N, dtype=float32)
    tid = cuda.threadIdx.x
    row = cuda.blockIdx.x
    for i in range(tid, N, cuda.blockDim.x):
        reverse = 0
        for bit in range(8):
            reverse = (reverse << 1) | ((i >> bit) & 1)
        sre[reverse] = re[row, i]
        sim[reverse] = im[row, i]
    cuda.syncthreads()
    half = 1
    while half < N:
        k = tid % half
        a = tid // half * 2 * half + k
        b = a + half
        wr = cosines[k * (N // 2 // half)]
        wi = sines[k * (N // 2 // half)]
        tr = wr * sre[b] - wi * sim[b]
        ti = wr * sim[b] + wi * sre[b]
        sre[b] = sre[a] - tr
        sim[b] = sim[a] - ti
        sre[a] += tr
        sim[a] += ti
        cuda.syncthreads()
        half *= 2
    for i in range(tid, N, cuda.blockDim.x):
        out_re[row, i] = sre[i]
        out_im[row, i] = sim[i]
