// Subscripts, slices and comprehensions of constants.
#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/selection.h"
#include "compiler/types/signature.h"

namespace kernelc::constants {
namespace {

using ast::As;

std::optional<Object> ElementAt(const Object& base, const Object& index) {
  if (base.kind == ObjectKind::Dict) {
    for (std::size_t i = 0; i < base.elements.size(); i += 2) {
      if (SameValue(base.elements[i], index) == true) {
        return base.elements[i + 1];
      }
    }
    return std::nullopt;
  }
  if (!index.is_int() || (base.kind != ObjectKind::Tuple && base.kind != ObjectKind::Str)) {
    return std::nullopt;
  }
  const bool is_text = base.kind == ObjectKind::Str;
  if (is_text && !base.is_bytes && !IsAscii(base.text)) {
    return ElementAt(Object::Tuple(*ObjectElements(base)), index);
  }
  const Int128 size = Int128(is_text ? base.text.size() : base.elements.size());
  const Int128 position = index.number.integer + (index.number.integer < 0 ? size : Int128(0));
  if (position < 0 || position >= size) {
    return std::nullopt;
  }
  const auto place = static_cast<std::size_t>(position);
  if (base.is_bytes) {
    return Object::Of(Number::Int(static_cast<unsigned char>(base.text[place])));
  }
  return is_text ? Object::Str(std::string_view(base.text).substr(place, 1)) : base.elements[place];
}

}  // namespace

// float32[:, ::1]
std::optional<Object> Evaluator::EvalArrayType(const Object& element, const ast::Expr* slice) {
  std::vector<const ast::Expr*> slices;
  if (const auto* tuple = As<ast::Tuple>(slice)) {
    slices.assign(tuple->elts.begin(), tuple->elts.end());
  } else {
    slices.push_back(slice);
  }
  // float32[()]
  if (slices.empty()) {
    return Object::Type(abi::ArgType::ArrayOf(element.types.front(), 0));
  }
  std::vector<bool> unit_stride;
  for (const ast::Expr* item : slices) {
    const auto* part = As<ast::Slice>(item);
    if (part == nullptr || part->lower != nullptr || part->upper != nullptr) {
      return std::nullopt;
    }
    const auto* step = As<ast::Constant>(part->step);
    if (part->step != nullptr && (step == nullptr || step->value.kind != ast::ConstantKind::Int ||
                                  step->value.int_value != 1)) {
      return std::nullopt;
    }
    unit_stride.push_back(step != nullptr);
  }
  const std::optional<abi::ArgType> array = types::ArrayOfSlices(element.types.front(), unit_stride);
  return array ? std::optional(Object::Type(*array)) : std::nullopt;
}

std::optional<Object> Evaluator::EvalSlice(const Object& base, const ast::Slice& slice,
                                           const Context& context) {
  const bool is_text = base.kind == ObjectKind::Str;
  if ((!is_text && base.kind != ObjectKind::Tuple) || base.flavor == Flavor::Set) {
    return std::nullopt;
  }
  // Characters, not bytes.
  if (is_text && !base.is_bytes && !IsAscii(base.text)) {
    const std::optional<Object> letters =
        EvalSlice(Object::Tuple(*ObjectElements(base)), slice, context);
    std::string text;
    for (std::size_t i = 0; letters && i < letters->elements.size(); ++i) {
      text += letters->elements[i].text;
    }
    return letters ? std::optional(Object::Str(text)) : std::nullopt;
  }
  const auto size = static_cast<std::int64_t>(is_text ? base.text.size() : base.elements.size());
  const std::optional<Selection> selection =
      SelectSlice(slice, size, [&](const ast::Expr* part) { return EvalIn(part, context); });
  if (!selection) {
    return std::nullopt;
  }
  std::string text;
  std::vector<Object> elements;
  for (std::int64_t n = 0; n < selection->count; ++n) {
    const std::int64_t i = selection->first + n * selection->step;
    if (is_text) {
      text += base.text[static_cast<std::size_t>(i)];
    } else {
      elements.push_back(base.elements[static_cast<std::size_t>(i)]);
    }
  }
  Object result = is_text ? Object::Str(text) : Object::Tuple(std::move(elements));
  result.is_list = base.is_list;
  result.flavor = base.flavor;
  result.is_bytes = base.is_bytes;
  return result;
}

std::optional<Object> Evaluator::EvalSubscript(const ast::Subscript& subscript,
                                               const Context& context) {
  const std::optional<Object> base = EvalIn(subscript.value, context);
  if (!base || base->flavor == Flavor::Set) {
    return std::nullopt;
  }
  if (base->is_element_type() && base->types.front().kind != abi::ArgKind::Vector) {
    return EvalArrayType(*base, subscript.slice);
  }
  // bool[:], float[:]: Python's own types.
  if (base->kind == ObjectKind::External) {
    const std::optional<abi::ArgType> type = AsType(*base);
    return type ? EvalArrayType(Object::Type(*type), subscript.slice) : std::nullopt;
  }
  const auto* indices = As<ast::Tuple>(subscript.slice);
  const bool has_slice =
      As<ast::Slice>(subscript.slice) != nullptr ||
      (indices != nullptr && std::ranges::any_of(indices->elts, [](const ast::Expr* index) {
         return As<ast::Slice>(index) != nullptr;
       }));
  // A part of an array is a constant of its own to host code; in kernels it is a view.
  if (base->kind == ObjectKind::Array && has_slice && context.expressions == nullptr) {
    return EvalByHost(&subscript, context);
  }
  if (const auto* slice = As<ast::Slice>(subscript.slice)) {
    return EvalSlice(*base, *slice, context);
  }
  const std::optional<Object> index = EvalIn(subscript.slice, context);
  if (!index) {
    return std::nullopt;
  }
  if (base->kind == ObjectKind::Instance) {
    return CallSpecial(*base, "__getitem__", {*index});
  }
  if (base->kind == ObjectKind::Class && index->kind == ObjectKind::Str &&
      KindOf(*base->class_scope) != ClassKind::Plain) {
    return ClassMember(*base->class_scope, index->text);
  }
  if (base->kind == ObjectKind::Array) {
    const std::optional<Object> element = ArrayElement(*base, *index);
    const bool is_host = context.expressions == nullptr;
    const bool is_number = element && element->kind != ObjectKind::Array;
    const bool is_truth = index->is_number() && index->number.kind == NumberKind::Bool;
    return (is_number && !is_truth) || !is_host ? element : EvalByHost(&subscript, context);
  }
  const bool is_int_enum = index->kind == ObjectKind::EnumMember && index->is_int_enum;
  return ElementAt(*base, is_int_enum ? index->elements.front() : *index);
}

// The list of `element for ... in ... if ...`.
std::optional<Object> Evaluator::EvalComprehension(const ast::Expr* element,
                                                   ast::NodeList<ast::Comprehension> generators,
                                                   const Context& context,
                                                   const ast::Expr* second) {
  std::unordered_map<std::string_view, Object> bound;
  const LocalLookup locals = [&](const ast::Name& name, std::optional<Object>* object) {
    const auto found = bound.find(name.id);
    if (found != bound.end()) {
      *object = found->second;
      return true;
    }
    return context.locals != nullptr && (*context.locals)(name, object);
  };
  // In the body of a class, the first sequence alone sees the names of the class.
  const bool is_of_class = context.scope != nullptr && context.scope->kind == ScopeKind::Class;
  const Context inner{is_of_class ? context.scope->parent : context.scope, &locals,
                      is_of_class ? kEnd : context.order};
  const std::function<bool(const ast::Expr*, const Object&)> bind = [&](const ast::Expr* target,
                                                                        const Object& value) {
    if (const auto* name = As<ast::Name>(target)) {
      bound.insert_or_assign(name->id, value);
      return true;
    }
    const auto* tuple = As<ast::Tuple>(target);
    const std::optional<ObjectList> parts = ObjectElements(value);
    if (tuple == nullptr || !parts || parts->size() != tuple->elts.size()) {
      return false;
    }
    for (std::size_t i = 0; i < parts->size(); ++i) {
      if (!bind(tuple->elts[i], (*parts)[i])) {
        return false;
      }
    }
    return true;
  };
  Object result = Object::List(ObjectList());
  const std::function<bool(std::size_t)> run = [&](std::size_t level) {
    if (level == generators.size()) {
      for (const ast::Expr* part : {element, second}) {
        if (part == nullptr) {
          continue;
        }
        std::optional<Object> value = EvalIn(part, inner);
        if (!value || (result.parts += value->parts) > kMaxConstantParts) {
          return false;
        }
        result.elements.push_back(std::move(*value));
      }
      return true;
    }
    const ast::Comprehension& generator = *generators[level];
    const std::optional<Object> iterable = EvalIn(generator.iter, level == 0 ? context : inner);
    const std::optional<ObjectList> items = iterable ? GoThrough(*iterable) : std::nullopt;
    if (!items) {
      return false;
    }
    for (const Object& item : *items) {
      if (!bind(generator.target, item)) {
        return false;
      }
      std::optional<bool> passes = true;
      for (const ast::Expr* condition : generator.ifs) {
        const std::optional<Object> value = EvalIn(condition, inner);
        passes = value ? ObjectTruth(*value) : std::nullopt;
        if (passes != true) {
          break;
        }
      }
      if (!passes || (*passes && !run(level + 1))) {
        return false;
      }
    }
    return true;
  };
  return run(0) ? std::optional(std::move(result)) : std::nullopt;
}

// {key: value for ... in ... if ...}; a later equal key takes the place of an earlier one's value.
std::optional<Object> Evaluator::EvalDictComprehension(const ast::DictComp& dict,
                                                       const Context& context) {
  const std::optional<Object> pairs =
      EvalComprehension(dict.key, dict.generators, context, dict.value);
  if (!pairs) {
    return std::nullopt;
  }
  Object result = Object::Tuple(ObjectList());
  result.kind = ObjectKind::Dict;
  for (std::size_t i = 0; i < pairs->elements.size(); i += 2) {
    if (!IsHashable(pairs->elements[i])) {
      return std::nullopt;
    }
    std::size_t place = 0;
    while (place < result.elements.size() &&
           SameValue(result.elements[place], pairs->elements[i]) != true) {
      place += 2;
    }
    if (place == result.elements.size()) {
      result.elements.push_back(pairs->elements[i]);
      result.elements.push_back(Object());
    }
    result.elements.Own()[place + 1] = pairs->elements[i + 1];
  }
  result.parts = pairs->parts;
  return result;
}

std::optional<ObjectList> Evaluator::GoThrough(const Object& object) {
  if (object.kind == ObjectKind::Class) {
    const ClassKind kind = KindOf(*object.class_scope);
    return kind == ClassKind::Enum || kind == ClassKind::IntEnum ? MembersOf(*object.class_scope)
                                                                 : std::nullopt;
  }
  return ObjectElements(object);
}

}  // namespace kernelc::constants
