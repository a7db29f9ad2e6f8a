#include "runtime/cpu/places.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "runtime/backend/status.h"
#include "runtime/backend/text.h"
#include "runtime/cpu/usable_cores.h"

namespace kernelc::cpu {
namespace {

using backend::Concat;

constexpr unsigned kMaxThreads = 4096;
constexpr unsigned kMaxDevices = 256;
constexpr const char* kVariable = "KERNELC_CPU_DEVICES";

std::optional<unsigned> ParseNumber(std::string_view text) {
  unsigned value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

unsigned WantedThreads() {
  const char* const text = std::getenv("KERNELC_CPU_THREADS");
  const std::optional<unsigned> threads = text != nullptr ? ParseNumber(text) : std::nullopt;
  return threads.value_or(0) > 0 ? std::min(*threads, kMaxThreads) : UsableCores();
}

std::vector<int> AllowedCores() {
  std::vector<int> cores;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
      if (CPU_ISSET(core, &set)) {
        cores.push_back(static_cast<int>(core));
      }
    }
  }
  return cores;
}

// The nodes that have allowed cores, by number.
std::vector<Place> NodePlaces(const std::vector<int>& allowed, const std::filesystem::path& nodes) {
  std::vector<Place> places;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(nodes, none)) {
    const std::string name = entry.path().filename().string();
    constexpr std::string_view kNode = "node";
    const std::optional<unsigned> number =
        name.starts_with(kNode) ? ParseNumber(std::string_view(name).substr(kNode.size())) : std::nullopt;
    if (!number) {
      continue;
    }
    std::string list;
    std::getline(std::ifstream(entry.path() / "cpulist") >> std::ws, list);
    const std::vector<int> cores = ParseCoreList(list);
    Place place;
    place.node = static_cast<int>(*number);
    std::set_intersection(cores.begin(), cores.end(), allowed.begin(), allowed.end(),
                          std::back_inserter(place.cores));
    if (!place.cores.empty()) {
      places.push_back(std::move(place));
    }
  }
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.node < b.node; });
  return places;
}

}  // namespace

std::vector<int> ParseCoreList(std::string_view text) {
  std::vector<int> cores;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view range = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::size_t dash = range.find('-');
    const std::optional<unsigned> first = ParseNumber(range.substr(0, dash));
    const std::optional<unsigned> last =
        dash == std::string_view::npos ? first : ParseNumber(range.substr(dash + 1));
    if (!first || !last || *last < *first || *last >= kMaxThreads) {
      return {};
    }
    for (unsigned core = *first; core <= *last; ++core) {
      cores.push_back(static_cast<int>(core));
    }
  }
  std::sort(cores.begin(), cores.end());
  return cores;
}

std::vector<Place> SharePlaces(std::string_view wanted, unsigned threads, const std::vector<int>& allowed,
                               const std::filesystem::path& nodes, std::string* why) {
  if (wanted == "numa") {
    std::vector<Place> places = NodePlaces(allowed, nodes);
    std::size_t cores = 0;
    for (const Place& place : places) {
      cores += place.cores.size();
    }
    for (Place& place : places) {
      place.threads = std::max(1U, static_cast<unsigned>(threads * place.cores.size() / cores));
    }
    // A machine that does not say what its nodes are is one.
    return places.empty() ? std::vector<Place>{{threads, {}, -1}} : places;
  }
  const unsigned count = ParseNumber(wanted).value_or(0);
  if (count == 0 || count > kMaxDevices) {
    *why = Concat('`', wanted, "` is neither a number of CPU devices from 1 to ", kMaxDevices, " nor `numa`");
    return {};
  }
  std::vector<Place> places(count);
  for (unsigned i = 0; i < count; ++i) {
    places[i].threads = std::max(1U, threads / count + (i < threads % count ? 1 : 0));
  }
  return places;
}

const std::vector<Place>& Places() {
  static const std::vector<Place>& places = *[] {
    const unsigned threads = WantedThreads();
    const char* const wanted = std::getenv(kVariable);
    std::string why;
    auto* found = new std::vector<Place>;
    if (wanted != nullptr && *wanted != '\0') {
      *found = SharePlaces(wanted, threads, AllowedCores(), "/sys/devices/system/node", &why);
    }
    if (found->empty()) {
      found->push_back({threads, {}, -1});
    }
    if (!why.empty()) {
      backend::Report(backend::Fail(ErrorCode::InvalidArgument, "find devices", kVariable, why));
    }
    return found;
  }();
  return places;
}

void RunOn(const std::vector<int>& cores) noexcept {
  if (cores.empty()) {
    return;
  }
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) {
    if (core < CPU_SETSIZE) {
      CPU_SET(static_cast<std::size_t>(core), &set);
    }
  }
  // A thread that may not choose runs where it is.
  static_cast<void>(sched_setaffinity(0, sizeof set, &set));
}

void PlaceMemory(void* memory, std::size_t bytes, int node) noexcept {
  constexpr std::uintptr_t kPage = 4096;
  constexpr unsigned long kPreferred = 1;
  constexpr int kNodes = 1024;
  const std::uintptr_t start = (reinterpret_cast<std::uintptr_t>(memory) + kPage - 1) / kPage * kPage;
  const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / kPage * kPage;
  if (node < 0 || node >= kNodes || end <= start) {
    return;
  }
  constexpr unsigned kWordBits = 8 * sizeof(unsigned long);
  unsigned long mask[kNodes / kWordBits] = {};
  mask[static_cast<unsigned>(node) / kWordBits] = 1UL << (static_cast<unsigned>(node) % kWordBits);
  // A wish: memory from elsewhere is right too.
  static_cast<void>(syscall(SYS_mbind, start, end - start, kPreferred, mask, kNodes + 1UL, 0U));
}

}  // namespace kernelc::cpu
