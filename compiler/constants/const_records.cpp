// Record types in the file's constants: np.dtype([...]), np.dtype({...}), Record.make_c_struct.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

using ast::As;

std::optional<std::uint32_t> AsExtent(const Object& object) {
  constexpr Int128 kMax = Int128(1) << 30;
  if (!object.is_number() || !object.number.is_integral() || object.number.integer < 0 ||
      object.number.integer > kMax) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(object.number.integer);
}

// The elements of a list or tuple as it is written; null for other expressions.
std::optional<ast::NodeList<ast::Expr>> ElementsOf(const ast::Expr* expr) {
  if (const auto* list = As<ast::List>(expr)) {
    return list->elts;
  }
  if (const auto* tuple = As<ast::Tuple>(expr)) {
    return tuple->elts;
  }
  return std::nullopt;
}

// The type of a field that has been evaluated.
std::optional<types::FieldType> FieldTypeOf(const Object& object) {
  if (object.kind == ObjectKind::Str) {
    return types::ParseDType(object.text);
  }
  const std::optional<abi::ArgType> type = Evaluator::AsType(object);
  return type && (type->kind == abi::ArgKind::Scalar || type->kind == abi::ArgKind::Record)
             ? std::optional(types::FieldType{*type, {}})
             : std::nullopt;
}

}  // namespace

bool Evaluator::IsRecordMaker(std::string_view path) {
  return path == "np.dtype" || path == "numba.types.Record.make_c_struct" ||
         path == "numba.types.NestedArray" || path.ends_with(".from_dtype") ||
         path.ends_with(".Record.make_c_struct");
}

// What a name of the file was assigned; other expressions as they are.
const ast::Expr* Evaluator::WrittenAs(const ast::Expr* expr, const Scope** scope) const {
  for (unsigned steps = 0; steps < 10; ++steps) {
    const auto* name = As<ast::Name>(expr);
    const Scope* owner = nullptr;
    const Binding* binding = name == nullptr ? nullptr : index::FindBinding(*scope, name->id, &owner);
    if (binding == nullptr || binding->kind != BindingKind::Assign ||
        binding->value == nullptr || !binding->unpack.empty()) {
      return expr;
    }
    expr = binding->value;
    *scope = owner;
  }
  return expr;
}

std::optional<types::FieldType> Evaluator::EvalFieldType(const ast::Expr* expr, const Scope* scope) {
  expr = WrittenAs(expr, &scope);
  // A nested record written in place, or a type with a shape: ("f4", (2, 3)).
  if (const std::optional<ast::NodeList<ast::Expr>> elements = ElementsOf(expr)) {
    if (As<ast::Tuple>(expr) != nullptr && elements->size() == 2) {
      std::optional<types::FieldType> type = EvalFieldType((*elements)[0], scope);
      return type && AddExtents((*elements)[1], scope, &*type) ? type : std::nullopt;
    }
    const std::optional<abi::ArgType> record = EvalFields(*elements, scope, false);
    return record ? std::optional(types::FieldType{*record, {}}) : std::nullopt;
  }
  if (const auto* call = As<ast::Call>(expr)) {
    const std::optional<Object> callee = Eval(call->func, scope);
    if (callee && callee->kind == ObjectKind::External &&
        callee->text.ends_with(".NestedArray")) {
      return EvalNestedArray(*call, scope);
    }
  }
  const std::optional<Object> object = Eval(expr, scope);
  if (!object) {
    return std::nullopt;
  }
  if (object->kind == ObjectKind::Str) {
    return types::ParseDType(object->text);
  }
  const std::optional<abi::ArgType> type = AsType(*object);
  if (!type || (type->kind != abi::ArgKind::Scalar && type->kind != abi::ArgKind::Record)) {
    return std::nullopt;
  }
  return types::FieldType{*type, {}};
}

// types.NestedArray(dtype=float32, shape=(3,))
std::optional<types::FieldType> Evaluator::EvalNestedArray(const ast::Call& call, const Scope* scope) {
  const ast::Expr* parts[2] = {nullptr, nullptr};
  for (std::size_t i = 0; i < std::min<std::size_t>(2, call.args.size()); ++i) {
    parts[i] = call.args[i];
  }
  for (const ast::Keyword* keyword : call.keywords) {
    parts[keyword->arg == "dtype" ? 0 : 1] = keyword->value;
  }
  if (parts[0] == nullptr || parts[1] == nullptr) {
    return std::nullopt;
  }
  std::optional<types::FieldType> type = EvalFieldType(parts[0], scope);
  return type && AddExtents(parts[1], scope, &*type) ? type : std::nullopt;
}

