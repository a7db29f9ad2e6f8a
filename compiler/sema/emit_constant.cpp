// Constants of files in kernels: NumPy arrays, tables, enumerations, named tuples.
#include <algorithm>
#include <bit>

#include "compiler/sema/const_bytes.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/const_times.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using ast::As;

namespace {

// Tuples up to here are looked up by comparing the index.
constexpr std::size_t kMaxCompared = 4;

bool SameNumber(const Number& left, const Number& right) {
  return left.kind == right.kind && left.integer == right.integer &&
         std::bit_cast<std::uint64_t>(left.real) == std::bit_cast<std::uint64_t>(right.real) &&
         std::bit_cast<std::uint64_t>(left.imag) == std::bit_cast<std::uint64_t>(right.imag);
}

}  // namespace

// A constant of the module. Its place is taken at the entry of the function, once for all that read it.
Value FunctionEmitter::EmitConstArray(const std::shared_ptr<const ConstArray>& array) {
  const auto known = constant_arrays_.find(array);
  if (known != constant_arrays_.end()) {
    return known->second;
  }
  if (array->shape.empty() && array->record && array->record->is_time()) {
    return MakeTime(builder_.ConstInt(types::kInt64, ConstantTime(*array)), array->record->kind,
                    array->record->unit);
  }
  if (array->shape.empty() && !array->values.empty()) {
    return MakeTyped(array->values.front(), types::ScalarType(array->element));
  }
  const std::optional<kir::ConstantId> constant = program_->AddConstant(array);
  if (!constant) {
    ReportConstArray(*array);
    return Value();
  }
  if (!constants_region_.has_value()) {
    constants_region_ = builder_.NewRegion();
  }
  const Value result = InRegion(constants_region_, [&] {
    const TypeId type = program_->module().constant(*constant).type;
    return Value::Runtime(builder_.Append(kir::Op::ConstArray, type, {}, constant->index), type);
  });
  constant_arrays_.emplace(array, result);
  return result;
}

void FunctionEmitter::ReportConstArray(const ConstArray& array) {
  const std::string name(SpellingAt(builder_.range()));
  if (array.has_values()) {
    Report(builder_.range(), diag::Kind::ConstantTooLarge, name,
           fmt::format("{} bytes", array.size() * ElementBytes(array)),
           fmt::format("{}", kMaxConstantBytes))
        .Help("pass it as a parameter")
        .Emit();
    return;
  }
  Report(builder_.range(), diag::Kind::NotConstant, name)
      .Help(fmt::format("kernels hold arrays whose contents are known while compiling, up to {} "
                        "elements that differ; pass others as parameters",
                        kMaxArrayElements))
      .Emit();
}

// Constant arrays stand before all else.
void FunctionEmitter::PlaceConstants() {
  if (constants_region_.has_value()) {
    std::vector<kir::InstId>& body = kir_.region(kir_.body).insts;
    std::vector<kir::InstId>& filling = kir_.region(constants_region_).insts;
    body.insert(body.begin(), filling.begin(), filling.end());
    filling.clear();
  }
  constants_region_ = kir::RegionId();
  constant_arrays_.clear();
}

std::optional<Value> FunctionEmitter::EmitTable(const std::vector<Value>& elements) {
  if (elements.size() <= kMaxCompared) {
    return std::nullopt;
  }
  auto array = std::make_shared<ConstArray>();
  for (const Value& element : elements) {
    if (!element.is_number() || element.type != elements.front().type || element.weak) {
      return std::nullopt;
    }
    const std::optional<Number> number =
        CastNumber(element.number, types::scalar_kind(element.type));
    if (!number) {
      return std::nullopt;
    }
    array->values.push_back(*number);
  }
  array->element = types::scalar_kind(elements.front().type);
  array->shape.push_back(static_cast<std::int64_t>(elements.size()));
  // One array for all places that look something up in the same tuple.
  for (const auto& [known, value] : constant_arrays_) {
    if (known->element == array->element && known->shape == array->shape &&
        std::ranges::equal(known->values, array->values, SameNumber)) {
      return value;
    }
  }
  return EmitConstArray(array);
}

std::optional<Value> FunctionEmitter::EmitMember(const Value& base, std::string_view name) {
  // Members of enumerations and of what is known alone.
  const bool is_constant = base.kind == ValueKind::Object &&
                           !base.is_object(ObjectKind::External) &&
                           !base.is_object(ObjectKind::Type);
  if (is_constant || (base.is_number() && base.object)) {
    const std::optional<Object> member = evaluator().Member(*base.object, name);
    return member ? std::optional(FromObject(*member)) : std::nullopt;
  }
  const std::vector<std::string>* names = nullptr;
  if (base.kind == ValueKind::Tuple && base.fields) {
    names = &base.fields->names;
  } else if (base.kind == ValueKind::Runtime &&
             type_of(base).kind == types::TypeKind::Tuple) {
    names = &type_of(base).field_names;
  }
  const auto found = names == nullptr ? std::vector<std::string>::const_iterator()
                                      : std::ranges::find(*names, name);
  if (names == nullptr || found == names->end()) {
    return std::nullopt;
  }
  return TupleParts(base)[static_cast<std::size_t>(found - names->begin())];
}

// Point(x, y=2)
Value FunctionEmitter::EmitNamedTuple(const ast::Call& call, const NamedTupleInfo& info,
                                      const std::shared_ptr<const NamedTupleInfo>& fields) {
  Arguments positional;
  bool valid = CollectArguments(call, info.name, &positional);
  std::vector<Value> elements(info.names.size());
  std::vector<bool> given(info.names.size(), false);
  for (std::size_t i = 0; i < std::min(elements.size(), positional.size()); ++i) {
    elements[i] = positional[i].value;
    given[i] = true;
  }
  for (const ast::Keyword* keyword : call.keywords) {
    const auto place = std::ranges::find(info.names, keyword->arg);
    const auto index = static_cast<std::size_t>(place - info.names.begin());
    const Value value = Emit(keyword->value);
    valid = valid && !value.is_poison();
    if (place == info.names.end() || given[index]) {
      Report(keyword->range, diag::Kind::UnknownKeyword, info.name, keyword->arg).Emit();
      return Value();
    }
    elements[index] = value;
    given[index] = true;
  }
  const std::size_t first_default = info.names.size() - info.defaults.size();
  for (std::size_t i = first_default; i < given.size(); ++i) {
    if (!given[i]) {
      elements[i] = FromObject(info.defaults[i - first_default]);
      given[i] = true;
    }
  }
  const bool complete = std::ranges::all_of(given, [](bool value) { return value; });
  if (valid && (!complete || positional.size() > elements.size())) {
    Report(call.range, diag::Kind::CallArity, info.name,
           fmt::format("{} argument{}", elements.size(), elements.size() == 1 ? "" : "s"),
           positional.size() + call.keywords.size())
        .Emit();
    return Value();
  }
  if (!valid) {
    return Value();
  }
  Value tuple = NewTuple(std::move(elements), call.range);
  tuple.fields = tuple.is_poison() ? nullptr : fields;
  return tuple;
}

Value FunctionEmitter::EmitConstArrayLike(const ast::Call&, const Arguments& arguments) {
  const Value& array = arguments[0].value;
  // What is no constant already stays where it is, as Numba leaves it.
  if (IsArray(array)) {
    return array;
  }
  Report(arguments[0].range, diag::Kind::ArgumentType, "cuda.const.array_like",
         "an array", Describe(array))
      .Help("arrays of the file that are made with NumPy lie in constant memory")
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
