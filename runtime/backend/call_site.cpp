#include "runtime/backend/call_site.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "runtime/backend/text.h"

extern char** environ;
// The linker's: where this library begins, and where its code ends.
extern "C" {
[[gnu::visibility("hidden")]] extern const char __ehdr_start;
[[gnu::visibility("hidden")]] extern const char etext;
}

namespace kernelc::backend {
namespace {

// A function that the compiler put at an address, inlined ones first.
struct Frame {
  std::string function;
  // "file:line"; empty where it is not known.
  std::string place;
};

// Everything that a program wrote to its standard output; empty where it could not be run.
std::string OutputOf(std::vector<std::string> words) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return "";
  }
  std::vector<char*> argv;
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string output;
  char buffer[4096];
  for (ssize_t got = 0; failed == 0 && (got = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
    output.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  if (failed == 0) {
    int status = 0;
    ::waitpid(child, &status, 0);
  }
  return output;
}

// Pairs of lines: a function and its place.
std::vector<Frame> ParseFrames(std::string_view output) {
  std::vector<Frame> frames;
  while (!output.empty()) {
    const std::size_t first = output.find('\n');
    const std::size_t second =
        first == std::string_view::npos ? first : output.find('\n', first + 1);
    if (second == std::string_view::npos) {
      break;
    }
    std::string_view function = output.substr(0, first);
    std::string_view place = output.substr(first + 1, second - first - 1);
    output.remove_prefix(second + 1);
    place = place.substr(0, place.find(" (discriminator"));
    const bool has_place =
        !place.starts_with("??") && !place.ends_with(":0") && !place.ends_with(":?");
    Frame frame;
    if (!function.starts_with("??")) {
      frame.function = function;
    }
    if (has_place) {
      frame.place = place;
    }
    if (!frame.function.empty() || has_place) {
      frames.push_back(std::move(frame));
    }
  }
  return frames;
}

// What the debugging information of the file says of an address in it.
std::vector<Frame> AskSymbolizer(const std::string& file, const std::string& address) {
  for (const char* tool : {"llvm-symbolizer", "addr2line"}) {
    std::vector<std::string> words = {tool, "-f", "-C", "-i", "-e", file, address};
    if (std::strcmp(tool, "llvm-symbolizer") == 0) {
      words.insert(words.begin() + 1, "--output-style=GNU");
    }
    std::vector<Frame> frames = ParseFrames(OutputOf(std::move(words)));
    if (!frames.empty()) {
      return frames;
    }
  }
  return {};
}

std::string HexText(std::uintptr_t value) {
  char digits[2 * sizeof value];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16);
  return Concat("0x", std::string_view(digits, static_cast<std::size_t>(end.ptr - digits)));
}

std::string Demangled(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      ::abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
}

std::string FileName(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

// kernelc itself: its libraries, and what its headers put into the program.
bool IsOurs(const Dl_info& info, const std::vector<Frame>& frames, std::size_t index) {
  if (FileName(info.dli_fname).starts_with("libkernelc")) {
    return true;
  }
  const Frame& frame = frames[index];
  return frame.place.find("/include/kernelc/") != std::string::npos ||
         (frame.place.empty() && frame.function.starts_with("kernelc::"));
}

bool IsSystem(const Frame& frame) {
  return frame.place.starts_with("/usr/include/") || frame.function.starts_with("std::");
}

std::string PathOf(const Dl_info& info) {
  const std::string name = info.dli_fname;
  if (name.find(".so") != std::string::npos) {
    return name;
  }
  // The program itself may be known by a relative name.
  char path[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : name;
}

struct Described {
  bool ours = false;
  std::string text{};
};

Described Describe(void* address) {
  Dl_info info{};
  // A return address is one past the call.
  auto* const call = static_cast<char*>(address) - 1;
  if (::dladdr(call, &info) == 0 || info.dli_fname == nullptr) {
    return {};
  }
  if (FileName(info.dli_fname).starts_with("libkernelc")) {
    return {.ours = true};
  }
  const auto base = std::bit_cast<std::uintptr_t>(info.dli_fbase);
  const auto* const header = static_cast<const Elf64_Ehdr*>(info.dli_fbase);
  const auto place = std::bit_cast<std::uintptr_t>(call);
  const std::string offset = HexText(header->e_type == ET_EXEC ? place : place - base);
  std::vector<Frame> frames = AskSymbolizer(PathOf(info), offset);
  if (frames.empty()) {
    Frame& frame = frames.emplace_back();
    if (info.dli_sname != nullptr) {
      frame.function = Demangled(info.dli_sname);
    }
  }
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Frame& frame = frames[i];
    if (IsOurs(info, frames, i) || IsSystem(frame)) {
      continue;
    }
    if (!frame.place.empty()) {
      return {false,
              frame.function.empty() ? frame.place : Concat(frame.place, " in ", frame.function)};
    }
    return {false, frame.function.empty()
                       ? Concat(FileName(info.dli_fname), '+', offset)
                       : Concat(frame.function, " (", FileName(info.dli_fname), '+', offset, ')')};
  }
  return {.ours = true};
}

const Described& DescribeOnce(void* address) {
  static std::mutex& mutex = *new std::mutex;
  static std::map<void*, Described>& known = *new std::map<void*, Described>;
  const std::lock_guard lock(mutex);
  const auto found = known.find(address);
  return found != known.end() ? found->second
                              : known.emplace(address, Describe(address)).first->second;
}

}  // namespace

CallSite CallSite::Capture() noexcept {
  CallSite site;
  const int count = ::backtrace(site.frames_.data(), int{kMaxFrames});
  const auto end = site.frames_.begin() + count;
  // How the library came here differs between calls from one place.
  const auto first = std::find_if(site.frames_.begin(), end, [](const void* frame) {
    return frame < &__ehdr_start || frame >= &etext;
  });
  site.count_ = static_cast<std::uint32_t>(end - first);
  std::copy(first, end, site.frames_.begin());
  return site;
}

std::uint64_t CallSite::hash() const noexcept {
  std::uint64_t hash = count_;
  for (std::uint32_t i = 0; i < count_; ++i) {
    hash = (hash ^ std::bit_cast<std::uintptr_t>(frames_[i])) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29;
  }
  return hash;
}

std::string CallSite::Text() const {
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Described& described = DescribeOnce(frames_[i]);
    if (!described.ours && !described.text.empty()) {
      return described.text;
    }
  }
  return "an unknown place";
}

}  // namespace kernelc::backend
