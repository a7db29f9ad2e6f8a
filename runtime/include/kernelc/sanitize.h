// The stream sanitizer: finds work of one stream that uses memory while another stream's work may
// be writing it, or has given it back, with no wait between. It looks at what is asked for, not at
// when it runs: a race is found also where it went well this time.
//
//   kernelc::EnableStreamSanitizer();            // or KERNELC_SANITIZE=streams in the environment
//   fill.Launch({.grid = 1, .block = 64, .stream = first}, x);
//   scale.Launch({.grid = 1, .block = 64, .stream = second}, x, y);   // reported, with both places
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernelc/export.h"

namespace kernelc {

enum class SanitizerMode : std::uint8_t {
  // Each pair of places is told once, to the error sink (SetErrorSink; by default a line on
  // stderr).
  Warn,
  // The call that completes the race throws Error{StreamRace} and asks nothing of the device.
  Error,
};

// Which use of the memory came second, as the streams' order leaves open.
enum class StreamRaceKind : std::uint8_t {
  ReadAfterWrite,
  WriteAfterRead,
  WriteAfterWrite,
  // Of a memory resource's block that was given back and not handed out again.
  UseAfterFree,
  // Given back on a stream, while another one may be using it.
  FreeWhileUsed,
  // Handed out again, and used before its last stream was waited for.
  UseAfterReuse,
};

struct StreamRace {
  StreamRaceKind kind = StreamRaceKind::ReadAfterWrite;
  // All of it, as it was told.
  std::string text;
  // What was done, on which stream, and where in the program: "kernel `fill` writes `x`",
  // "stream 2 of cuda:0", "main.cpp:12 in Step()".
  std::string earlier;
  std::string earlier_stream;
  std::string earlier_place;
  std::string later;
  std::string later_stream;
  std::string later_place;
};

// From now on each launch, copy, fill, wait and allocation of every thread and device is looked at.
// Work that was asked for before is not known: wait for it first. Calls cost microseconds each.
KC_RUNTIME_API void EnableStreamSanitizer(SanitizerMode mode = SanitizerMode::Warn);
KC_RUNTIME_API void DisableStreamSanitizer() noexcept;
KC_RUNTIME_API bool stream_sanitizer_enabled() noexcept;
// Those found since the sanitizer was enabled, the first 1000; pairs of places once.
KC_RUNTIME_API std::vector<StreamRace> stream_races();
// Of all, those that were told before among them.
KC_RUNTIME_API std::size_t stream_race_count() noexcept;

}  // namespace kernelc
