// Arguments of calls, and the rows of host_functions.def.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>

#include "compiler/host/heap/value.h"

namespace kernelc::host {

// Calls get these.
struct Keyword {
  std::string_view name;
  Value value;
};
struct Arguments {
  std::span<const Value> values;
  std::span<const Keyword> keywords;
  // Of a native function: its name in the table, where one body serves several.
  std::string_view native = {};

  std::size_t size() const { return values.size(); }
  // The argument at `position` or of this name; undefined where there is none.
  Value Get(std::size_t position, std::string_view name) const;
};

struct Context;
using NativeBody = Value (*)(Context& c, const Arguments& a);

// What a native function does besides giving its result, and what happens where an argument itself
// is unknown.
enum class Effect : std::uint8_t {
  // Nothing; the result shares nothing that can be changed with the arguments. An unknown argument:
  // the result is unknown, and only what could be called or advanced escapes.
  Pure,
  // The result may be or hold an argument, or arguments are called; with an unknown one all escape.
  Shares,
  // As Pure, but writes to what `out=` is given, and to arguments behind the operands.
  Reads,
  // Writes to the first, second, third argument; an unknown argument: all escape, that one with its
  // contents.
  Receiver,
  Argument1,
  Argument2,
  // The body takes unknown arguments itself.
  Handles,
};

// A row of host_functions.def.
struct NativeRow {
  std::string_view path;
  Effect effect;
  NativeBody body;
  // The file of stdlib/host that defines it instead.
  std::string_view file = {};
  // A member of a type, not of a module.
  bool is_method = false;
  // Reading the attribute calls the body.
  bool is_attribute = false;
  // Gives the value of a constant.
  Value (*constant)(Context& c) = nullptr;
  // Reads: how many arguments come first that it does not write to.
  std::size_t operands = 1;

  std::string_view owner() const { return path.substr(0, path.rfind('.')); }
  std::string_view name() const { return path.substr(path.rfind('.') + 1); }
};
// Null for what is not known.
const NativeRow* FindNative(std::string_view path);
const NativeRow* FindNative(std::string_view owner, std::string_view name);
// The function, class or constant of a row.
Value NativeValue(Context& c, const NativeRow& row);
// The members of a module or a builtin type: null where the table has no row for one.
using NativeMembers = std::unordered_map<std::string_view, const NativeRow*>;
const NativeMembers* FindNativeMembers(std::string_view owner);

struct NativeInfo : Payload {
  explicit NativeInfo(const NativeRow* the_row) : row(the_row) {}
  const NativeRow* row;
};

}  // namespace kernelc::host
