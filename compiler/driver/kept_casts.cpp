// The C++ library's dynamic cast as libkernelc calls it, to which the linker leads every use of it in it (`--wrap`): what a
// cast of objects of one class gave is kept for the next.
//
// ANTLR's runtime asks with dynamic casts which kind of state it has, 14,000 times before it has read its first tables, and
// the C++ library compares the types on the way by their names: a seventh of all instructions of a process that compiles
// one kernel.
//
// What a cast gives depends on the pointer to the virtual table, of which each base of a class has its own, and on the two
// types. Kept is what lies in the library itself, which is never unloaded: an address in it is one class forever.
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace __cxxabiv1 {
class __class_type_info;
}

// The library's image, from the linker.
extern "C" {
extern __attribute__((visibility("hidden"))) const char __ehdr_start[];
extern __attribute__((visibility("hidden"))) const char _end[];
void* __real___dynamic_cast(const void* object, const __cxxabiv1::__class_type_info* from,
                            const __cxxabiv1::__class_type_info* to, std::ptrdiff_t hint);
}

namespace kernelc::driver {

namespace {

constexpr std::uint32_t kNoCast = 0x80000000u;
constexpr std::uint64_t kBeingWritten = 1;

// Written once: whoever finds `classes` finds the rest.
struct Cast {
  // The virtual table and the type that is asked for, as places in the image.
  std::atomic<std::uint64_t> classes = 0;
  // The type of the pointer, and how far the result is from the object.
  std::atomic<std::uint64_t> result = 0;
};

// ANTLR's tables and trees need some 250.
constexpr std::size_t kCasts = 1024;
constinit std::array<Cast, kCasts> casts{};

std::uint64_t PlaceOf(const void* address) {
  return std::bit_cast<std::uint64_t>(address) - std::bit_cast<std::uint64_t>(&__ehdr_start[0]);
}

std::uint64_t ImageSize() {
  static_assert(sizeof(void*) == sizeof(std::uint64_t));
  return PlaceOf(&_end[0]);
}

constexpr std::uint64_t Join(std::uint64_t high, std::uint64_t low) { return high << 32U | low; }

}  // namespace

}  // namespace kernelc::driver

extern "C" void* __wrap___dynamic_cast(const void* object, const __cxxabiv1::__class_type_info* from,
                                       const __cxxabiv1::__class_type_info* to, std::ptrdiff_t hint) {
  using namespace kernelc::driver;
  const void* table = nullptr;
  std::memcpy(&table, object, sizeof table);
  const std::uint64_t size = ImageSize();
  const std::uint64_t table_place = PlaceOf(table);
  const std::uint64_t from_place = PlaceOf(from);
  const std::uint64_t to_place = PlaceOf(to);
  if (table_place >= size || from_place >= size || to_place >= size || size >= kNoCast) {
    return __real___dynamic_cast(object, from, to, hint);
  }
  // Virtual tables and types are multiples of eight bytes apart.
  Cast& cast = casts[(table_place / 8 * 31 + to_place / 8) % kCasts];
  const std::uint64_t classes = Join(table_place, to_place);
  std::uint64_t known = cast.classes.load(std::memory_order_acquire);
  if (known == classes) [[likely]] {
    const std::uint64_t result = cast.result.load(std::memory_order_relaxed);
    if (result >> 32U == from_place) [[likely]] {
      const auto away = static_cast<std::uint32_t>(result);
      return away == kNoCast ? nullptr
                             : std::bit_cast<char*>(object) + static_cast<std::int32_t>(away);
    }
  }
  void* const found = __real___dynamic_cast(object, from, to, hint);
  if (known == 0 && cast.classes.compare_exchange_strong(known, kBeingWritten, std::memory_order_relaxed)) {
    const std::ptrdiff_t away = static_cast<const char*>(found) - static_cast<const char*>(object);
    cast.result.store(Join(from_place, found == nullptr ? kNoCast : static_cast<std::uint32_t>(away)),
                      std::memory_order_relaxed);
    cast.classes.store(classes, std::memory_order_release);
  }
  return found;
}
