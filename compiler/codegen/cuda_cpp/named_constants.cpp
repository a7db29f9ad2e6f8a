#include "compiler/codegen/cuda_cpp/named_constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "compiler/base/check.h"
#include "compiler/codegen/cuda_cpp/numbers.h"

namespace kernelc::codegen::cuda_cpp {
namespace {

using kir::Op;

bool IsLetter(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsWide(TypeId id) { return id == types::kFloat32 || id == types::kFloat64; }

bool IsOneWord(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return IsLetter(c) || IsDigit(c); });
}

std::string_view SpellingOf(TypeId id) {
  return id == types::kBool      ? "bool"
         : id == types::kInt32   ? "int"
         : id == types::kFloat32 ? "float"
         : id == types::kFloat64 ? "double"
                                 : "int64_t";
}

// The type that C++ has the constant in.
TypeId TypeOf(const kir::NamedConstant& constant) {
  if (!types::IsInteger(constant.type)) {
    return constant.type;
  }
  const bool is_small = constant.imm <= std::numeric_limits<std::int32_t>::max() &&
                        constant.imm > std::numeric_limits<std::int32_t>::min();
  return is_small ? types::kInt32 : types::kInt64;
}

// How the outermost operator of a text binds.
Binding BindingOf(std::string_view text) {
  if (text.find(' ') != std::string_view::npos) {
    const bool is_sum =
        text.find(" + ") != std::string_view::npos || text.find(" - ") != std::string_view::npos;
    return is_sum ? Binding::Add : Binding::Multiply;
  }
  return text.starts_with('-') ? Binding::Unary : Binding::Primary;
}

}  // namespace

NamedConstants::NamedConstants(const kir::Module& module, NameTable* names) {
  for (const kir::NamedConstant& constant : module.named_constants) {
    entries_.push_back({&constant, names->Add(constant.name), TypeOf(constant)});
  }
  for (const kir::Function& function : module.functions) {
    for (const kir::ConstantText& use : function.constant_texts) {
      NoteUse(function, use);
    }
  }
  std::set<std::string_view> definitions;
  for (const kir::Function& function : module.functions) {
    may_be_templates_ |= !definitions.insert(function.name).second;
  }
  for (Entry& entry : entries_) {
    // What is needed as float alone is a float.
    if (entry.type == types::kFloat64 && entry.wanted == std::set<TypeId>{types::kFloat32}) {
      entry.type = types::kFloat32;
    }
  }
}

const NamedConstants::Entry* NamedConstants::Find(std::string_view program_name) const {
  const auto found = std::ranges::find_if(
      entries_, [&](const Entry& entry) { return entry.constant->name == program_name; });
  return found == entries_.end() ? nullptr : &*found;
}

template <typename Visit>
std::string NamedConstants::Replaced(std::string_view text, const Visit& visit) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (IsLetter(text[i]) || IsDigit(text[i])) {
      // `1e-5` is one number.
      const auto goes_on = [&](char c) {
        const bool is_exponent = IsDigit(text[i]) && text[end - 1] == 'e' && (c == '-' || c == '+');
        return IsLetter(c) || IsDigit(c) || (IsDigit(text[i]) && c == '.') || is_exponent;
      };
      while (end < text.size() && goes_on(text[end])) {
        ++end;
      }
    }
    const std::string_view word = text.substr(i, end - i);
    result += IsLetter(word.front()) ? visit(word) : std::string(word);
    i = end;
  }
  return result;
}

void NamedConstants::NoteUse(const kir::Function& function, const kir::ConstantText& use) {
  const std::string& text = function.strings[use.text];
  texts_[{&function, use.value.index, use.place}] = text;
  const kir::Inst& inst = function.inst(use.value);
  if (inst.op != Op::ConstFloat) {
    return;
  }
  const bool is_plain = IsOneWord(text);
  static_cast<void>(Replaced(text, [&](std::string_view word) {
    for (Entry& entry : entries_) {
      if (entry.constant->name == word) {
        // Python computes with double.
        entry.wanted.insert(is_plain ? inst.type : types::kFloat64);
      }
    }
    return std::string();
  }));
}