// A shape goes before the dimensions that the type has already.
bool Evaluator::AddExtents(const ast::Expr* expr, const Scope* scope, types::FieldType* type) {
  const std::optional<Object> shape = Eval(expr, scope);
  if (!shape) {
    return false;
  }
  const ObjectList parts = shape->kind == ObjectKind::Tuple ? shape->elements : ObjectList{*shape};
  std::vector<std::uint32_t> extents;
  for (const Object& part : parts) {
    const std::optional<std::uint32_t> extent = AsExtent(part);
    if (!extent) {
      return false;
    }
    extents.push_back(*extent);
  }
  type->extents.insert(type->extents.begin(), extents.begin(), extents.end());
  return true;
}

std::optional<abi::ArgType> RecordFromList(const Object& list) {
  std::vector<types::FieldSpec> fields;
  for (const Object& part : list.elements) {
    const std::vector<Object>& parts = part.elements;
    if (part.kind != ObjectKind::Tuple || parts.size() < 2 || parts.size() > 3 ||
        parts[0].kind != ObjectKind::Str) {
      return std::nullopt;
    }
    std::optional<types::FieldType> type = FieldTypeOf(parts[1]);
    if (!type) {
      return std::nullopt;
    }
    if (parts.size() == 3) {
      const ObjectList shape =
          parts[2].kind == ObjectKind::Tuple ? parts[2].elements : ObjectList{parts[2]};
      std::vector<std::uint32_t> extents;
      for (const Object& extent : shape) {
        if (!AsExtent(extent)) {
          return std::nullopt;
        }
        extents.push_back(*AsExtent(extent));
      }
      type->extents.insert(type->extents.begin(), extents.begin(), extents.end());
    }
    const std::string& name = parts[0].text;
    fields.push_back(
        {name.empty() ? "f" + std::to_string(fields.size()) : name, std::move(*type), std::nullopt});
  }
  return fields.empty() ? std::nullopt : types::MakeRecord(fields, false);
}

// [("x", "f4"), ("y", np.int32, (3,))]
std::optional<abi::ArgType> Evaluator::EvalFields(ast::NodeList<ast::Expr> elements,
                                                  const Scope* scope, bool align) {
  std::vector<types::FieldSpec> fields;
  for (const ast::Expr* element : elements) {
    const std::optional<ast::NodeList<ast::Expr>> parts = ElementsOf(WrittenAs(element, &scope));
    if (!parts || parts->size() < 2 || parts->size() > 3) {
      return std::nullopt;
    }
    types::FieldSpec field;
    std::optional<Object> name = Eval((*parts)[0], scope);
    // A title and a name.
    if (name && name->kind == ObjectKind::Tuple && name->elements.size() == 2) {
      const Object second = name->elements[1];
      name = second;
    }
    std::optional<types::FieldType> type = EvalFieldType((*parts)[1], scope);
    if (!name || name->kind != ObjectKind::Str || !type ||
        (parts->size() == 3 && !AddExtents((*parts)[2], scope, &*type))) {
      return std::nullopt;
    }
    field.name = name->text.empty() ? "f" + std::to_string(fields.size()) : name->text;
    field.type = std::move(*type);
    fields.push_back(std::move(field));
  }
  return types::MakeRecord(fields, align);
}

