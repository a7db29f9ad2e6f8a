// Random numbers in device memory, in libkernelc_algorithms (kernelc::algorithms in CMake).
//
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, 2011): numbers come from a counter and the seed alone, so
// that a GPU and the CPU give the same: integers and uniform numbers bit for bit; normal and exponential
// ones to the last few bits, in which the devices' logarithms differ. Kernels draw by
// `random.philox_uniform_float32(seed, index, draw)` and its like.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "kernelc/algorithms_export.h"
#include "kernelc/array.h"
#include "kernelc/current.h"
#include "kernelc/device.h"
#include "kernelc/stream.h"

namespace kernelc {

// Where a generator stands: one that is set to it goes on with exactly the same numbers.
struct GeneratorState {
  std::uint64_t seed = 0;
  // Blocks of four words that were drawn.
  std::uint64_t offset = 0;

  friend bool operator==(const GeneratorState&, const GeneratorState&) = default;
};

// A sequence of random numbers. What a draw gives depends on the seed, on what was drawn before and on the
// number of elements, not on the device, the stream or the array's layout. Draws of several threads are taken
// one after the other; everything may be called by any thread.
//
// Draws are stream-ordered and do not wait, with one exception: an array that is not contiguous in C
// order is filled by way of a temporary one, whose end waits for the stream. They throw Error{TypeMismatch}
// for element types that they are not for, Error{InvalidArgument} that names the value for parameters out of
// range, and what launches throw; a draw that throws leaves the generator where it was.
class KC_ALGORITHMS_API Generator {
 public:
  explicit Generator(std::uint64_t seed = 0) noexcept : state_{seed, 0} {}
  explicit Generator(const GeneratorState& state) noexcept : state_(state) {}
  Generator(const Generator& other) : state_(other.state()) {}
  Generator& operator=(const Generator& other);

  // Starts the sequence of `seed` anew.
  void ManualSeed(std::uint64_t seed);
  // The same with a seed that the operating system gives; returns it. Throws Error{NotSupported} where it
  // gives none.
  std::uint64_t Seed();
  std::uint64_t initial_seed() const { return state().seed; }
  GeneratorState state() const;
  void SetState(const GeneratorState& state);

  // Random bits in all bytes of an array of any type, whose size is a multiple of 4 bytes.
  void Bits(const DeviceArrayAny& out, StreamRef stream = {});
  // float32 or float64 from `low` up to, but without, `high`: low + (high - low) * u in one rounding, where u
  // has 24 and 53 random bits. Both must be finite, and low < high.
  void Uniform(const DeviceArrayAny& out, double low = 0, double high = 1, StreamRef stream = {});
  // float32 or float64; Box and Muller's method (1958). `deviation` is finite and not negative.
  void Normal(const DeviceArrayAny& out, double mean = 0, double deviation = 1,
              StreamRef stream = {});
  // float32 or float64 of mean `scale`, which is finite and positive: -scale * log(u).
  void Exponential(const DeviceArrayAny& out, double scale = 1, StreamRef stream = {});
  // Integers of any type from `low` up to, but without, `high`, each exactly as likely as the others
  // (Lemire, 2019). low < high, and both ends fit the type.
  void Integers(const DeviceArrayAny& out, std::int64_t low, std::int64_t high,
                StreamRef stream = {});
  // 0 to n - 1 in random order, each order equally likely, in a one-dimensional array of n int32 or int64.
  // Made on the host (Fisher and Yates): blocks until it is copied.
  void Permutation(const DeviceArrayAny& out, StreamRef stream = {});

 private:
  // Calls `draw` with the state, and then passes over so many blocks. Other draws wait meanwhile.
  template <typename Draw>
  void DrawBlocks(std::uint64_t blocks, Draw draw);

  mutable std::mutex mutex_;
  GeneratorState state_;
};

// Each device has a generator of its own for programs that keep none. It starts with seed 0 and lives as long as
// the process.
KC_ALGORITHMS_API Generator& default_generator(const Device& device = current_device());

// Of the current device's generator.
KC_ALGORITHMS_API void ManualSeed(std::uint64_t seed);
KC_ALGORITHMS_API std::uint64_t Seed();
KC_ALGORITHMS_API std::uint64_t initial_seed();
KC_ALGORITHMS_API GeneratorState rng_state(const Device& device = current_device());
KC_ALGORITHMS_API void SetRngState(const GeneratorState& state,
                                   const Device& device = current_device());

// Of the generators of all devices, in the order of devices(); SeedAll() gives all one seed, which it returns.
// SetRngStates() throws Error{InvalidArgument} for another number of states than there are devices.
KC_ALGORITHMS_API void ManualSeedAll(std::uint64_t seed);
KC_ALGORITHMS_API std::uint64_t SeedAll();
KC_ALGORITHMS_API std::vector<GeneratorState> rng_states();
KC_ALGORITHMS_API void SetRngStates(const std::vector<GeneratorState>& states);

}  // namespace kernelc
