#include "compiler/codegen/cuda_cpp/named_constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "compiler/base/check.h"
#include "compiler/codegen/cuda_cpp/numbers.h"
#include "compiler/codegen/cuda_cpp/tokens.h"

namespace kernelc::codegen::cuda_cpp {
namespace {

using kir::Op;

bool IsWide(TypeId id) { return id == types::kFloat32 || id == types::kFloat64; }

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

// See kir::ConstantText: operators of two operands have blanks around them.
NamedConstants::Written NamedConstants::Parse(const std::string& text) const {
  Written written;
  written.expr.binding = Binding::Name;
  const std::vector<Token> tokens = TokensOf(text);
  unsigned depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view word = tokens[i].text;
    const auto entry = std::ranges::find_if(
        entries_, [&](const Entry& other) { return other.constant->name == word; });
    if (entry != entries_.end()) {
      written.constants.push_back(static_cast<std::size_t>(entry - entries_.begin()));
    }
    written.expr.text += entry != entries_.end() ? entry->name : word;
    written.has_fraction |=
        tokens[i].kind == TokenKind::Number && word.find('.') != std::string_view::npos;
    depth += word == "(" ? 1u : 0u;
    depth -= word == ")" ? 1u : 0u;
    if (depth == 0 && tokens[i].kind == TokenKind::Other && word != " " && word != ")") {
      const Binding binding = i == 0                       ? Binding::Unary
                              : word == "+" || word == "-" ? Binding::Add
                                                           : Binding::Multiply;
      written.expr.binding = std::min(written.expr.binding, binding);
    }
  }
  written.expr.op = written.expr.binding == Binding::Unary ? "-" : "";
  written.is_word = tokens.size() == 1;
  return written;
}

void NamedConstants::NoteUse(const kir::Function& function, const kir::ConstantText& use) {
  const Written& written = texts_[{&function, use.value.index, use.place}] =
      Parse(function.strings[use.text]);
  const kir::Inst& inst = function.inst(use.value);
  for (const std::size_t constant : written.constants) {
    if (inst.op == Op::ConstFloat) {
      // Python computes with double.
      entries_[constant].wanted.insert(written.is_word ? inst.type : types::kFloat64);
    }
  }
}

const NamedConstants::Written* NamedConstants::Find(const kir::Function& function, kir::InstId id,
                                                    std::uint32_t place) const {
  const auto found = texts_.find({&function, id.index, place});
  return found == texts_.end() ? nullptr : &found->second;
}

std::optional<Expr> NamedConstants::Text(const kir::Function& function, kir::InstId id,
                                         std::uint32_t place) const {
  const Written* written = Find(function, id, place);
  return written == nullptr ? std::nullopt : std::optional(written->expr);
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
  const Written* written = Find(function, id, 0);
  const kir::Inst& number = function.inst(id);
  const TypeId type = number.type;
  const bool is_number = IsWide(type) || types::IsInteger(type) || types::IsBool(type);
  if (written == nullptr || !is_number) {
    return std::nullopt;
  }
  const Expr& plain = written->expr;
  const Entry* entry =
      written->is_word && !written->constants.empty() ? &entries_[written->constants[0]] : nullptr;
  if (entry != nullptr && !Holds(*entry, number)) {
    return std::nullopt;
  }
  if (types::IsBool(type)) {
    return entry != nullptr && entry->type == types::kBool ? std::optional(plain) : std::nullopt;
  }
  if (IsWide(type)) {
    return IsOfType(*written, type) ? plain : Call(SpellingOf(type), plain.text);
  }
  const bool natural = type == types::kInt32 && (entry == nullptr || entry->type == type);
  if (natural ||
      (!typed && types::IsSigned(type) && (entry == nullptr || entry->type != types::kBool))) {
    return plain;
  }
  return SameValue(
      fmt::format("{}int{}_t", types::IsSigned(type) ? "" : "u", types::scalar_bits(type)), plain);
}

// Whether C++ has the text in this floating-point type. Functions that may become one template say
// the type in all of them.
bool NamedConstants::IsOfType(const Written& written, TypeId type) const {
  bool has_float = written.has_fraction && type == types::kFloat64;
  for (const std::size_t constant : written.constants) {
    const Entry& entry = entries_[constant];
    if (!IsWide(entry.type)) {
      continue;
    }
    if (entry.type != type || (may_be_templates_ && entry.wanted.size() != 1)) {
      return false;
    }
    has_float = true;
  }
  return has_float;
}

std::string NamedConstants::Definition(const Entry& entry) {
  const std::int64_t imm = entry.constant->imm;
  const Expr value = IsWide(entry.type)
                         ? FloatNumber(std::bit_cast<double>(imm), entry.type == types::kFloat32)
                         : IntegerNumber(imm, entry.type);
  return fmt::format("constexpr {} {} = {};\n", SpellingOf(entry.type), entry.name, value.text);
}

}  // namespace kernelc::codegen::cuda_cpp
