#include "compiler/sema/constant_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/constants/const_eval.h"

namespace kernelc::sema {
namespace {

using ast::As;
using ast::BinaryOperator;

// Operators inside each other; what is deeper is a number.
constexpr unsigned kMaxTextDepth = 8;
// C computes with integers up to here without a word on their types.
constexpr Int128 kMaxInt = 0x7fffffff;

// How tightly a text binds.
enum class Level : std::uint8_t { Sum, Product, Unary, Word };

struct Text {
  std::string words;
  Level level = Level::Word;
  Number number;
  bool has_name = false;
};

// Letters, digits and underscores of ASCII.
std::string Identifier(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    text += plain ? c : '_';
  }
  return text;
}

// The number as an operation of this type has it; null for types that names are not given.
std::optional<std::int64_t> BitsOf(const Number& number, TypeId type) {
  const bool is_float = type == types::kFloat32 || type == types::kFloat64;
  if (is_float && !number.is_integral() && std::isfinite(number.real)) {
    return std::bit_cast<std::int64_t>(
        constants::RoundFloat(number.real, types::scalar_kind(type)));
  }
  const bool is_int = types::IsBool(type) || types::IsInteger(type);
  constexpr Int128 kMost = std::numeric_limits<std::int64_t>::max();
  return is_int && number.is_integral() && number.integer <= kMost && number.integer >= -kMost
             ? std::optional(static_cast<std::int64_t>(number.integer))
             : std::nullopt;
}

TypeId TypeOf(const Number& number) {
  switch (number.kind) {
    case NumberKind::Bool:
      return types::kBool;
    case NumberKind::Int:
      return types::kInt64;
    case NumberKind::Float:
      return types::kFloat64;
    case NumberKind::Complex:
      return types::kComplex128;
  }
  KC_FATAL("number kind");
}

// The name for a number in the module's table, where another one of this name may have another
// value.
std::optional<std::string> NameNumber(kir::Module& module, std::string_view name, TypeId type,
                                      const Number& number) {
  const std::optional<std::int64_t> bits = BitsOf(number, type);
  if (!bits) {
    return std::nullopt;
  }
  const std::string wanted = Identifier(name);
  std::string own = wanted;
  for (unsigned count = 2;; ++count) {
    const auto known = std::ranges::find(module.named_constants, own, &kir::NamedConstant::name);
    if (known == module.named_constants.end()) {
      module.named_constants.push_back({own, type, *bits});
      return own;
    }
    if (known->type == type && known->imm == *bits) {
      return own;
    }
    own = fmt::format("{}_{}", wanted, count);
  }
}

// The name of what is defined outside of the function: `TW`, `config.TW`, `Color.RED`; empty for
// all else.
std::string NameOf(const TextPlace& place, const ast::Expr& expr) {
  if (const auto* name = As<ast::Name>(&expr)) {
    return place.is_local(*name) ? std::string() : std::string(name->id);
  }
  const auto* attribute = As<ast::Attribute>(&expr);
  const auto* base = attribute == nullptr ? nullptr : As<ast::Name>(attribute->value);
  if (base == nullptr || place.is_local(*base)) {
    return {};
  }
  const std::optional<Object> owner = place.evaluator.EvalName(base->id, &place.scope);
  if (owner && owner->kind == ObjectKind::Module) {
    return std::string(attribute->attr);
  }
  const bool is_owner =
      owner && (owner->kind == ObjectKind::Class || owner->kind == ObjectKind::Instance ||
                owner->kind == ObjectKind::Tuple);
  return is_owner ? fmt::format("{}_{}", base->id, attribute->attr) : std::string();
}

class TextWriter {
 public:
  explicit TextWriter(const TextPlace& place) : place_(place) {}

  std::optional<Text> Write(const ast::Expr& expr, unsigned depth) {
    if (depth > kMaxTextDepth) {
      return std::nullopt;
    }
    if (const auto* unary = As<ast::UnaryOp>(&expr)) {
      return Negated(*unary, depth);
    }
    if (const auto* binary = As<ast::BinOp>(&expr)) {
      return Computed(*binary, depth);
    }
    const std::string name = NameOf(place_, expr);
    if (name.empty() && As<ast::Constant>(&expr) == nullptr) {
      return std::nullopt;
    }
    const std::optional<Object> object = place_.evaluator.Eval(&expr, &place_.scope);
    const bool is_plain =
        object && object->is_number() && !object->typed && IsSmall(object->number);
    if (!is_plain) {
      return std::nullopt;
    }
    Text text;
    text.number = object->number;
    text.has_name = !name.empty();
    if (text.has_name) {
      const std::optional<std::string> own =
          NameNumber(place_.module, name, TypeOf(object->number), object->number);
      text.words = own.value_or("");
    } else {
      text.words = Digits(object->number);
    }
    return text.words.empty() ? std::nullopt : std::optional(std::move(text));
  }

 private:
  // Numbers that C computes with as Python does.
  static bool IsSmall(const Number& number) {
    return number.kind == NumberKind::Int
               ? number.integer <= kMaxInt && number.integer >= -kMaxInt
               : number.kind == NumberKind::Float && std::isfinite(number.real);
  }

  static std::string Digits(const Number& number) {
    if (number.kind == NumberKind::Int) {
      return fmt::format("{}", static_cast<std::int64_t>(number.integer));
    }
    const std::string text = fmt::format("{}", number.real);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }

  std::optional<Text> Negated(const ast::UnaryOp& unary, unsigned depth) {
    std::optional<Text> inner =
        unary.op == ast::UnaryOperator::USub ? Write(*unary.operand, depth + 1) : std::nullopt;
    const std::optional<Number> number =
        inner ? constants::FoldUnary(unary.op, inner->number) : std::nullopt;
    if (!number || inner->level != Level::Word) {
      return std::nullopt;
    }
    return Text{"-" + inner->words, Level::Unary, *number, inner->has_name};
  }

