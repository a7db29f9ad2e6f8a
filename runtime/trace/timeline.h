// What a trace holds: spans of host threads and of device streams, and the time by name.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/trace.h"

namespace kernelc::trace {

// Nanoseconds of the host's steady clock.
std::int64_t Now() noexcept;
// A small number of the calling thread.
std::uint64_t ThreadNumber() noexcept;
// One copy of each name, for the life of the process.
const std::string* Intern(std::string_view name);

// A line of the timeline: a host thread, or a stream of a device.
struct Track {
  // 1 is the host; devices come after it.
  std::uint32_t process = 1;
  std::uint64_t line = 0;
};

enum class SpanKind : std::uint8_t { Span, Instant, Counter };

struct Span {
  const std::string* name = nullptr;
  const char* category = "";
  SpanKind kind = SpanKind::Span;
  Track track;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  // Bytes copied or filled; a counter's value.
  std::uint64_t bytes = 0;
  // The same number for a call and what it made a device do; 0: none.
  std::uint64_t flow = 0;
  // Launches: grid and block; all 0 else.
  std::array<std::uint32_t, 6> shape{};
};

class Timeline {
 public:
  void Clear(std::int64_t start);
  // Thread-safe. Device work counts in the table too.
  void Add(const Span& span);
  // The line of a stream, or of what else has a number on a device.
  Track DeviceTrack(const std::string& device, std::uint64_t line, std::string_view line_name);

  std::vector<OperationTime> Table() const;
  // Chrome trace JSON; false where the file cannot be written.
  bool Write(const std::string& path, const std::string& clock) const;

 private:
  void Count(const Span& span);

  mutable std::mutex mutex_;
  std::int64_t start_ = 0;
  std::deque<Span> spans_;
  std::uint64_t dropped_ = 0;
  std::map<std::string, std::uint32_t> processes_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::string> lines_;
  std::map<std::pair<std::uint32_t, const std::string*>, OperationTime> times_;
};

}  // namespace kernelc::trace
