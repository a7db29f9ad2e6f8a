// Constants of files in kernels: NumPy arrays, tables, enumerations, named tuples.
#include <algorithm>
#include <bit>

#include "compiler/sema/fold.h"
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using ast::As;

namespace {

// Elements of one array that code fills for itself.
constexpr std::size_t kMaxElements = 1024;
// Tuples up to here are looked up by comparing the index.
constexpr std::size_t kMaxCompared = 4;

bool SameNumber(const Number& left, const Number& right) {
  return left.kind == right.kind && left.integer == right.integer &&
         std::bit_cast<std::uint64_t>(left.real) == std::bit_cast<std::uint64_t>(right.real) &&
         std::bit_cast<std::uint64_t>(left.imag) == std::bit_cast<std::uint64_t>(right.imag);
}

}  // namespace

// An array of the function that its entry fills, once for all places that read it. What LLVM can see through it
// folds; what is left lives in memory of the thread.
Value FunctionEmitter::EmitConstArray(const std::shared_ptr<const ConstArray>& array) {
  const auto known = constant_arrays_.find(array);
  if (known != constant_arrays_.end()) {
    return known->second;
  }
  const auto count = static_cast<std::size_t>(array->size());
  if (!array->has_values() || count == 0 || count > kMaxElements) {
    Report(builder_.range(), diag::Kind::NotConstant, SpellingAt(builder_.range()))
        .Help("kernels hold arrays whose contents are known while compiling, up to 1024 elements; "
              "pass others as parameters")
        .Emit();
    return Value();
  }
  const TypeId element = types::ScalarType(array->element);
  types::TypeStore& store = program_->types();
  const auto ndim = static_cast<unsigned>(array->shape.size());
  const TypeId type = store.Array(element, ndim, types::Layout::C, types::AddressSpace::Local);
  if (!constants_region_.has_value()) {
    constants_region_ = builder_.NewRegion();
  }
  const Value result = InRegion(constants_region_, [&] {
    const kir::InstId data =
        builder_.Append(kir::Op::LocalArray, type, {}, kir_.AddInts(array->shape));
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<kir::InstId> indices;
      auto rest = static_cast<std::int64_t>(i);
      for (std::size_t dim = array->shape.size(); dim-- > 0;) {
        indices.insert(indices.begin(),
                       builder_.ConstInt(types::kInt64, rest % array->shape[dim]));
        rest /= array->shape[dim];
      }
      builder_.Store(builder_.ElementPtr(data, indices, 0),
                     MaterializeNumber(array->at(static_cast<std::int64_t>(i)), element));
    }
    types::Type readonly = store.get(type);
    readonly.readonly = true;
    std::vector<ViewDimension> dimensions;
    for (const std::int64_t extent : array->shape) {
      dimensions.push_back({IntConstant(extent), Value()});
    }
    return MakeView(builder_.ArrayData(data), readonly, types::Layout::C, dimensions);
  });
  constant_arrays_.emplace(array, result);
  return result;
}

// What fills constant arrays stands before all else.
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
  return (*AsTuple(base))[static_cast<std::size_t>(found - names->begin())];
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
  if (IsArray(array) && type_of(array).readonly) {
    return array;
  }
  Report(arguments[0].range, diag::Kind::ArgumentType, "cuda.const.array_like",
         "a NumPy array of the file", Describe(array))
      .Help("pass other arrays as parameters")
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
