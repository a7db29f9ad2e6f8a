#include "compiler/sema/choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "compiler/base/unicode.h"
#include "compiler/sema/predicates.h"

namespace kernelc::sema {
namespace {

using ast::CompareOperator;

// What the name of the type begins with; the lengths and texts of its strings follow.
constexpr std::string_view kPrefix = "str ";

std::vector<std::string> TextsOf(const types::Type& type) {
  std::vector<std::string> texts;
  std::string_view rest = std::string_view(type.name).substr(kPrefix.size());
  while (!rest.empty()) {
    std::size_t size = 0;
    const char* end = rest.data() + rest.size();
    const auto [stop, error] = std::from_chars(rest.data(), end, size);
    rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()) + 1);
    texts.emplace_back(rest.substr(0, size));
    rest.remove_prefix(size);
  }
  return texts;
}

std::vector<std::string> TextsOf(types::TypeStore& store, const Value& value) {
  return value.kind == ValueKind::Object ? std::vector<std::string>{value.object->text}
                                         : TextsOf(store.get(value.type));
}

kir::InstId Number(kir::Builder& builder, const Value& choice) {
  return builder.TupleGet(choice.inst, 0);
}

std::size_t PlaceOf(const std::vector<std::string>& texts, const std::string& text) {
  return static_cast<std::size_t>(std::ranges::find(texts, text) - texts.begin());
}

kir::InstId IsPlace(kir::Builder& builder, kir::InstId number, std::size_t place) {
  return builder.Compare(kir::ComparePredicate::Eq, number,
                         builder.ConstInt(types::kInt32, static_cast<std::int64_t>(place)));
}

// `numbers[place of the choice]`, as a `type`.
kir::InstId Lookup(kir::Builder& builder, const Value& choice, TypeId type,
                   const std::vector<std::int64_t>& numbers) {
  const kir::InstId number = Number(builder, choice);
  kir::InstId result = builder.ConstInt(type, numbers.front());
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    result = builder.Select(IsPlace(builder, number, i), builder.ConstInt(type, numbers[i]), result);
  }
  return result;
}

// Whether `left` is a part of `right`, or with `negated` is none.
Value IsPart(kir::Builder& builder, const Value& left, const Value& right, bool negated) {
  const std::vector<std::string> parts = TextsOf(builder.types(), left);
  const std::vector<std::string> wholes = TextsOf(builder.types(), right);
  kir::InstId result = builder.ConstBool(negated);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::vector<std::int64_t> found;
    for (const std::string& whole : wholes) {
      found.push_back((whole.find(parts[i]) != std::string::npos) != negated ? 1 : 0);
    }
    const kir::InstId here = right.kind == ValueKind::Object
                                 ? builder.ConstBool(found.front() != 0)
                                 : Lookup(builder, right, types::kBool, found);
    result = left.kind == ValueKind::Object
                 ? here
                 : builder.Select(IsPlace(builder, Number(builder, left), i), here, result);
  }
  return Value::Runtime(result, types::kBool);
}

}  // namespace

bool IsChoiceType(const types::Type& type) {
  return type.kind == types::TypeKind::Tuple && type.name.starts_with(kPrefix);
}

bool IsChoice(const types::TypeStore& store, const Value& value) {
  return value.kind == ValueKind::Runtime && IsChoiceType(store.get(value.type));
}

bool IsPlainText(const Value& value) {
  return value.is_object(ObjectKind::Str) && !value.object->is_bytes;
}

TypeId ChoiceType(types::TypeStore& store, std::vector<std::string> texts) {
  // The order of the bytes of UTF-8 is that of the characters.
  std::ranges::sort(texts);
  texts.erase(std::ranges::unique(texts).begin(), texts.end());
  std::string name(kPrefix);
  for (const std::string& text : texts) {
    name += fmt::format("{}:{}", text.size(), text);
  }
  return store.NamedTuple(std::move(name), {"place"}, {types::kInt32});
}

std::optional<TypeId> UnifyChoices(types::TypeStore& store, TypeId left, TypeId right) {
  if (!IsChoiceType(store.get(left)) || !IsChoiceType(store.get(right))) {
    return std::nullopt;
  }
  std::vector<std::string> texts = TextsOf(store.get(left));
  std::ranges::move(TextsOf(store.get(right)), std::back_inserter(texts));
  return ChoiceType(store, std::move(texts));
}

kir::InstId ConvertChoice(kir::Builder& builder, const Value& value, TypeId type) {
  if (value.kind == ValueKind::Runtime && value.type == type) {
    return value.inst;
  }
  const std::vector<std::string> to = TextsOf(builder.types().get(type));
  std::vector<std::int64_t> places;
  for (const std::string& text : TextsOf(builder.types(), value)) {
    places.push_back(static_cast<std::int64_t>(PlaceOf(to, text)));
  }
  const kir::InstId place = value.kind == ValueKind::Object
                                ? builder.ConstInt(types::kInt32, places.front())
                                : Lookup(builder, value, types::kInt32, places);
  return builder.Append(kir::Op::TupleMake, type, {place});
}

std::optional<Value> CompareChoices(kir::Builder& builder, CompareOperator op, const Value& left,
                                    const Value& right) {
  types::TypeStore& store = builder.types();
  const bool left_choice = IsChoice(store, left);
  const bool right_choice = IsChoice(store, right);
  if ((!left_choice && !right_choice) || !(left_choice || IsPlainText(left)) ||
      !(right_choice || IsPlainText(right))) {
    return std::nullopt;
  }
  if (op == CompareOperator::In || op == CompareOperator::NotIn) {
    return IsPart(builder, left, right, op == CompareOperator::NotIn);
  }
  const std::optional<kir::ComparePredicate> predicate = PredicateOf(op);
  if (!predicate) {
    return std::nullopt;
  }
  std::vector<std::string> texts = TextsOf(store, left);
  std::ranges::move(TextsOf(store, right), std::back_inserter(texts));
  const TypeId both = ChoiceType(store, std::move(texts));
  const kir::InstId a = builder.TupleGet(ConvertChoice(builder, left, both), 0);
  const kir::InstId b = builder.TupleGet(ConvertChoice(builder, right, both), 0);
  return Value::Runtime(builder.Compare(*predicate, a, b), types::kBool);
}

Value ChoiceTruth(kir::Builder& builder, const Value& choice) {
  std::vector<std::int64_t> truths;
  for (const std::string& text : TextsOf(builder.types(), choice)) {
    truths.push_back(text.empty() ? 0 : 1);
  }
  return Value::Runtime(Lookup(builder, choice, types::kBool, truths), types::kBool);
}

Value ChoiceLength(kir::Builder& builder, const Value& choice) {
  std::vector<std::int64_t> lengths;
  for (const std::string& text : TextsOf(builder.types(), choice)) {
    std::int64_t length = 0;
    for (std::size_t at = 0; at < text.size(); ++length) {
      DecodeUtf8(text, at);
    }
    lengths.push_back(length);
  }
  return Value::Runtime(Lookup(builder, choice, types::kInt64, lengths), types::kInt64);
}

}  // namespace kernelc::sema
