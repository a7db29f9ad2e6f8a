// The table behind the handles of the C API.
#include <array>
#include <atomic>
#include <mutex>
#include <vector>

#include "kernelc/c_bridge.h"
#include "runtime/backend/status.h"
#include "runtime/backend/text.h"

namespace kernelc::capi {
namespace {

using backend::Concat;

// A handle's bits: kind, generation of the slot, number of the slot. Never 0, as no kind is.
constexpr unsigned kIndexBits = 32;
constexpr unsigned kGenerationBits = 24;
constexpr std::uint64_t kGenerationMask = (std::uint64_t{1} << kGenerationBits) - 1;
constexpr std::size_t kChunkSlots = 1024;
constexpr std::size_t kMaxChunks = 16384;

static_assert(sizeof(void*) == sizeof(std::uint64_t));

struct Slot {
  // Kind and generation of the handle that the slot serves; kind 0 when it is free.
  std::atomic<std::uint32_t> tag = 0;
  // Of the next handle, while the slot is free.
  std::uint32_t generation = 0;
  HandleObject* object = nullptr;
};

using Chunk = std::array<Slot, kChunkSlots>;

constexpr std::uint32_t Tag(HandleKind kind, std::uint64_t generation) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(kind) << kGenerationBits |
                                    generation);
}

// Slots never move and are never freed, so that a look-up needs no lock.
class Table {
 public:
  void* Insert(HandleKind kind, std::unique_ptr<HandleObject> object) {
    const std::lock_guard lock(mutex_);
    const std::uint32_t index = FreeSlot();
    Slot& slot = At(index);
    slot.object = object.release();
    const std::uint32_t tag = Tag(kind, slot.generation);
    slot.tag.store(tag, std::memory_order_release);
    return reinterpret_cast<void*>(std::uint64_t{tag} << kIndexBits | index);
  }

  // Null where the handle is none of the kind.
  HandleObject* Find(HandleKind kind, std::uint64_t handle) const {
    const Slot* slot = SlotOf(handle);
    const auto tag = static_cast<std::uint32_t>(handle >> kIndexBits);
    const bool valid = slot != nullptr && KindOf(handle) == kind &&
                       slot->tag.load(std::memory_order_acquire) == tag;
    return valid ? slot->object : nullptr;
  }

  std::unique_ptr<HandleObject> Remove(HandleKind kind, std::uint64_t handle) {
    const std::lock_guard lock(mutex_);
    HandleObject* object = Find(kind, handle);
    if (object != nullptr) {
      const auto index = static_cast<std::uint32_t>(handle);
      Slot& slot = At(index);
      slot.tag.store(0, std::memory_order_release);
      slot.generation = static_cast<std::uint32_t>((slot.generation + 1) & kGenerationMask);
      slot.object = nullptr;
      free_.push_back(index);
    }
    return std::unique_ptr<HandleObject>(object);
  }

  // Whether such a handle was given out once.
  bool WasMade(std::uint64_t handle) const { return SlotOf(handle) != nullptr; }

  static HandleKind KindOf(std::uint64_t handle) {
    return static_cast<HandleKind>(handle >> (kIndexBits + kGenerationBits));
  }

 private:
  Slot& At(std::uint32_t index) const {
    return (*chunks_[index / kChunkSlots].load(std::memory_order_acquire))[index % kChunkSlots];
  }

  const Slot* SlotOf(std::uint64_t handle) const {
    const auto index = static_cast<std::uint32_t>(handle);
    return index < used_.load(std::memory_order_acquire) ? &At(index) : nullptr;
  }

  std::uint32_t FreeSlot() {
    if (!free_.empty()) {
      const std::uint32_t index = free_.back();
      free_.pop_back();
      return index;
    }
    const std::uint32_t index = used_.load(std::memory_order_relaxed);
    if (index == kChunkSlots * kMaxChunks) {
      backend::ThrowError(ErrorCode::OutOfMemory, "create", "handle",
                          Concat("there are ", index, " handles; destroy some"));
    }
    // Remove() must not run out of memory.
    if (free_.capacity() <= index) {
      free_.reserve(std::size_t{2} * index + kChunkSlots);
    }
    if (index % kChunkSlots == 0) {
      // Lives as long as the process, as handles of it may.
      chunks_[index / kChunkSlots].store(new Chunk, std::memory_order_release);
    }
    used_.store(index + 1, std::memory_order_release);
    return index;
  }

  std::mutex mutex_;
  std::atomic<std::uint32_t> used_ = 0;
  std::array<std::atomic<Chunk*>, kMaxChunks> chunks_ = {};
  std::vector<std::uint32_t> free_;
};

// Never destroyed: handles are used until the process ends, by destructors of the program too.
Table& TheTable() {
  static Table* const table = new Table;
  return *table;
}

std::string_view KindText(HandleKind kind) {
  switch (kind) {
    case HandleKind::Context:
      return "context";
    case HandleKind::Stream:
      return "stream";
    case HandleKind::Event:
      return "event";
    case HandleKind::Array:
      return "array";
    case HandleKind::Module:
      return "module";
    case HandleKind::Kernel:
      return "kernel";
    case HandleKind::Program:
      return "program";
    case HandleKind::Record:
      return "record";
    case HandleKind::BoundKernel:
      return "bound kernel";
    case HandleKind::Communicator:
      return "communicator";
    case HandleKind::Graph:
      return "graph";
    case HandleKind::GraphExec:
      return "graph exec";
  }
  return {};
}

[[noreturn]] void ThrowInvalid(const char* function, HandleKind kind, std::uint64_t handle) {
  const std::string_view wanted = KindText(kind);
  const std::string_view given = KindText(Table::KindOf(handle));
  std::string reason;
  if (handle == 0) {
    reason = Concat("the ", wanted, " is NULL");
  } else if (given.empty() || !TheTable().WasMade(handle)) {
    reason = Concat("the ", wanted, " is no handle of kernelc");
  } else if (given != wanted) {
    reason = Concat("the ", wanted, " given is a handle of another kind: ", given);
  } else {
    reason = Concat("the ", wanted, " was destroyed before");
  }
  throw Failure(KERNELC_INVALID_HANDLE, Concat(function, ": ", reason));
}

}  // namespace

HandleObject::~HandleObject() = default;
KernelObject::~KernelObject() = default;

void* NewHandle(HandleKind kind, std::unique_ptr<HandleObject> object) {
  return TheTable().Insert(kind, std::move(object));
}

HandleObject& Find(const char* function, HandleKind kind, const void* handle) {
  const auto bits = reinterpret_cast<std::uint64_t>(handle);
  HandleObject* object = TheTable().Find(kind, bits);
  if (object == nullptr) [[unlikely]] {
    ThrowInvalid(function, kind, bits);
  }
  return *object;
}

std::unique_ptr<HandleObject> Take(const char* function, HandleKind kind, void* handle) {
  if (handle == nullptr) {
    return nullptr;
  }
  const auto bits = reinterpret_cast<std::uint64_t>(handle);
  std::unique_ptr<HandleObject> object = TheTable().Remove(kind, bits);
  if (object == nullptr) {
    ThrowInvalid(function, kind, bits);
  }
  return object;
}

}  // namespace kernelc::capi
