// Operators new and delete of libkernelc, to which the linker leads every use of them in it (`--wrap`): what is given
// back waits on its thread for the next request of the same size.
//
// A compilation makes and drops some ten thousand small pieces of memory, mostly LLVM's, many more of each size than
// the C library keeps at hand: 12 % of all its instructions went there.
//
// All memory still comes from the operators of the process, and any of it may be given back by either side: one that a
// host frees is not missed, and one of a host's is kept like another. For this the sizes must be those that the C
// library would round to, which is tried; where they are others (other allocators, sanitizers, Valgrind), or where the
// host has operators of its own, nothing is kept.
#include <dlfcn.h>
#include <malloc.h>

#include <array>
#include <cstddef>
#include <new>

namespace kernelc::driver {

namespace {

// The C library rounds requests up to the next of 24, 40, 56, ... LLVM takes 4096 at a time for its small objects.
constexpr std::size_t kStep = 16;
constexpr std::size_t kMostBytes = 4104;
constexpr std::size_t kClasses = kMostBytes / kStep + 1;
// What waits on a thread at most.
constexpr std::size_t kMostKept = std::size_t{8} << 20;

constexpr std::size_t ClassOf(std::size_t bytes) { return (bytes + kStep / 2 - 1) / kStep; }
constexpr std::size_t BytesOf(std::size_t size_class) { return size_class * kStep + kStep / 2; }

struct Piece {
  Piece* next;
};

// What waits on one thread.
struct Store {
  std::array<Piece*, kClasses> pieces{};
  // Bytes that may be kept beside.
  std::size_t room = 0;
};

// Of threads that did not ask yet, and of those that keep nothing. Neither is ever written to.
constinit Store unasked;
constinit Store nothing;

// Not of the model "initial-exec": all such variables of the library would have to fit in what the C library keeps for
// libraries that are loaded late, which the runtime needs, and nobody could load it so.
constinit thread_local Store* store = &unasked;

}  // namespace

}  // namespace kernelc::driver

// The process's own.
extern "C" {
void* __real__Znwm(std::size_t bytes);
void* __real__Znam(std::size_t bytes);
void* __real__ZnwmRKSt9nothrow_t(std::size_t bytes, const std::nothrow_t& tag) noexcept;
void* __real__ZnwmSt11align_val_t(std::size_t bytes, std::align_val_t alignment);
void* __real__ZnwmSt11align_val_tRKSt9nothrow_t(std::size_t bytes, std::align_val_t alignment,
                                                const std::nothrow_t& tag) noexcept;
void __real__ZdlPv(void* memory) noexcept;
void __real__ZdaPv(void* memory) noexcept;
void __real__ZdlPvm(void* memory, std::size_t bytes) noexcept;
void __real__ZdaPvm(void* memory, std::size_t bytes) noexcept;
void __real__ZdlPvSt11align_val_t(void* memory, std::align_val_t alignment) noexcept;
void __real__ZdlPvmSt11align_val_t(void* memory, std::size_t bytes, std::align_val_t alignment) noexcept;
}

