#include "tests/random_programs/loops.h"

#include <algorithm>
#include <cstddef>

namespace kernelc::random_programs {

namespace {

// A bound of a loop by `{p}` and `{q}`, numbers from 0 to the length of the loop; below zero where
// `is_signed`.
struct Bound {
  const char* text;
  bool is_signed;
};

constexpr Bound kBounds[] = {
    {"-{p}", true},
    {"0 - {p}", true},
    {"{p} * -1", true},
    {"{q} - {p}", true},
    {"-{p} - {q}", true},
    {"-({p} + {q})", true},
    {"-{p} + 3", true},
    {"3 - {p}", true},
    {"~{p}", true},
    {"-({p} * 2)", true},
    {"-({p} * {q} % 23)", true},
    {"-abs({p} - {q})", true},
    {"min(-{p}, {q})", true},
    {"max(-{p}, -{q})", true},
    {"-({p} // 3)", true},
    {"-{p} if {p} > {q} else {q}", true},
    {"-(-{p})", true},
    {"{q}", false},
    {"{p} + {q}", false},
    {"{p} * {q} % 23", false},
    {"{p} // 2 + 1", false},
    {"abs({p} - {q})", true},
    {"max({p}, {q})", false},
};

// What a loop counts by at the end of an iteration: lines in front of it, and what ends it there.
struct Stride {
  const char* before;
  const char* exit;
  const char* by;
  // The loop begins at 0 and ends at the stride, which need not be positive.
  bool is_bound;
};

constexpr Stride kStrides[] = {
    {"", "", "{step}", false},
    {"{d} = 1 + {p} % 7\n", "", "{d}", false},
    {"", "", "cuda.blockDim.x", false},
    {"", "", "max({q}, 1)", false},
    {"{d} = {q} - {p}\n", "if {d} <= 0:\n    break\n", "{d}", false},
    {"{d} = {q} - {p}\n", "", "{d}", true},
};
// Of a block's threads.
constexpr double kMaxStride = 128;

// `text` with every `name` replaced.
std::string Replaced(std::string text, const std::string& name, const std::string& by) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
    text.replace(at, name.size(), by);
    at += by.size();
  }
  return text;
}

std::string CastTo(Type type, const std::string& value) {
  return "np." + NameOf(type) + "(" + value + ")";
}

}  // namespace

CountingLoop MakeCountingLoop(Random& random, Expressions& make, const Names& names,
                              unsigned number, unsigned length) {
  const std::vector<Type> types = {Type::Int64,  Type::Int64,  Type::Int64, Type::Int32,
                                   Type::Int32,  Type::Int16,  Type::Int8,  Type::UInt8,
                                   Type::UInt16, Type::UInt32, Type::UInt64};
  const Type type = random.Pick(types);
  const bool falls = random.Chance(65);
  const std::string suffix = std::to_string(number);
  const std::string p = "p" + suffix;
  const std::string q = "q" + suffix;
  const std::string j = "j" + suffix;
  const std::string step = std::to_string(1 + random.Below(7));
  const auto bound = [&] {
    Bound chosen = kBounds[random.Below(std::size(kBounds))];
    while (is_unsigned(type) && chosen.is_signed) {
      chosen = kBounds[random.Below(std::size(kBounds))];
    }
    return Replaced(Replaced(chosen.text, "{p}", p), "{q}", q);
  };

  CountingLoop loop;
  loop.is_uniform = random.Chance(30);
  const std::string limit = std::to_string(length);
  const auto number_text = [&](const char* place) {
    return CastTo(random.Chance(50) ? type : Type::Int64,
                  loop.is_uniform
                      ? "(n + n32 + " + std::to_string(random.Below(50)) + ") % " + limit
                      : std::string(place) + " % " + limit);
  };
  loop.head = p + " = " + number_text("{0}") + "\n" + q + " = " + number_text("{1}") + "\n";
  if (!loop.is_uniform) {
    loop.exprs = {make.IntegerOf(Type::Int64, 1e15, names, 1),
                  make.IntegerOf(Type::Int64, 1e15, names, 1)};
  }
  // The largest bound is the sum of p and q, or 22; one more step leads past it.
  loop.variable = Leaf(j, type, std::max(2.0 * length, 23.0) + 8);
  const std::string start = random.Chance(60) ? (falls == random.Chance(80) ? p : "0") : bound();
  const std::string end = bound();
  if (!is_unsigned(type) && random.Chance(50)) {
    loop.head +=
        "for " + j + " in range(" + start + ", " + end + ", " + (falls ? "-" : "") + step + "):";
    loop.variable.type = Type::Int64;
    return loop;
  }
  loop.head += j + " = " + CastTo(type, start) + "\n";
  std::string bound_text = end;
  if (random.Chance(60)) {
    loop.head += "b" + suffix + " = " + CastTo(type, end) + "\n";
    bound_text = "b" + suffix;
  }
  // A falling unsigned variable must not step below zero.
  const std::string margin = falls && is_unsigned(type) ? " + " + step : "";
  const std::string compare =
      random.Chance(50) ? (falls ? " >= " : " <= ") : (falls ? " > " : " < ");
  if (type == Type::Int64 && random.Chance(60)) {
    const Stride stride = kStrides[random.Below(std::size(kStrides))];
    const auto named = [&](const char* text) {
      return Replaced(Replaced(Replaced(Replaced(text, "{p}", p), "{q}", q), "{d}", "e" + suffix), "{step}", step);
    };
    loop.head += named(stride.before);
    if (stride.is_bound) {
      loop.head += j + " = 0\n";
    }
    loop.head += "while " + j + (stride.is_bound ? named(falls ? " > -{d}" : " < {d}") : compare + "(" + bound_text + ")") + ":";
    loop.last = named(stride.exit) + j + (falls ? " -= " : " += ") + named(stride.by);
    loop.variable.max += kMaxStride;
    return loop;
  }
  loop.head += "while " + j + compare + "(" + bound_text + ")" + margin + ":";
  loop.step = j + " = " + CastTo(type, j + (falls ? " - " : " + ") + step);
  return loop;
}

}  // namespace kernelc::random_programs
