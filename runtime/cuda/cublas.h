// Handles of cuBLAS, which is opened at run time when the first one is asked for.
#pragma once

#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "runtime/backend/status.h"
#include "runtime/cuda/driver_types.h"

namespace kernelc::cuda {

// Those of one context. A thread has one for each stream that it asks for: cuBLAS keeps what a call
// sets in its handle.
class BlasHandles {
 public:
  BlasHandles() = default;
  BlasHandles(const BlasHandles&) = delete;
  BlasHandles& operator=(const BlasHandles&) = delete;

  // The calling thread's handle for `stream`, made when there is none, with its stream set. The
  // context is current.
  backend::Status Get(StreamHandle stream, void** handle);
  // The context is current, and ends; the first failure.
  backend::Status DestroyAll();

 private:
  std::mutex mutex_;
  std::map<std::pair<StreamHandle, std::thread::id>, void*> handles_;
};

}  // namespace kernelc::cuda