namespace kernelc::driver {

namespace {

// dladdr() would look through all names of the library for the nearest.
bool SameObject(void* one, void* other) {
  dl_find_object first;
  dl_find_object second;
  return _dl_find_object(one, &first) == 0 && _dl_find_object(other, &second) == 0 &&
         first.dlfo_link_map == second.dlfo_link_map;
}

bool RoundsAsExpected(std::size_t bytes) {
  void* const memory = __real__Znwm(bytes);
  const bool does = malloc_usable_size(memory) == BytesOf(ClassOf(bytes));
  __real__ZdlPv(memory);
  return does;
}

bool MayKeep() {
  static const bool may = [] {
    void* const allocate = dlsym(RTLD_DEFAULT, "_Znwm");
    void* const neighbour = dlsym(RTLD_DEFAULT, "_ZSt9terminatev");
    // No library has them where C++'s is linked into the command: they are those.
    const bool of_library =
        allocate != nullptr ? neighbour != nullptr && SameObject(allocate, neighbour) : neighbour == nullptr;
    return of_library && RoundsAsExpected(25) && RoundsAsExpected(100) && RoundsAsExpected(kMostBytes);
  }();
  return may;
}

// Gives everything back when its thread ends.
struct StoreOfThread {
  Store* owned = nullptr;
  ~StoreOfThread() {
    store = &nothing;
    if (owned == nullptr) {
      return;
    }
    for (Piece* piece : owned->pieces) {
      while (piece != nullptr) {
        Piece* const next = piece->next;
        __real__ZdlPv(piece);
        piece = next;
      }
    }
    __real__ZdlPv(owned);
  }
};

void BeginStore() {
  // What the beginning itself asks for is not kept.
  store = &nothing;
  if (MayKeep()) {
    static thread_local StoreOfThread of_thread;
    of_thread.owned = new (__real__Znwm(sizeof(Store))) Store;
    of_thread.owned->room = kMostKept;
    store = of_thread.owned;
  }
}

// How much to ask the process for.
[[gnu::noinline]] std::size_t BytesAnew(std::size_t bytes) {
  if (store == &unasked) {
    BeginStore();
  }
  return store == &nothing || bytes > kMostBytes ? bytes : BytesOf(ClassOf(bytes));
}

// `anew` asks the process.
template <typename Anew>
void* Allocate(std::size_t bytes, const Anew& anew) {
  if (bytes <= kMostBytes) [[likely]] {
    Store& kept = *store;
    const std::size_t size_class = ClassOf(bytes);
    if (Piece* const piece = kept.pieces[size_class]; piece != nullptr) [[likely]] {
      kept.pieces[size_class] = piece->next;
      kept.room += BytesOf(size_class);
      return piece;
    }
  }
  return anew(BytesAnew(bytes));
}

// `bytes` as they were asked for; `give_back` is for what is not kept.
template <typename GiveBack>
void Free(void* memory, std::size_t bytes, const GiveBack& give_back) {
  if (memory != nullptr && bytes <= kMostBytes) [[likely]] {
    Store& kept = *store;
    const std::size_t size_class = ClassOf(bytes);
    if (kept.room >= BytesOf(size_class)) [[likely]] {
      kept.room -= BytesOf(size_class);
      kept.pieces[size_class] = new (memory) Piece{kept.pieces[size_class]};
      return;
    }
  }
  give_back();
}

// Where nobody says how many bytes they are: as many as the largest class that fits. Pieces that the C library maps one
// by one, as a host may tell it to, have sizes of their own.
template <typename GiveBack>
void Free(void* memory, const GiveBack& give_back) {
  if (memory == nullptr || store->room == 0) {
    give_back();
    return;
  }
  Free(memory, BytesOf((malloc_usable_size(memory) - kStep / 2) / kStep), give_back);
}

// Others get what they ask for from the process.
constexpr bool IsUsual(std::align_val_t alignment) { return static_cast<std::size_t>(alignment) <= kStep; }

}  // namespace

}  // namespace kernelc::driver

using kernelc::driver::Allocate;
using kernelc::driver::Free;
using kernelc::driver::IsUsual;

extern "C" {

void* __wrap__Znwm(std::size_t bytes) { return Allocate(bytes, __real__Znwm); }

void* __wrap__Znam(std::size_t bytes) { return Allocate(bytes, __real__Znam); }

void* __wrap__ZnwmRKSt9nothrow_t(std::size_t bytes, const std::nothrow_t& tag) noexcept {
  return Allocate(bytes, [&](std::size_t rounded) { return __real__ZnwmRKSt9nothrow_t(rounded, tag); });
}

void* __wrap__ZnwmSt11align_val_t(std::size_t bytes, std::align_val_t alignment) {
  const auto anew = [=](std::size_t rounded) { return __real__ZnwmSt11align_val_t(rounded, alignment); };
  return IsUsual(alignment) ? Allocate(bytes, anew) : anew(bytes);
}

void* __wrap__ZnwmSt11align_val_tRKSt9nothrow_t(std::size_t bytes, std::align_val_t alignment,
                                                const std::nothrow_t& tag) noexcept {
  const auto anew = [&](std::size_t rounded) {
    return __real__ZnwmSt11align_val_tRKSt9nothrow_t(rounded, alignment, tag);
  };
  return IsUsual(alignment) ? Allocate(bytes, anew) : anew(bytes);
}

void __wrap__ZdlPv(void* memory) noexcept {
  Free(memory, [=] { __real__ZdlPv(memory); });
}

void __wrap__ZdaPv(void* memory) noexcept {
  Free(memory, [=] { __real__ZdaPv(memory); });
}

void __wrap__ZdlPvm(void* memory, std::size_t bytes) noexcept {
  Free(memory, bytes, [=] { __real__ZdlPvm(memory, bytes); });
}

void __wrap__ZdaPvm(void* memory, std::size_t bytes) noexcept {
  Free(memory, bytes, [=] { __real__ZdaPvm(memory, bytes); });
}

void __wrap__ZdlPvSt11align_val_t(void* memory, std::align_val_t alignment) noexcept {
  const auto give_back = [=] { __real__ZdlPvSt11align_val_t(memory, alignment); };
  IsUsual(alignment) ? Free(memory, give_back) : give_back();
}

void __wrap__ZdlPvmSt11align_val_t(void* memory, std::size_t bytes, std::align_val_t alignment) noexcept {
  const auto give_back = [=] { __real__ZdlPvmSt11align_val_t(memory, bytes, alignment); };
  IsUsual(alignment) ? Free(memory, bytes, give_back) : give_back();
}
}
