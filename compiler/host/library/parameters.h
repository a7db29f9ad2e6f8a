// Bodies of the table that are declared with their parameters, as Python declares them:
//
//   KC_NATIVE(ListInsert, Of<Kind::List> self, std::int64_t index, Value object) { ... }
//
// Each parameter gets its argument as its type says; calls that lack one, or have more, are not
// followed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "compiler/host/objects/integer.h"

namespace kernelc::host {

// An object of one of these kinds, whose contents are known.
template <Kind... kKinds>
struct Of : Value {};
// The same whose contents may be unknown.
template <Kind... kKinds>
struct Any : Value {};
// Undefined where there is no argument.
struct Given : Value {};
// A number, for objects of subclasses of int, float and complex that of theirs.
struct Plain : Value {};
// Given by its name alone.
template <typename T>
struct Named : T {};
// An argument of None is as good as none.
template <typename T>
struct OrNone : std::optional<T> {};
// All that are given by position from here on.
struct Rest : std::span<const Value> {};
// All that are given by name.
struct Keywords : std::span<const Keyword> {};
// The name in the table, where one body serves several; no parameter.
struct Called : std::string_view {};

template <typename T>
struct Type {};

// What an argument becomes; other headers add types.
inline Value Take(Context&, const Value& value, Type<Value>) { return value; }
inline std::int64_t Take(Context& c, const Value& value, Type<std::int64_t>) {
  return AsIndex(c, value);
}
inline bool Take(Context& c, const Value& value, Type<bool>) { return Truth(c, value); }
inline ValueList Take(Context& c, const Value& value, Type<ValueList>) {
  return Elements(c, value);
}
std::string_view Take(Context& c, const Value& value, Type<std::string_view>);
// As `math` takes it: also of objects with `__float__`.
double Take(Context& c, const Value& value, Type<double>);
inline Plain Take(Context&, const Value& value, Type<Plain>) { return {PlainNumber(value)}; }
// Gives up where the object is of no such kind.
void CheckKind(Context& c, bool is_it);
template <Kind... kKinds>
Of<kKinds...> Take(Context& c, const Value& value, Type<Of<kKinds...>>) {
  CheckKind(c, value.is(kKinds...));
  CheckContents(c, value);
  return {value};
}
template <Kind... kKinds>
Any<kKinds...> Take(Context& c, const Value& value, Type<Any<kKinds...>>) {
  CheckKind(c, value.is(kKinds...));
  return {value};
}

inline constexpr std::size_t kMostParameters = 8;
using ParameterNames = std::array<std::string_view, kMostParameters>;

// The last word of each part of a declaration, without the `_` behind what is a word of C++ as
// well; empty where the argument cannot be given by name.
consteval ParameterNames NamesOf(std::string_view declaration, bool has_names) {
  ParameterNames names;
  std::size_t count = 0;
  std::size_t part = 0;
  int open = 0;
  for (std::size_t at = 0; at <= declaration.size() && !declaration.empty(); ++at) {
    const char here = at < declaration.size() ? declaration[at] : ',';
    open += here == '<' ? 1 : here == '>' ? -1 : 0;
    if (here == ',' && open == 0) {
      const std::size_t begin = declaration.find_last_of(" &", at - 1) + 1;
      const std::size_t end = at - (declaration[at - 1] == '_' ? 1 : 0);
      const bool has_name = has_names || declaration.substr(part).starts_with("Named<");
      names[count++] = has_name ? declaration.substr(begin, end - begin) : std::string_view();
      part = std::min(at + 2, declaration.size());
    }
  }
  return names;
}

template <typename T>
inline constexpr bool kIsNamed = false;
template <typename T>
inline constexpr bool kIsNamed<Named<T>> = true;
template <typename T>
inline constexpr bool kIsOrNone = false;
template <typename T>
inline constexpr bool kIsOrNone<OrNone<T>> = true;
template <typename T>
inline constexpr bool kIsOrNone<Named<OrNone<T>>> = true;
template <typename T>
concept IsOptional = requires {
  typename T::value_type;
}
&&std::is_base_of_v<std::optional<typename T::value_type>, T>;
template <typename T>
inline constexpr bool kIsPositional = !kIsNamed<T> && !std::is_same_v<T, Called> &&
                                      !std::is_same_v<T, Rest> && !std::is_same_v<T, Keywords>;

// What the TypeError of a call that lacks an argument says is the function's own.
inline constexpr std::string_view kOtherArguments =
    "is called with arguments that are not followed";
// Gives up for more arguments than `most` by position, and for those of other names; null: any
// name.
void CheckArguments(Context& c, const Arguments& a, std::size_t most, const ParameterNames* names);

template <typename T>
T TakeArgument(Context& c, const Arguments& a, std::size_t place, std::string_view name) {
  if constexpr (std::is_same_v<T, Called>) {
    return {a.native};
  } else if constexpr (std::is_same_v<T, Rest>) {
    return {a.values.subspan(std::min(place, a.size()))};
  } else if constexpr (std::is_same_v<T, Keywords>) {
    return {a.keywords};
  } else {
    const Value given = a.Get(kIsNamed<T> ? a.size() : place, name);
    if constexpr (std::is_base_of_v<Given, T>) {
      return T{{given}};
    } else if constexpr (IsOptional<T>) {
      const bool is_there = !given.is_undefined() && !(kIsOrNone<T> && given.is_none());
      T taken;
      if (is_there) {
        static_cast<std::optional<typename T::value_type>&>(taken) =
            Take(c, given, Type<typename T::value_type>());
      }
      return taken;
    } else {
      GiveUpIf(c, given.is_undefined(), kOtherArguments);
      return Take(c, given, Type<T>());
    }
  }
}

// How many of the first `end` are given by position.
template <typename... Parameters>
consteval std::size_t PlaceOf(std::size_t end) {
  const bool is_positional[] = {kIsPositional<Parameters>..., false};
  return static_cast<std::size_t>(std::count(is_positional, is_positional + end, true));
}

// Made with braces, it has the arguments from left to right. Of a std::tuple of values, GCC 12
// loses stores through the pointers that they hold.
struct InOrder {
  template <typename Body, typename... Taken>
  InOrder(Context& c, Body body, Taken&&... taken)
      : result(body(c, std::forward<Taken>(taken)...)) {}
  Value result;
};

template <typename... Parameters, std::size_t... kIndices>
Value CallWith(Context& c, const Arguments& a, const ParameterNames& names,
               Value (*body)(Context&, Parameters...), std::index_sequence<kIndices...>) {
  constexpr bool kTakesAll = (std::is_same_v<std::decay_t<Parameters>, Rest> || ...);
  constexpr bool kTakesNames = (std::is_same_v<std::decay_t<Parameters>, Keywords> || ...);
  CheckArguments(c, a,
                 kTakesAll ? a.size() : PlaceOf<std::decay_t<Parameters>...>(sizeof...(Parameters)),
                 kTakesNames ? nullptr : &names);
  return InOrder{c, body,
                 TakeArgument<std::decay_t<Parameters>>(
                     c, a, PlaceOf<std::decay_t<Parameters>...>(kIndices), names[kIndices])...}
      .result;
}

template <typename... Parameters>
Value CallWith(Context& c, const Arguments& a, const ParameterNames& names,
               Value (*body)(Context&, Parameters...)) {
  return CallWith(c, a, names, body, std::index_sequence_for<Parameters...>());
}

// A body whose parameters are given by position, those that are Named by name.
#define KC_NATIVE(name, ...) KC_NATIVE_OF(name, false, __VA_ARGS__)
// The same whose parameters may all be given by name.
#define KC_NATIVE_BY_NAME(name, ...) KC_NATIVE_OF(name, true, __VA_ARGS__)
#define KC_NATIVE_OF(name, has_names, ...)                                     \
  static Value name##With(Context& c __VA_OPT__(, ) __VA_ARGS__);              \
  Value name(Context& c, const Arguments& a) {                                 \
    static constexpr ParameterNames kNames = NamesOf(#__VA_ARGS__, has_names); \
    return CallWith(c, a, kNames, name##With);                                 \
  }                                                                            \
  static Value name##With([[maybe_unused]] Context& c __VA_OPT__(, ) __VA_ARGS__)

}  // namespace kernelc::host
