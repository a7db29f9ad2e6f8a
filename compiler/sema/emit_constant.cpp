#include "compiler/sema/emit_constant.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "compiler/constants/const_eval.h"
#include "compiler/sema/constant_texts.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_datetime.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using ast::As;

namespace {

// Tuples up to here are looked up by comparing the index.
constexpr std::size_t kMaxCompared = 4;

// Known numbers as numbers of `type`; empty where that is no scalar type or one is not known.
std::vector<Value> AsTyped(const std::vector<Value>& elements, TypeId type) {
  std::vector<Value> typed;
  for (const Value& element : elements) {
    const std::optional<Number> number = element.is_number() && types::IsScalar(type)
                                             ? constants::CastNumber(element.number, types::scalar_kind(type))
                                             : std::nullopt;
    if (!number) {
      return {};
    }
    Value value = element;
    value.number = *number;
    value.type = type;
    value.typed = true;
    value.weak = false;
    value.object = nullptr;
    typed.push_back(std::move(value));
  }
  return typed;
}

// What stands at `place` of each of `tuples`; empty where one is no tuple whose elements are known.
std::vector<Value> Column(const std::vector<Value>& tuples, std::size_t place) {
  std::vector<Value> column;
  for (const Value& tuple : tuples) {
    if (tuple.kind != ValueKind::Tuple || place >= tuple.elements->size()) {
      return {};
    }
    column.push_back((*tuple.elements)[place]);
  }
  return column;
}

// Tuples, of which a table holds what stands at one place.
Lookup EmitTupleLookup(FunctionContext& fn, const std::vector<Value>& elements, TypeId type,
                       const Value& tuple) {
  const std::vector<TypeId> parts = fn.program.types().get(type).elements;
  const bool has_names = !fn.program.types().get(type).field_names.empty();
  std::vector<Lookup> columns;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Value name;
    if (tuple.text != nullptr) {
      name.text = std::make_shared<const std::string>(fmt::format("{}_{}", *tuple.text, i));
    }
    columns.push_back(EmitLookup(fn, Column(elements, i), {parts[i], false}, name));
    if (!columns.back()) {
      return nullptr;
    }
  }
  return [columns = std::move(columns),
          fields = has_names ? elements.front().fields : nullptr](const Value& index) {
    std::vector<Value> found;
    for (const Lookup& column : columns) {
      found.push_back(column(index));
    }
    Value element = Value::Tuple(std::move(found));
    element.fields = fields;
    return element;
  };
}

}  // namespace

Value EmitConstArray(FunctionContext& fn, const host::ConstantRef& array) {
  const auto known = fn.constant_arrays.find(array);
  if (known != fn.constant_arrays.end()) {
    return known->second;
  }
  if (array->shape.empty() && array->record && array->record->is_time()) {
    const Number count = host::LoadNumber(abi::ScalarKind::Int64, array->text.data());
    return MakeTime(fn, fn.builder.ConstInt(types::kInt64, static_cast<std::int64_t>(count.integer)),
                    array->record->kind, array->record->unit);
  }
  if (array->shape.empty() && !array->record) {
    return MakeTyped(host::LoadNumber(array->scalar, array->text.data()), types::ScalarType(array->scalar));
  }
  const std::optional<kir::ConstantId> constant = fn.program.AddConstant(array);
  if (!constant) {
    fn.Report(fn.builder.range(), diag::Kind::ConstantTooLarge, SpellingAt(fn, fn.builder.range()),
              fmt::format("{} bytes", array->text.size()), fmt::format("{}", kMaxConstantBytes))
        .Help("pass it as a parameter")
        .Emit();
    return Value();
  }
  if (!fn.constants_region.has_value()) {
    fn.constants_region = fn.builder.NewRegion();
  }
  const Value result = fn.InRegion(fn.constants_region, [&] {
    const TypeId type = fn.program.module().constant(*constant).type;
    return Value::Runtime(fn.builder.Append(kir::Op::ConstArray, type, {}, constant->index), type);
  });
  fn.constant_arrays.emplace(array, result);
  return result;
}

void PlaceConstants(FunctionContext& fn) {
  if (fn.constants_region.has_value()) {
    std::vector<kir::InstId>& body = fn.kir_function.region(fn.kir_function.body).insts;
    std::vector<kir::InstId>& filling = fn.kir_function.region(fn.constants_region).insts;
    body.insert(body.begin(), filling.begin(), filling.end());
    filling.clear();
  }
  fn.constants_region = kir::RegionId();
  fn.constant_arrays.clear();
  fn.constant_tuples.clear();
}

