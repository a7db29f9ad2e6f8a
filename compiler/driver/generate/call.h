// The arguments of one call, sorted out: what is an array, what a number, and of which types.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/generate/function_text.h"
#include "compiler/driver/generate/operands.h"
#include "kernelc/current_stream.h"
#include "kernelc/graph.h"

namespace kernelc::driver::generate {

// Inputs and defaults of one function.
inline constexpr std::size_t kMaxParameters = 32;
inline constexpr std::size_t kMaxOutputs = 8;
// Throws Error{InvalidArgument} beyond these.
void CheckInterface(const Interface& interface, const char* what);

// Made by each call, so that nothing of it is set that is not used.
struct Parameters {
  union Number {
    Number() {}
    ScalarValue value;
  };

  std::size_t count = 0;
  // Null for numbers. Borrowed.
  std::array<const DeviceArrayAny*, kMaxParameters> arrays;
  std::array<Number, kMaxParameters> numbers;
  std::array<ScalarKind, kMaxParameters> kinds;
  // A bit for each parameter that is a number.
  std::uint64_t weak = 0;

  std::vector<bool> is_weak() const;
  // The arrays alone, with their names.
  std::vector<const DeviceArrayAny*> present() const;
  std::vector<std::string> names(const Interface& interface) const;
};

// Throws Error{TypeMismatch} for another number of arguments, what is neither array nor number, and
// numbers for names that there are not.
Parameters BindParameters(const Interface& interface, std::span<const Arg> args,
                          std::span<const NamedScalar> scalars, const char* what);

// The number that parameter `p` of a call is, in the type that it is passed as. Throws
// Error{TypeMismatch}.
ScalarValue NumberOf(const Interface& interface, const ParameterTypes& types,
                     const Parameters& parameters, std::size_t p, const char* what);

// What the code of a call depends on, beside shapes: types of parameters and of results that the
// caller gives.
class PlanKey {
 public:
  PlanKey(const Parameters& parameters, std::span<const DeviceArrayAny> outputs);
  friend bool operator==(const PlanKey& a, const PlanKey& b) noexcept {
    return a.size_ == b.size_ && a.weak_ == b.weak_ &&
           std::equal(a.kinds_.begin(), a.kinds_.begin() + a.size_, b.kinds_.begin());
  }

 private:
  std::array<ScalarKind, kMaxParameters + kMaxOutputs + 1> kinds_;
  std::uint64_t weak_;
  std::ptrdiff_t size_;
};

// What was found out for each key, made once. Thread-safe; what it gives stays.
template <typename Plan>
class Plans {
 public:
  template <typename Make>
  Plan& Get(const PlanKey& key, Make make) {
    const std::lock_guard lock(mutex_);
    for (const auto& [known, plan] : plans_) {
      if (known == key) {
        return *plan;
      }
    }
    plans_.emplace_back(key, make());
    return *plans_.back().second;
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<PlanKey, std::unique_ptr<Plan>>> plans_;
};

// Kernels of one plan, by number. Thread-safe.
class Variants {
 public:
  template <typename Make>
  const JitKernel& Get(std::uint64_t number, Make make) {
    const std::lock_guard lock(mutex_);
    for (const auto& [known, kernel] : kernels_) {
      if (known == number) {
        return *kernel;
      }
    }
    kernels_.emplace_back(number, std::make_unique<JitKernel>(make()));
    return *kernels_.back().second;
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<std::uint64_t, std::unique_ptr<JitKernel>>> kernels_;
};

// The kernel `name` of a file with `text` behind it.
JitKernel KernelOf(const FileText& file, std::string_view text, std::string_view name);

// "x0, x1, x2" with `prefix` and so many.
std::string Numbered(std::string_view prefix, std::size_t count);
// The indices that the flat place `name` is in so many dimensions: itself in one, else "name0,
// name1".
std::string PlaceText(std::string_view name, std::size_t count);
// Statements, `indent` blanks in, that compute these over the extents `array`.shape[first...];
// `small` holds where the number of places is below 2^32.
std::string Unravel(std::string_view name, std::size_t count, std::string_view array,
                    std::size_t first, bool small, int indent);
// The arguments of the user's function: parameters at `place` ("k0, k1"), converted.
std::string Arguments(const ParameterTypes& types, const Parameters& parameters,
                      std::string_view place, std::string_view index);

// Bytes of scratch memory for work on a stream, which the calls on it share one after the other.
class Scratch {
 public:
  // Calls `enqueue` with at least `bytes` bytes; others that want the same memory wait until it
  // returns. A graph gets memory of its own, which other calls do not use and nobody replaces.
  template <typename Enqueue>
  void With(const Context& context, StreamRef stream, std::size_t bytes, Enqueue enqueue) {
    const StreamRef on = stream.is_default() ? current_stream(context) : stream;
    const auto take = [&] {
      return DeviceArrayAny::Empty(context, ScalarKind::UInt8,
                                   Dims{static_cast<std::int64_t>(bytes)}, Order::C, on);
    };
    if (is_capturing(on)) {
      enqueue(take());
      return;
    }
    const std::shared_ptr<Entry> entry = EntryFor(context, on);
    const std::lock_guard lock(entry->mutex);
    if (entry->memory.nbytes() < bytes) {
      entry->memory = take();
    }
    enqueue(entry->memory);
  }

 private:
  struct Entry {
    std::mutex mutex;
    std::uint64_t stream = 0;
    DeviceArrayAny memory;
  };
  std::shared_ptr<Entry> EntryFor(const Context& context, StreamRef stream);

  std::mutex mutex_;
  // Those of the streams that were used last, the last one at the end.
  std::vector<std::shared_ptr<Entry>> entries_;
};

}  // namespace kernelc::driver::generate
