#include "kernelc/blas.h"

#include "kernelc/current_stream.h"
#include "runtime/backend/backend.h"

namespace kernelc {

void* blas_handle(StreamRef stream) {
  if (stream.impl() == nullptr) {
    return current_blas_handle();
  }
  void* handle = nullptr;
  backend::ThrowIfFailed(stream.impl()->context().GetBlasHandle(*stream.impl(), &handle));
  // What the library does with it is captured with the stream.
  if (backend::Capturing()) {
    backend::ThrowIfFailed(backend::GatherOthers(*stream.impl()));
  }
  return handle;
}

void* current_blas_handle() {
  // Which keeps the stream's context alive meanwhile.
  const Context context = current_context();
  return blas_handle(current_stream(context));
}

}  // namespace kernelc