std::optional<Value> EmitTable(FunctionContext& fn, const std::vector<Value>& elements) {
  if (elements.size() <= kMaxCompared || !elements.front().is_number()) {
    return std::nullopt;
  }
  auto array = std::make_shared<host::Constant>();
  array->kind = host::ConstantKind::Array;
  array->scalar = types::scalar_kind(elements.front().type);
  array->shape.push_back(static_cast<std::int64_t>(elements.size()));
  const std::size_t size = array->element_size();
  array->text.resize(elements.size() * size);
  char* place = array->text.data();
  for (const Value& element : elements) {
    if (!element.is_number() || element.type != elements.front().type || element.weak) {
      return std::nullopt;
    }
    const std::optional<Number> number =
        constants::CastNumber(element.number, types::scalar_kind(element.type));
    if (!number) {
      return std::nullopt;
    }
    host::StoreNumber(array->scalar, place, *number);
    place += size;
  }
  // One array for all places that look something up in the same tuple.
  for (const auto& [known, value] : fn.constant_arrays) {
    if (known->scalar == array->scalar && !known->record && known->shape == array->shape && known->text == array->text) {
      return value;
    }
  }
  return EmitConstArray(fn, array);
}

Lookup EmitLookup(FunctionContext& fn, const std::vector<Value>& elements, types::NumericType type,
                  const Value& tuple) {
  if (elements.size() <= kMaxCompared) {
    return nullptr;
  }
  const types::Type& element = fn.program.types().get(type.type);
  if (element.kind == types::TypeKind::Tuple) {
    const bool is_plain = elements.front().kind == ValueKind::Tuple && !element.elements.empty();
    return is_plain ? EmitTupleLookup(fn, elements, type.type, tuple) : nullptr;
  }
  const std::optional<Value> table = EmitTable(fn, AsTyped(elements, type.type));
  if (!table) {
    return nullptr;
  }
  NameTable(fn.program.module(), fn.kir_function, *table, tuple);
  return [&fn, table = *table, type](const Value& index) {
    const kir::InstId place = Materialize(fn, index);
    const kir::InstId inst = fn.builder.Load(fn.builder.ElementPtr(table.inst, {&place, 1}, 0));
    return Value::Runtime(inst, type.type, type.weak);
  };
}

std::optional<Value> EmitMember(FunctionContext& fn, const Value& base, std::string_view name) {
  // Members of enumerations and of what is known alone.
  const bool is_constant = base.kind == ValueKind::Object &&
                           !base.is_object(ObjectKind::External) &&
                           !base.is_object(ObjectKind::Type);
  if (is_constant || (base.is_number() && base.object)) {
    const std::optional<Object> member = fn.evaluator().Member(*base.object, name);
    return member ? std::optional(FromObject(fn, *member)) : std::nullopt;
  }
  const std::vector<std::string>* names = nullptr;
  if (base.kind == ValueKind::Tuple && base.fields) {
    names = &base.fields->names;
  } else if (base.kind == ValueKind::Runtime && fn.type_of(base).kind == types::TypeKind::Tuple) {
    names = &fn.type_of(base).field_names;
  }
  const auto found = names == nullptr ? std::vector<std::string>::const_iterator()
                                      : std::ranges::find(*names, name);
  if (names == nullptr || found == names->end()) {
    return std::nullopt;
  }
  return TupleParts(fn, base)[static_cast<std::size_t>(found - names->begin())];
}

Value EmitNamedTuple(FunctionContext& fn, const ast::Call& call, const NamedTupleInfo& info,
                     const std::shared_ptr<const NamedTupleInfo>& fields) {
  Arguments positional;
  bool valid = CollectArguments(fn, call, info.name, &positional);
  std::vector<Value> elements(info.names.size());
  std::vector<bool> given(info.names.size(), false);
  for (std::size_t i = 0; i < std::min(elements.size(), positional.size()); ++i) {
    elements[i] = positional[i].value;
    given[i] = true;
  }
  for (const ast::Keyword* keyword : call.keywords) {
    const auto place = std::ranges::find(info.names, keyword->arg);
    const auto index = static_cast<std::size_t>(place - info.names.begin());
    const Value value = Emit(fn, keyword->value);
    valid = valid && !value.is_poison();
    if (place == info.names.end() || given[index]) {
      fn.Report(keyword->range, diag::Kind::UnknownKeyword, info.name, keyword->arg).Emit();
      return Value();
    }
    elements[index] = value;
    given[index] = true;
  }
  const std::size_t first_default = info.names.size() - info.defaults.size();
  for (std::size_t i = first_default; i < given.size(); ++i) {
    if (!given[i]) {
      elements[i] = FromObject(fn, info.defaults[i - first_default]);
      given[i] = true;
    }
  }
  const bool complete = std::ranges::all_of(given, [](bool value) { return value; });
  if (valid && (!complete || positional.size() > elements.size())) {
    fn.Report(call.range, diag::Kind::CallArity, info.name,
              fmt::format("{} argument{}", elements.size(), elements.size() == 1 ? "" : "s"),
              positional.size() + call.keywords.size())
        .Emit();
    return Value();
  }
  if (!valid) {
    return Value();
  }
  Value tuple = NewTuple(fn, std::move(elements), call.range);
  tuple.fields = tuple.is_poison() ? nullptr : fields;
  return tuple;
}

Value EmitConstArrayLike(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const Value& array = arguments[0].value;
  // What is no constant already stays where it is, as Numba leaves it.
  if (IsArray(fn, array)) {
    return array;
  }
  fn.Report(arguments[0].range, diag::Kind::ArgumentType, "cuda.const.array_like", "an array",
            Describe(fn, array))
      .Help("arrays of the file that are made with NumPy lie in constant memory")
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