  std::optional<Text> Computed(const ast::BinOp& binary, unsigned depth) {
    const std::optional<Text> left = Write(*binary.left, depth + 1);
    const std::optional<Text> right = left ? Write(*binary.right, depth + 1) : std::nullopt;
    const std::string_view op = right ? Operator(binary.op, *left, *right) : "";
    if (op.empty()) {
      return std::nullopt;
    }
    const std::optional<Number> number =
        constants::FoldBinary(binary.op, left->number, right->number);
    if (!number || !IsSmall(*number)) {
      return std::nullopt;
    }
    const Level level = op == "+" || op == "-" ? Level::Sum : Level::Product;
    const auto part = [](const Text& text, bool needs) {
      return needs ? fmt::format("({})", text.words) : text.words;
    };
    // Division of integers gives a float.
    const bool is_widened = binary.op == BinaryOperator::Div &&
                            right->number.kind == NumberKind::Int &&
                            left->number.kind == NumberKind::Int;
    return Text{fmt::format("{}{} {} {}", part(*left, left->level < level), is_widened ? ".0" : "",
                            op, part(*right, right->level <= level)),
                level, *number, left->has_name || right->has_name};
  }

  // What C calls an operation that gives the same for these numbers; empty where nothing does.
  static std::string_view Operator(BinaryOperator op, const Text& left, const Text& right) {
    const bool ints = left.number.kind == NumberKind::Int && right.number.kind == NumberKind::Int;
    const bool counts = ints && left.number.integer >= 0 && right.number.integer > 0;
    if (op == BinaryOperator::Add || op == BinaryOperator::Sub || op == BinaryOperator::Mult) {
      return op == BinaryOperator::Add ? "+" : op == BinaryOperator::Sub ? "-" : "*";
    }
    // The digits of a number can be those of a float.
    const bool is_number = !left.has_name && left.level == Level::Word;
    if (op == BinaryOperator::Div && (!ints || is_number)) {
      return "/";
    }
    return !counts                          ? ""
           : op == BinaryOperator::FloorDiv ? "/"
           : op == BinaryOperator::Mod      ? "%"
                                            : "";
  }

  const TextPlace& place_;
};

bool SameNumber(const Number& left, const Number& right) {
  return left.kind == right.kind && left.integer == right.integer &&
         std::bit_cast<std::int64_t>(left.real) == std::bit_cast<std::int64_t>(right.real);
}

}  // namespace

void AddConstantText(const TextPlace& place, const ast::Expr& expr, Value* value) {
  const bool is_name = As<ast::Name>(&expr) != nullptr || As<ast::Attribute>(&expr) != nullptr;
  const bool is_computed = As<ast::BinOp>(&expr) != nullptr || As<ast::UnaryOp>(&expr) != nullptr;
  if ((!is_name && !is_computed) || value->text != nullptr) {
    return;
  }
  std::optional<std::string> text;
  if (value->is_number() && is_name) {
    const std::string name = NameOf(place, expr);
    const TypeId type = value->typed ? value->type : TypeOf(value->number);
    text = name.empty() ? std::nullopt : NameNumber(place.module, name, type, value->number);
  } else if (value->is_number()) {
    std::optional<Text> written = TextWriter(place).Write(expr, 0);
    const bool holds =
        written && written->has_name && !value->typed && SameNumber(written->number, value->number);
    text = holds ? std::optional(std::move(written->words)) : std::nullopt;
  } else if (is_name && value->kind == ValueKind::Tuple) {
    const std::string name = Identifier(NameOf(place, expr));
    text = name.empty() ? std::nullopt : std::optional(name);
  } else if (is_name && value->kind == ValueKind::Runtime && value->inst.has_value() &&
             place.function.inst(value->inst).op == kir::Op::ConstArray) {
    kir::Constant& constant =
        place.module.constants[static_cast<std::size_t>(place.function.inst(value->inst).imm)];
    constant.name = constant.name.empty() ? Identifier(NameOf(place, expr)) : constant.name;
  }
  if (text) {
    value->text = std::make_shared<const std::string>(std::move(*text));
  }
}

void KeepConstantText(const Value& value, Value* converted) {
  const bool is_same = value.number.is_integral() && converted->number.is_integral() &&
                       value.number.integer == converted->number.integer;
  const bool is_float = converted->type == types::kFloat32 || converted->type == types::kFloat64;
  if (is_same || is_float) {
    converted->text = value.text;
  }
}

void NoteConstantText(kir::Function& function, kir::InstId inst, const Value& value,
                      std::uint32_t place) {
  const kir::Inst& made = function.inst(inst);
  const bool is_known = made.op == kir::Op::ConstInt || made.op == kir::Op::ConstFloat ||
                        made.op == kir::Op::TupleMake || IsStaticArray(made);
  if (value.text != nullptr && is_known) {
    function.constant_texts.push_back({inst, place, function.AddString(*value.text)});
  }
}

void NameTable(kir::Module& module, const kir::Function& function, const Value& table,
               const Value& tuple) {
  const bool is_constant =
      table.kind == ValueKind::Runtime && function.inst(table.inst).op == kir::Op::ConstArray;
  if (!is_constant || tuple.text == nullptr) {
    return;
  }
  kir::Constant& constant =
      module.constants[static_cast<std::size_t>(function.inst(table.inst).imm)];
  constant.name = constant.name.empty() ? *tuple.text : constant.name;
}

}  // namespace kernelc::sema
