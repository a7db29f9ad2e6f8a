// Functions of this process that generated code may call: the C library, its mathematics and vector
// mathematics.
#pragma once

#include <mutex>
#include <string>

namespace kernelc::jit {

// Thread-safe.
class ProcessSymbols {
 public:
  // Null when nothing of that name may be called. The first name of glibc's vector mathematics
  // ("_ZGV...") opens libmvec, which stays open as long as the process lives.
  void* Find(const std::string& name);

 private:
  void* VectorMath();

  std::once_flag opened_;
  void* vector_math_ = nullptr;
};

}  // namespace kernelc::jit
