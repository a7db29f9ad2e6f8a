#include "runtime/trace/cupti.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

#include "runtime/backend/library.h"
#include "runtime/backend/text.h"
#include "runtime/trace/cupti_types.h"

namespace kernelc::trace {
namespace {

using backend::Concat;

struct CuptiTable {
#define KC_CUPTI_FUNCTION(name, parameters) CuptiResult(*name) parameters = nullptr;
#include "runtime/trace/cupti_functions.def"
};

constexpr const char* kVariable = "KERNELC_CUPTI";
constexpr CuptiActivityKind kKinds[] = {kCuptiConcurrentKernel, kCuptiMemcpy, kCuptiMemset,
                                        kCuptiMemcpyPeer};
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr std::size_t kBufferAlignment = 8;

CuptiTable table;
std::mutex mutex;
// With the mutex. Null while nothing is gathered.
Timeline* timeline = nullptr;
std::map<std::string, const std::string*, std::less<>>& Names() {
  static auto& names = *new std::map<std::string, const std::string*, std::less<>>;
  return names;
}
// CUPTI's clock and the host's at the same time.
std::uint64_t cupti_zero = 0;
std::int64_t host_zero = 0;

std::string Open() {
  const backend::LibraryPlaces places = {
      .name = "CUPTI",
      .variable = kVariable,
      .files = {"libcupti.so.13", "libcupti.so.12", "libcupti.so"},
      .in_toolkit = "extras/CUPTI/lib64/libcupti.so",
      .advice = "install it with the CUDA toolkit, set CUDA_HOME to the toolkit's folder",
  };
  // What stands in for the driver has no times.
  if (std::getenv(kVariable) == nullptr && std::getenv("KERNELC_CUDA_DRIVER") != nullptr) {
    return Concat("CUPTI is not asked beside a driver that KERNELC_CUDA_DRIVER names; ", kVariable,
                  " names its file");
  }
  std::string why;
  const backend::Library library = backend::Library::Open(places, &why);
  if (!library.is_open()) {
    return why;
  }
  backend::TableFiller filler(library);
#define KC_CUPTI_FUNCTION(name, parameters) filler.Fill(#name, &table.name);
#include "runtime/trace/cupti_functions.def"
  return filler.WhyNot(places);
}

std::string ErrorText(const char* function, CuptiResult result) {
  const char* text = nullptr;
  const bool known = table.cuptiGetResultString(result, &text) == kCuptiSuccess && text != nullptr;
  return Concat(function, " gave ", known ? text : std::to_string(result).c_str());
}

void RequestBuffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* max_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kBufferAlignment, kBufferBytes));
  *bytes = *buffer == nullptr ? 0 : kBufferBytes;
  // As many as fit.
  *max_records = 0;
}

std::int64_t HostTime(std::uint64_t time) {
  return host_zero + static_cast<std::int64_t>(time - cupti_zero);
}

Track TrackOf(std::uint32_t device, std::uint32_t stream) {
  return timeline->DeviceTrack(Concat("cuda:", device), stream, Concat("stream ", stream));
}

void AddKernel(const CuptiKernel& record) {
  Span span;
  std::string_view symbol = record.name == nullptr ? "kernel" : record.name;
  // A function whose threads do the work of several is the kernel all the same (abi::CoarseSymbol).
  symbol = symbol.substr(0, symbol.find('$'));
  const auto found = Names().find(symbol);
  span.name = found != Names().end() ? found->second : Intern(symbol);
  span.category = "kernel";
  span.track = TrackOf(record.device, record.stream);
  span.begin = HostTime(record.start);
  span.end = HostTime(record.end);
  for (std::size_t d = 0; d < 3; ++d) {
    span.shape[d] = static_cast<std::uint32_t>(record.grid[d]);
    span.shape[d + 3] = static_cast<std::uint32_t>(record.block[d]);
  }
  timeline->Add(span);
}

const char* TransferName(const CuptiTransfer& record) {
  if (record.kind == kCuptiMemset) {
    return "memset";
  }
  if (record.kind == kCuptiMemcpyPeer || record.copy_kind == kCuptiPeerToPeer) {
    return "copy from peer";
  }
  return record.copy_kind == kCuptiHostToDevice   ? "copy to device"
         : record.copy_kind == kCuptiDeviceToHost ? "copy to host"
                                                  : "copy on device";
}

void AddTransfer(const CuptiTransfer& record) {
  Span span;
  span.name = Intern(TransferName(record));
  span.category = "copy";
  span.track = TrackOf(record.device, record.stream);
  span.begin = HostTime(record.start);
  span.end = HostTime(record.end);
  span.bytes = record.bytes;
  timeline->Add(span);
}

// On a thread of CUPTI's, or that of who flushes.
void TakeBuffer(void* /*context*/, std::uint32_t /*stream*/, std::uint8_t* buffer,
                std::size_t /*bytes*/, std::size_t valid_bytes) {
  const std::lock_guard lock(mutex);
  CuptiRecord* record = nullptr;
  while (timeline != nullptr && valid_bytes != 0 &&
         table.cuptiActivityGetNextRecord(buffer, valid_bytes, &record) == kCuptiSuccess) {
    if (record->kind == kCuptiConcurrentKernel) {
      AddKernel(*reinterpret_cast<const CuptiKernel*>(record));
    } else {
      AddTransfer(*reinterpret_cast<const CuptiTransfer*>(record));
    }
  }
  std::free(buffer);
}

std::string Enable() {
  CuptiResult result = table.cuptiActivityRegisterCallbacks(RequestBuffer, TakeBuffer);
  if (result != kCuptiSuccess) {
    return ErrorText("cuptiActivityRegisterCallbacks", result);
  }
  for (const CuptiActivityKind kind : kKinds) {
    result = table.cuptiActivityEnable(kind);
    if (result != kCuptiSuccess) {
      return ErrorText("cuptiActivityEnable", result);
    }
  }
  const std::int64_t before = Now();
  result = table.cuptiGetTimestamp(&cupti_zero);
  host_zero = (before + Now()) / 2;
  return result == kCuptiSuccess ? "" : ErrorText("cuptiGetTimestamp", result);
}

}  // namespace

std::string StartCupti(Timeline& into) {
  static const std::string& why_not = *new std::string(Open());
  if (!why_not.empty()) {
    return why_not;
  }
  std::string failed = Enable();
  const std::lock_guard lock(mutex);
  timeline = failed.empty() ? &into : nullptr;
  return failed;
}

void NameKernel(const std::string& symbol, const std::string& name) {
  const std::lock_guard lock(mutex);
  if (Names().find(symbol) == Names().end()) {
    Names().emplace(symbol, Intern(name));
  }
}

void StopCupti() {
  {
    const std::lock_guard lock(mutex);
    if (timeline == nullptr) {
      return;
    }
  }
  constexpr std::uint32_t kNoFlags = 0;
  static_cast<void>(table.cuptiActivityFlushAll(kNoFlags));
  for (const CuptiActivityKind kind : kKinds) {
    static_cast<void>(table.cuptiActivityDisable(kind));
  }
  const std::lock_guard lock(mutex);
  timeline = nullptr;
}

}  // namespace kernelc::trace
