#include "runtime/trace/timeline.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>

#include "runtime/backend/text.h"

namespace kernelc::trace {
namespace {

using backend::Concat;

// Some hundred megabytes.
constexpr std::size_t kMaxSpans = 1'000'000;
constexpr std::uint32_t kHostProcess = 1;

// Bytes of the character that the text begins with (RFC 3629); 0 where that is not UTF-8.
std::size_t CharacterBytes(std::string_view text) {
  const auto at = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned lead = at(0);
  const std::size_t bytes = lead < 0x80                   ? 1
                            : lead >= 0xc2 && lead < 0xe0 ? 2
                            : lead >= 0xe0 && lead < 0xf0 ? 3
                            : lead >= 0xf0 && lead < 0xf5 ? 4
                                                          : 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((at(i) & 0xc0) != 0x80) {
      return 0;
    }
  }
  // Longer than need be, halves of UTF-16's pairs, beyond the last one.
  const bool is_none = (lead == 0xe0 && at(1) < 0xa0) || (lead == 0xed && at(1) >= 0xa0) ||
                       (lead == 0xf0 && at(1) < 0x90) || (lead == 0xf4 && at(1) >= 0x90);
  return is_none ? 0 : bytes;
}

// As JSON wants it, quotes included.
std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::size_t bytes = CharacterBytes(text.substr(i));
    if (bytes == 0) {
      out += "\\ufffd";
    } else if (bytes > 1) {
      out += text.substr(i, bytes);
      i += bytes - 1;
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + '"';
}

// Microseconds with three digits after the point.
std::string Microseconds(std::int64_t nanoseconds) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(nanoseconds) / 1000.0);
  return text;
}

std::string Head(const Span& span, std::int64_t start) {
  return Concat("{\"name\":", Quoted(*span.name), ",\"cat\":\"", span.category,
                "\",\"pid\":", span.track.process, ",\"tid\":", span.track.line,
                ",\"ts\":", Microseconds(span.begin - start));
}

std::string Arguments(const Span& span) {
  std::string out;
  if (span.bytes != 0) {
    out += Concat("\"bytes\":", span.bytes);
  }
  if (span.shape[0] != 0) {
    const auto& s = span.shape;
    out += Concat(out.empty() ? "" : ",", "\"grid\":[", s[0], ',', s[1], ',', s[2], "],\"block\":[",
                  s[3], ',', s[4], ',', s[5], ']');
  }
  return out;
}

std::string Json(const Span& span, std::int64_t start) {
  std::string out = Head(span, start);
  switch (span.kind) {
    case SpanKind::Span:
      out += Concat(",\"ph\":\"X\",\"dur\":", Microseconds(span.end - span.begin), ",\"args\":{",
                    Arguments(span), "}}");
      break;
    case SpanKind::Instant:
      out += ",\"ph\":\"i\",\"s\":\"t\"}";
      break;
    case SpanKind::Counter:
      out += Concat(",\"ph\":\"C\",\"args\":{\"bytes\":", span.bytes, "}}");
      break;
  }
  if (span.flow != 0) {
    // An arrow from the call to the work.
    const bool call = span.track.process == kHostProcess;
    out += Concat(",\n", Head(span, start), ",\"ph\":\"", call ? "s" : "f\",\"bp\":\"e",
                  "\",\"id\":", span.flow, '}');
  }
  return out;
}

std::string Named(const char* what, std::uint32_t process, std::uint64_t line,
                  std::string_view name) {
  return Concat("{\"name\":\"", what, "\",\"ph\":\"M\",\"pid\":", process, ",\"tid\":", line,
                ",\"args\":{\"name\":", Quoted(name), "}}");
}

}  // namespace

std::int64_t Now() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::uint64_t ThreadNumber() noexcept {
  static std::atomic<std::uint64_t> next{0};
  thread_local const std::uint64_t number = next.fetch_add(1, std::memory_order_relaxed) + 1;
  return number;
}

const std::string* Intern(std::string_view name) {
  static std::mutex& mutex = *new std::mutex;
  static std::set<std::string, std::less<>>& names = *new std::set<std::string, std::less<>>;
  const std::lock_guard lock(mutex);
  const auto found = names.find(name);
  return found != names.end() ? &*found : &*names.emplace(name).first;
}

void Timeline::Clear(std::int64_t start) {
  const std::lock_guard lock(mutex_);
  start_ = start;
  spans_.clear();
  dropped_ = 0;
  processes_.clear();
  lines_.clear();
  times_.clear();
}

void Timeline::Add(const Span& span) {
  const std::lock_guard lock(mutex_);
  if (span.track.process != kHostProcess && span.kind == SpanKind::Span) {
    Count(span);
  }
  if (spans_.size() == kMaxSpans) {
    ++dropped_;
    return;
  }
  if (span.track.process == kHostProcess) {
    std::string& line = lines_[{kHostProcess, span.track.line}];
    if (line.empty()) {
      line = Concat("thread ", span.track.line);
    }
  }
  spans_.push_back(span);
}

void Timeline::Count(const Span& span) {
  OperationTime& time = times_[{span.track.process, span.name}];
  const auto passed = static_cast<std::uint64_t>(std::max<std::int64_t>(0, span.end - span.begin));
  time.min = time.count == 0 ? passed : std::min(time.min, passed);
  time.max = std::max(time.max, passed);
  time.total += passed;
  time.bytes += span.bytes;
  ++time.count;
}

Track Timeline::DeviceTrack(const std::string& device, std::uint64_t line,
                            std::string_view line_name) {
  const std::lock_guard lock(mutex_);
  const auto number = static_cast<std::uint32_t>(processes_.size()) + kHostProcess + 1;
  const std::uint32_t process = processes_.emplace(device, number).first->second;
  lines_.emplace(std::pair(process, line), line_name);
  return {process, line};
}

std::vector<OperationTime> Timeline::Table() const {
  const std::lock_guard lock(mutex_);
  std::vector<OperationTime> table;
  for (const auto& [key, time] : times_) {
    table.push_back(time);
    table.back().name = *key.second;
    for (const auto& [device, process] : processes_) {
      if (process == key.first) {
        table.back().device = device;
      }
    }
  }
  std::sort(table.begin(), table.end(), [](const OperationTime& a, const OperationTime& b) {
    return std::tie(b.total, a.device, a.name) < std::tie(a.total, b.device, b.name);
  });
  return table;
}

bool Timeline::Write(const std::string& path, const std::string& clock) const {
  const std::lock_guard lock(mutex_);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"),
                                                             std::fclose);
  if (file == nullptr) {
    return false;
  }
  std::string text =
      Concat("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"gpu_clock\":", Quoted(clock),
             ",\"dropped\":", dropped_, "},\"traceEvents\":[\n",
             Named("process_name", kHostProcess, 0, "host"));
  for (const auto& [device, process] : processes_) {
    text += ",\n" + Named("process_name", process, 0, device);
  }
  for (const auto& [line, name] : lines_) {
    text += ",\n" + Named("thread_name", line.first, line.second, name);
  }
  bool written = true;
  const auto flush = [&] {
    written = written && std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
    text.clear();
  };
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  for (const Span& span : spans_) {
    text += ",\n" + Json(span, start_);
    if (text.size() > kPiece) {
      flush();
    }
  }
  text += "\n]}\n";
  flush();
  return written && std::fflush(file.get()) == 0;
}

}  // namespace kernelc::trace
