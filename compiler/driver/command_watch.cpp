// `kernelc devices --watch`.
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <ctime>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/command_context.h"
#include "kernelc/monitor.h"

namespace kernelc::driver {
namespace {

using Clock = std::chrono::steady_clock;

// Where the handler says that a signal came: a pipe, because what waits for it must not miss one
// that comes just before.
int interrupt_pipe = -1;

// While it lives, SIGINT and SIGTERM end a wait instead of the process, where that is the command's
// own.
class Interrupts {
 public:
  explicit Interrupts(bool owns_process) {
    if (owns_process && pipe2(pipe_.data(), O_CLOEXEC | O_NONBLOCK) == 0) {
      interrupt_pipe = pipe_[1];
      struct sigaction action = {};
      action.sa_handler = [](int) { static_cast<void>(!write(interrupt_pipe, "", 1)); };
      sigaction(SIGINT, &action, &old_interrupt_);
      sigaction(SIGTERM, &action, &old_terminate_);
    }
  }
  ~Interrupts() {
    if (pipe_[0] >= 0) {
      sigaction(SIGINT, &old_interrupt_, nullptr);
      sigaction(SIGTERM, &old_terminate_, nullptr);
      close(pipe_[0]);
      close(pipe_[1]);
    }
  }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // False when a signal came before `time`, or did already.
  bool WaitUntil(Clock::time_point time) const {
    while (true) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - Clock::now()).count();
      pollfd wait = {pipe_[0], POLLIN, 0};
      if (poll(&wait, 1, static_cast<int>(std::max<std::int64_t>(left, 0))) > 0) {
        return false;
      }
      if (left <= 0) {
        return true;
      }
    }
  }

 private:
  std::array<int, 2> pipe_ = {-1, -1};
  struct sigaction old_interrupt_ = {};
  struct sigaction old_terminate_ = {};
};

// "1.2 GiB", "120.5 W": in the unit that people read.
std::string ValueText(const Reading& reading) {
  if (!reading.value) {
    return "-";
  }
  const std::int64_t value = *reading.value;
  const std::string_view unit = figure_unit(reading.figure);
  if (unit == "bytes") {
    return fmt::format("{:.1f} GiB", static_cast<double>(value) / (1 << 30));
  }
  if (unit == "mW") {
    return fmt::format("{:.1f} W", static_cast<double>(value) / 1000);
  }
  return fmt::format("{} {}", value, unit);
}

struct Row {
  std::string device;
  std::vector<Reading> readings;
};

// "2026-11-25T22:30:12 cuda:0 utilization=35% used_memory=1.2GiB ...".
std::string LineOf(const Row& row, const std::tm& time) {
  std::string line = fmt::format("{:%FT%T} {}", time, row.device);
  for (const Reading& reading : row.readings) {
    std::string value = ValueText(reading);
    std::string name(ToString(reading.figure));
    std::ranges::replace(name, ' ', '_');
    std::erase(value, ' ');
    line += fmt::format(" {}={}", name, value);
  }
  return line + "\n";
}

constexpr std::size_t kNameWidth = 8;

std::string TableOf(const std::vector<Row>& rows, const std::tm& time, double seconds) {
  // To the end of each line, which may have been longer.
  constexpr const char* kLineEnd = "\x1b[K\n";
  std::string table = fmt::format("{:%F %T}, every {} s; Ctrl-C ends{}{:<{}}", time, seconds,
                                  kLineEnd, "", kNameWidth);
  for (std::size_t i = 0; i < kFigureCount; ++i) {
    table += fmt::format("  {:>12}", ToString(static_cast<Figure>(i)));
  }
  table += kLineEnd;
  for (const Row& row : rows) {
    table += fmt::format("{:<{}}", row.device, kNameWidth);
    for (const Reading& reading : row.readings) {
      table += fmt::format("  {:>12}", ValueText(reading));
    }
    table += kLineEnd;
  }
  return table;
}

// Says once what is not there, and why.
void TellMissing(std::ostream& err, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    // Mostly one reason for all of them.
    std::vector<std::pair<std::string, std::string>> missing;
    for (const Reading& reading : row.readings) {
      if (reading.value) {
        continue;
      }
      if (missing.empty() || missing.back().first != reading.why) {
        missing.emplace_back(reading.why, "");
      }
      std::string& names = missing.back().second;
      names += fmt::format("{}{}", names.empty() ? "" : ", ", ToString(reading.figure));
    }
    for (const auto& [why, names] : missing) {
      err << fmt::format("{} has no {}: {}\n", row.device, names, why);
    }
  }
}

}  // namespace

int WatchDevices(CommandContext& context, const DevicesOptions& options) {
  const Interrupts interrupts(context.owns_process());
  const bool is_terminal = context.owns_process() && isatty(STDOUT_FILENO) != 0;
  std::vector<Monitor> monitors;
  for (const Device& device : devices()) {
    monitors.emplace_back(device);
  }
  const auto interval =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  Clock::time_point next = Clock::now();
  std::ostream& out = context.out();
  for (std::uint64_t done = 0; options.count == 0 || done < options.count; ++done) {
    if (done > 0 && !interrupts.WaitUntil(next)) {
      break;
    }
    next = std::max(next + interval, Clock::now());
    std::vector<Row> rows;
    for (const Monitor& monitor : monitors) {
      rows.push_back({monitor.device().name(), monitor.ReadAll()});
    }
    if (done == 0) {
      TellMissing(context.err(), rows);
    }
    const std::tm time = fmt::localtime(std::time(nullptr));
    if (is_terminal) {
      // Over the last one.
      out << (done == 0 ? "" : fmt::format("\x1b[{}F", rows.size() + 2))
          << TableOf(rows, time, options.seconds);
    } else {
      for (const Row& row : rows) {
        out << LineOf(row, time);
      }
    }
    // Nobody reads on, or it cannot be written, which the command's end says.
    if (!out.flush()) {
      break;
    }
  }
  return kExitDone;
}

}  // namespace kernelc::driver
