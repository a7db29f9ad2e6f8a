// Handles of cuBLAS for the program's own calls of it.
#pragma once

#include "kernelc/export.h"
#include "kernelc/stream.h"

namespace kernelc {

// The calling thread's cuBLAS handle (a cublasHandle_t) whose work goes to `stream`; without one to
// the current stream of the current context, as torch.cuda.current_blas_handle(). Made on first use
// for each thread, context and stream, and borrowed: it lives until the context ends or is reset,
// and must not be destroyed. cuBLAS is opened at run time; calls of it are the program's, linked or
// opened likewise, with the context current (current.h). Throws Error{NotFound} naming what was
// looked for where there is no cuBLAS, Error{NotSupported} on the CPU, and Error{Driver} or
// OutOfMemory with cuBLAS's status.
KC_RUNTIME_API void* current_blas_handle();
KC_RUNTIME_API void* blas_handle(StreamRef stream);

}  // namespace kernelc