std::optional<std::string> NamedConstants::Text(const kir::Function& function, kir::InstId id,
                                                std::uint32_t place) const {
  const auto found = texts_.find({&function, id.index, place});
  if (found == texts_.end()) {
    return std::nullopt;
  }
  return Replaced(found->second, [&](std::string_view word) {
    const Entry* entry = Find(word);
    return entry == nullptr ? std::string(word) : entry->name;
  });
}

// Whether the number is that of the constant: the program may have converted it.
bool NamedConstants::Holds(const Entry& entry, const kir::Inst& number) const {
  const std::int64_t imm = entry.constant->imm;
  if (number.op == Op::ConstInt) {
    return !IsWide(entry.type) && number.imm == imm;
  }
  const double value = std::bit_cast<double>(number.imm);
  const double own = IsWide(entry.type) ? std::bit_cast<double>(imm) : static_cast<double>(imm);
  const double rounded =
      number.type == types::kFloat32 ? static_cast<double>(static_cast<float>(own)) : own;
  return std::bit_cast<std::int64_t>(value) == std::bit_cast<std::int64_t>(rounded);
}

std::optional<Expr> NamedConstants::NumberText(const kir::Function& function, kir::InstId id,
                                               bool typed) const {
  const std::optional<std::string> text = Text(function, id);
  const kir::Inst& number = function.inst(id);
  const TypeId type = number.type;
  const bool is_number = IsWide(type) || types::IsInteger(type) || types::IsBool(type);
  if (!text || !is_number) {
    return std::nullopt;
  }
  const Expr plain{*text, BindingOf(*text), {}};
  const Entry* entry = Find(texts_.at({&function, id.index, 0}));
  if (entry != nullptr && !Holds(*entry, number)) {
    return std::nullopt;
  }
  if (types::IsBool(type)) {
    return entry != nullptr && entry->type == types::kBool ? std::optional(plain) : std::nullopt;
  }
  if (IsWide(type)) {
    const bool is_clear = IsOfType(texts_.at({&function, id.index, 0}), type);
    return is_clear ? plain
                    : Expr{fmt::format("{}({})", SpellingOf(type), *text), Binding::Primary, {}};
  }
  const bool natural = type == types::kInt32 && (entry == nullptr || entry->type == type);
  if (natural ||
      (!typed && types::IsSigned(type) && (entry == nullptr || entry->type != types::kBool))) {
    return plain;
  }
  const std::string spelled =
      fmt::format("{}int{}_t", types::IsSigned(type) ? "" : "u", types::scalar_bits(type));
  Expr converted = SameValue({fmt::format("{}({})", spelled, *text), Binding::Primary, *text});
  converted.bare_binding = plain.binding;
  return converted;
}

// Whether C++ has the text in this floating-point type. Functions that may become one template say
// the type in all of them.
bool NamedConstants::IsOfType(const std::string& text, TypeId type) const {
  bool has_float = text.find('.') != std::string::npos && type == types::kFloat64;
  bool has_other = false;
  static_cast<void>(Replaced(text, [&](std::string_view word) {
    const Entry* entry = Find(word);
    const bool is_float = entry != nullptr && IsWide(entry->type);
    has_other |=
        is_float && (entry->type != type || (may_be_templates_ && entry->wanted.size() != 1));
    has_float |= is_float;
    return std::string();
  }));
  return has_float && !has_other;
}

std::string NamedConstants::Definition(const Entry& entry) {
  const std::int64_t imm = entry.constant->imm;
  const std::string value =
      IsWide(entry.type) ? FloatText(std::bit_cast<double>(imm), entry.type == types::kFloat32)
                         : IntegerText(imm, entry.type);
  return fmt::format("constexpr {} {} = {};\n", SpellingOf(entry.type), entry.name, value);
}

}  // namespace kernelc::codegen::cuda_cpp
