// Typed 32-bit ids. Each store has its own id type, so that an id of one store cannot index another.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace kernelc {

// CRTP base: `struct TypeId : Id<TypeId> {};`. A default-constructed id is "none".
template <typename Derived>
struct Id {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t index_value) : index(index_value) {}
  constexpr explicit Id(std::size_t index_value) : index(static_cast<std::uint32_t>(index_value)) {}

  static constexpr Derived None() { return Derived(); }
  constexpr bool has_value() const { return index != kNone; }
  friend constexpr auto operator<=>(const Id&, const Id&) = default;

  std::uint32_t index = kNone;
};

}  // namespace kernelc

// Declares an id type and makes it hashable. Use at namespace scope inside `kernelc`.
#define KC_DECLARE_ID(Name)                        \
  struct Name : ::kernelc::Id<Name> {              \
    using ::kernelc::Id<Name>::Id;                 \
  }

template <typename T>
  requires std::derived_from<T, kernelc::Id<T>>
struct std::hash<T> {
  std::size_t operator()(const T& id) const noexcept { return std::hash<std::uint32_t>()(id.index); }
};