// {"names": [...], "formats": [...], "offsets": [...], "itemsize": n, "aligned": b}, and
// {"x": ("f4", 0), ...}
std::optional<abi::ArgType> Evaluator::EvalFieldDict(const ast::Dict& dict, const Scope* scope,
                                                     bool align) {
  std::vector<types::FieldSpec> fields;
  const ast::Expr* columns[3] = {nullptr, nullptr, nullptr};
  static constexpr std::string_view kColumns[3] = {"names", "formats", "offsets"};
  std::optional<std::uint32_t> size;
  for (std::size_t i = 0; i < dict.keys.size(); ++i) {
    const std::optional<Object> key =
        dict.keys[i] == nullptr ? std::nullopt : Eval(dict.keys[i], scope);
    if (!key || key->kind != ObjectKind::Str) {
      return std::nullopt;
    }
    const auto* column = std::ranges::find(kColumns, key->text);
    if (column != std::end(kColumns)) {
      columns[column - kColumns] = dict.values[i];
    } else if (key->text == "itemsize" || key->text == "aligned") {
      const std::optional<Object> value = Eval(dict.values[i], scope);
      if (!value) {
        return std::nullopt;
      }
      align = key->text == "aligned" ? ObjectTruth(*value).value_or(false) : align;
      size = key->text == "itemsize" ? AsExtent(*value) : size;
    } else if (key->text != "titles") {
      const std::optional<ast::NodeList<ast::Expr>> parts = ElementsOf(dict.values[i]);
      std::optional<types::FieldType> type =
          parts && parts->size() >= 2 ? EvalFieldType((*parts)[0], scope) : std::nullopt;
      const std::optional<Object> offset = type ? Eval((*parts)[1], scope) : std::nullopt;
      if (!offset || !AsExtent(*offset)) {
        return std::nullopt;
      }
      fields.push_back({key->text, std::move(*type), AsExtent(*offset)});
    }
  }
  if (columns[0] == nullptr && columns[1] == nullptr) {
    return types::MakeRecord(fields, align, size);
  }
  std::optional<ast::NodeList<ast::Expr>> lists[3];
  const Scope* scopes[3] = {scope, scope, scope};
  for (std::size_t i = 0; i < 3; ++i) {
    lists[i] = columns[i] == nullptr ? std::nullopt
                                     : ElementsOf(WrittenAs(columns[i], &scopes[i]));
  }
  if (!lists[0] || !lists[1] || lists[0]->size() != lists[1]->size() ||
      (columns[2] != nullptr && (!lists[2] || lists[2]->size() != lists[0]->size()))) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < lists[0]->size(); ++i) {
    const std::optional<Object> name = Eval((*lists[0])[i], scopes[0]);
    std::optional<types::FieldType> type = EvalFieldType((*lists[1])[i], scopes[1]);
    const std::optional<Object> offset = lists[2] ? Eval((*lists[2])[i], scopes[2]) : std::nullopt;
    if (!name || name->kind != ObjectKind::Str || !type ||
        (lists[2] && (!offset || !AsExtent(*offset)))) {
      return std::nullopt;
    }
    fields.push_back(
        {name->text, std::move(*type), offset ? AsExtent(*offset) : std::nullopt});
  }
  return types::MakeRecord(fields, align, size);
}

std::optional<Object> Evaluator::EvalRecordCall(const ast::Call& call, std::string_view path,
                                                const Scope* scope) {
  const bool is_struct = path.ends_with(".make_c_struct");
  bool align = is_struct;
  const ast::Expr* argument = call.args.empty() ? nullptr : call.args[0];
  if (call.args.size() > 1) {
    const std::optional<Object> flag = Eval(call.args[1], scope);
    align = align || (flag && ObjectTruth(*flag).value_or(false));
  }
  for (const ast::Keyword* keyword : call.keywords) {
    if (keyword->arg == "align") {
      const std::optional<Object> flag = Eval(keyword->value, scope);
      align = align || (flag && ObjectTruth(*flag).value_or(false));
    } else if (keyword->arg == "dtype" || keyword->arg == "name_types") {
      argument = keyword->value;
    }
  }
  if (argument == nullptr || path.ends_with(".NestedArray")) {
    return std::nullopt;
  }
  const Scope* definition_scope = scope;
  const ast::Expr* definition = WrittenAs(argument, &definition_scope);
  std::optional<abi::ArgType> type;
  if (const auto* dict = As<ast::Dict>(definition)) {
    type = EvalFieldDict(*dict, definition_scope, align);
  } else if (const auto* list = As<ast::List>(definition)) {
    type = EvalFields(list->elts, definition_scope, align);
  } else if (const auto* tuple = As<ast::Tuple>(definition); tuple != nullptr && is_struct) {
    type = EvalFields(tuple->elts, definition_scope, align);
  } else if (std::optional<types::FieldType> field = EvalFieldType(definition, definition_scope);
             field && field->extents.empty()) {
    type = std::move(field->element);
  }
  return type ? std::optional(Object::Type(*type)) : std::nullopt;
}

}  // namespace kernelc::constants
