// The one thing the CPU device needs from a compiler: relocatable object code made callable.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace kernelc::abi {

// Executable memory of one object. Symbols stay valid until it is destroyed.
class LoadedObject {
 public:
  virtual ~LoadedObject() = default;
  // Null when the object does not define `symbol`.
  virtual void* Find(std::string_view symbol) const = 0;
};

// Implemented by compiler/jit; thread-safe.
class ObjectLoader {
 public:
  virtual ~ObjectLoader() = default;
  // Null with `*error` set when the object cannot be linked.
  virtual std::unique_ptr<LoadedObject> Load(std::span<const std::byte> object,
                                             std::string* error) = 0;
};

}  // namespace kernelc::abi
