#include "compiler/sema/emit_memory.h"

#include <algorithm>
#include <bit>

#include "compiler/advice/report.h"
#include "compiler/constants/const_eval.h"
#include "compiler/kir/static_array.h"
#include "compiler/sema/constant_texts.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_cast.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/help_texts.h"
#include "compiler/sema/memory_limits.h"

namespace kernelc::sema {

using builtins::BuiltinId;

namespace {

// Bytes of one shared or local array, at most; devices have far less.

// All but bool and complex: what devices have no instruction for becomes a loop.
bool HasAtomics(TypeId type) { return types::IsInteger(type) || types::IsFloat(type); }

Value EmitGridFunction(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                       bool size) {
  static constexpr BuiltinId kGrid[] = {BuiltinId::GridX, BuiltinId::GridY, BuiltinId::GridZ};
  static constexpr BuiltinId kGridSize[] = {BuiltinId::GridSizeX, BuiltinId::GridSizeY,
                                            BuiltinId::GridSizeZ};
  const std::optional<std::int64_t> ndim = ConstantInt(arguments[0].value);
  if (!ndim || *ndim < 1 || *ndim > 3) {
    fn.Report(arguments[0].range, diag::Kind::GridDimension, SpellingAt(fn, call.func->range))
        .Help(ndim ? "write 1, 2 or 3"
                   : fmt::format("write 1, 2 or 3: it must be known while compiling, and `{}` is "
                                 "computed at run time",
                                 SpellingAt(fn, arguments[0].range)))
        .Emit();
    return Value();
  }
  std::vector<Value> values;
  for (std::size_t dim = 0; dim < static_cast<std::size_t>(*ndim); ++dim) {
    Value value = CallBuiltin(fn, size ? kGridSize[dim] : kGrid[dim], types::kInt64, {});
    value.nonnegative = true;
    values.push_back(value);
  }
  return *ndim == 1 ? values.front() : Value::Tuple(std::move(values));
}

void ReportExtent(FunctionContext& fn, const Value& extent, SourceRange range, bool shared) {
  const std::string_view spelled = SpellingAt(fn, range);
  if (extent.is_number()) {
    fn.Report(range, diag::Kind::ArrayExtent, spelled)
        .Help(ConstantInt(extent) == 0
                  ? "only one-dimensional shared arrays take their size from the launch"
                  : "write a positive number")
        .Emit();
    return;
  }
  if (extent.is_object(ObjectKind::Str)) {
    fn.Report(range, diag::Kind::ArrayExtent, spelled).Help("it is a text: write a number").Emit();
    return;
  }
  std::string help = "use a number or a constant of the file, as large as it can become";
  if (spelled.ends_with("warpsize")) {
    help = "write 32";
  } else if (shared) {
    help =
        "use a number or a constant of the file; `cuda.shared.dynamic(shape, dtype)` takes its "
        "size "
        "from the launch";
  }
  fn.Report(range, diag::Kind::ArrayShape, spelled).Help(help).Emit();
}

std::optional<std::vector<std::int64_t>> ConstantShape(FunctionContext& fn,
                                                       const Argument& argument, bool shared) {
  std::vector<Value> parts;
  if (const TupleElements elements = AsTuple(fn, argument.value)) {
    parts = *elements;
  } else {
    parts.push_back(argument.value);
  }
  if (parts.empty()) {
    fn.Report(argument.range, diag::Kind::ArrayExtent, "()")
        .Help("give at least one extent")
        .Emit();
    return std::nullopt;
  }
  const auto* tuple = ast::As<ast::Tuple>(argument.expr);
  const bool written = tuple != nullptr && tuple->elts.size() == parts.size();
  // Zero, alone: the launch says how many.
  const bool may_be_zero = shared && parts.size() == 1;
  std::vector<std::int64_t> shape;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ast::Expr* expr = written ? tuple->elts[i] : argument.expr;
    std::optional<std::int64_t> extent = ConstantInt(parts[i]);
    if (!extent && expr != nullptr && (written || parts.size() == 1)) {
      // What kernels compute at run time, Python knows now: max(3, 4), math.ceil(5 / 2).
      const std::optional<Object> known = EvalConstant(fn, expr);
      extent = known && known->is_int() ? ConstantInt(MakeNumber(fn, known->number)) : std::nullopt;
    }
    if (!extent || *extent < (may_be_zero ? 0 : 1)) {
      ReportExtent(fn, parts[i], written ? tuple->elts[i]->range : argument.range, shared);
      return std::nullopt;
    }
    shape.push_back(*extent);
  }
  return shape;
}

// Every array begins at a multiple of what the widest access needs: smaller alignments ask for
// nothing.
bool CheckAlignment(FunctionContext& fn, const Argument& argument) {
  if (!argument.given || argument.value.is_none()) {
    return true;
  }
  const std::optional<std::int64_t> alignment = ConstantInt(argument.value);
  if (alignment && *alignment > 0 && *alignment <= kir::kMostArrayAlign &&
      std::has_single_bit(static_cast<std::uint64_t>(*alignment))) {
    return true;
  }
  fn.Report(argument.range, diag::Kind::ArrayAlignment, SpellingAt(fn, argument.range))
      .Help(
          "write 32, 64 or another power of two up to 1024, or leave it out: arrays begin at "
          "multiples of 16")
      .Emit();
  return false;
}

Value EmitStaticArray(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                      bool shared) {
  const bool is_swapped = arguments[0].value.is_object(ObjectKind::Type) &&
                          (arguments[1].value.is_scalar() || AsTuple(fn, arguments[1].value));
  if (is_swapped) {
    const std::string_view name = SpellingAt(fn, call.func->range);
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, name, "the shape first",
              Describe(fn, arguments[0].value))
        .Help(fmt::format("write `{}({}, {})`", name, SpellingAt(fn, arguments[1].range),
                          SpellingAt(fn, arguments[0].range)))
        .Emit();
    return Value();
  }
  const std::optional<std::vector<std::int64_t>> shape = ConstantShape(fn, arguments[0], shared);
  const std::optional<TypeId> element = ElementType(fn, arguments[1]);
  if (!shape || !element || !CheckAlignment(fn, arguments[2])) {
    return Value();
  }
  const types::AddressSpace space =
      shared ? types::AddressSpace::Shared : types::AddressSpace::Local;
  const TypeId type = fn.program.types().Array(*element, static_cast<unsigned>(shape->size()),
                                               types::Layout::C, space);
  fn.instance.uses_wide_arrays |= *element == types::kFloat64 || *element == types::kComplex128;
  if (shape->front() == 0) {
    return Value::Runtime(fn.builder.Append(kir::Op::DynamicSharedArray, type, {}), type);
  }
  std::int64_t bytes = std::max(1u, types::MemorySize(fn.program.types(), *element));
  const std::int64_t limit = shared ? kMaxSharedBytes : kMaxLocalBytes;
  for (const std::int64_t extent : *shape) {
    if (extent > limit / bytes) {
      fn.Report(call.range, diag::Kind::ArrayTooLarge, shared ? "shared" : "local",
                shared ? "a block" : "a thread", limit)
          .Help(shared ? "an array of shape 0 has up to 227 KiB, where the launch asks for it"
                       : "use an array parameter")
          .Emit();
      return Value();
    }
    bytes *= extent;
  }
  const kir::Op op = shared ? kir::Op::SharedArray : kir::Op::LocalArray;
  std::vector<std::int64_t> layout = *shape;
  if (const std::optional<std::int64_t> alignment =
          arguments[2].given ? ConstantInt(arguments[2].value) : std::nullopt;
      alignment && *alignment > kir::kLeastArrayAlign) {
    layout.push_back(-*alignment);
  }
  const kir::InstId array = fn.builder.Append(op, type, {}, fn.kir_function.AddInts(layout));
  const TupleElements parts = AsTuple(fn, arguments[0].value);
  const std::vector<Value> extents = parts ? *parts : std::vector<Value>{arguments[0].value};
  for (std::uint32_t dim = 0; dim < extents.size(); ++dim) {
    NoteConstantText(fn.kir_function, array, extents[dim], dim);
  }
  return Value::Runtime(array, type);
}

// The element that an atomic works on.
Place AtomicPlace(FunctionContext& fn, const ast::Call& call, const Argument& array,
                  const Argument& index, bool integers_only) {
  if (!IsArray(fn, array.value)) {
    fn.Report(array.range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range), "an array",
              Describe(fn, array.value))
        .Help(HelpForAtomic(call, IsArray(fn, index.value), fn.function.file->sources()))
        .Emit();
    return Place();
  }
  const TypeId element = fn.type_of(array.value).element;
  if (!HasAtomics(element) || (integers_only && !types::IsInteger(element))) {
    fn.Report(array.range, diag::Kind::AtomicType, Describe(fn, array.value))
        .Help(integers_only ? "this atomic works on integers"
                            : "atomics work on integers and floats; for a complex array, on its "
                              "`.real` and `.imag`")
        .Emit();
    return Place();
  }
  const Place place = ElementPlace(fn, call, array, index);
  if (place.valid && place.readonly) {
    fn.Report(array.range, diag::Kind::ReadonlyStore).Help(std::string(advice::kReadonlyHelp)).Emit();
    return Place();
  }
  return place;
}

Value EmitAtomic(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                 kir::AtomicKind kind) {
  const bool integers_only = kir::atomic_needs_integer(kind);
  const Place place = AtomicPlace(fn, call, arguments[0], arguments[1], integers_only);
  if (!place.valid) {
    return Value();
  }
  const TypeId element = fn.type_of(arguments[0].value).element;
  const bool counts = kind == kir::AtomicKind::Inc || kind == kir::AtomicKind::Dec;
  if (counts && !types::IsUnsigned(element)) {
    fn.Report(arguments[0].range, diag::Kind::AtomicType, Describe(fn, arguments[0].value))
        .Help("`inc` and `dec` work on unsigned integers; use `cuda.atomic.add`")
        .Emit();
    return Value();
  }
  if (!RequireReal(fn, arguments[2], SpellingAt(fn, call.func->range))) {
    return Value();
  }
  const kir::InstId operands[] = {place.pointer, ConvertTo(fn, arguments[2].value, element)};
  const kir::InstId old =
      fn.builder.Append(kir::Op::AtomicRmw, element, operands, static_cast<std::int64_t>(kind));
  return Value::Runtime(old, element);
}

}  // namespace

Value EmitGrid(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitGridFunction(fn, call, arguments, false);
}

Value EmitGridSize(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitGridFunction(fn, call, arguments, true);
}

Value EmitSyncWarp(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const Value mask = arguments[0].given ? arguments[0].value : IntConstant(-1);
  if (arguments[0].given && !RequireReal(fn, arguments[0], "cuda.syncwarp")) {
    return Value();
  }
  CallBuiltin(fn, BuiltinId::SyncWarp, types::kVoid, {ConvertTo(fn, mask, types::kInt32)});
  return Value::Of(Object());
}

std::optional<TypeId> ElementType(FunctionContext& fn, const Argument& argument) {
  if (argument.value.kind == ValueKind::Object) {
    const std::optional<abi::ArgType> type = Evaluator::AsType(*argument.value.object);
    if (type && (type->kind == abi::ArgKind::Scalar || type->kind == abi::ArgKind::Record ||
                 type->kind == abi::ArgKind::Vector)) {
      return fn.program.types().FromElement(*type);
    }
  }
  fn.Report(argument.range, diag::Kind::ArrayElementType, SpellingAt(fn, argument.range))
      .Help("name a type: `float32`, `np.int64`, `\"float32\"` or `a.dtype`")
      .Emit();
  return std::nullopt;
}

Value EmitSharedArray(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitStaticArray(fn, call, arguments, true);
}

Value EmitLocalArray(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitStaticArray(fn, call, arguments, false);
}

Place ElementPlace(FunctionContext& fn, const ast::Call& call, const Argument& array,
                   const Argument& index) {
  if (!IsArray(fn, array.value)) {
    fn.Report(array.range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range), "an array",
              Describe(fn, array.value))
        .Help("the array comes first, then the index, then the value")
        .Emit();
    return Place();
  }
  std::vector<IndexItem> items;
  const TupleElements parts = AsTuple(fn, index.value);
  for (Value part : parts ? *parts : std::vector<Value>{index.value}) {
    // Numba converts the index of an atomic to an integer, whatever number it is.
    if (fn.rules() == types::PromotionRules::Numba && part.is_scalar() &&
        (types::IsFloat(part.type) || types::IsBool(part.type))) {
      part = EmitCast(fn, part, types::kInt64, index.range);
    }
    if (!AddIndexValue(fn, part, index.range, &items)) {
      return Place();
    }
  }
  const unsigned ndim = fn.type_of(array.value).ndim;
  const auto used =
      static_cast<std::size_t>(std::ranges::count_if(items, [](const IndexItem& item) {
        return item.kind == IndexItem::Kind::Integer || item.kind == IndexItem::Kind::Slice;
      }));
  if (used > ndim) {
    fn.Report(index.range, diag::Kind::TooManyIndices, used, ndim)
        .Label(array.range, Describe(fn, array.value))
        .Emit();
    return Place();
  }
  const Place place = EmitPlace(fn, array.value, items, index.range);
  if (place.valid && !place.pointer.has_value()) {
    fn.Report(index.range, diag::Kind::TooFewIndices, items.size(), fn.type_of(array.value).ndim)
        .Label(array.range, Describe(fn, array.value))
        .Help("give an index for each dimension, as a tuple")
        .Emit();
    return Place();
  }
  return place;
}

#define KC_ATOMIC(Name, kind)                                                                      \
  Value EmitAtomic##Name(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) { \
    return EmitAtomic(fn, call, arguments, kir::AtomicKind::kind);                                 \
  }
KC_ATOMIC(Add, Add)
KC_ATOMIC(And, And)
KC_ATOMIC(Dec, Dec)
KC_ATOMIC(Exch, Exchange)
KC_ATOMIC(Inc, Inc)
KC_ATOMIC(Max, Max)
KC_ATOMIC(Min, Min)
KC_ATOMIC(NanMax, NanMax)
KC_ATOMIC(NanMin, NanMin)
KC_ATOMIC(Or, Or)
KC_ATOMIC(Sub, Sub)
KC_ATOMIC(Xor, Xor)
#undef KC_ATOMIC

Value EmitAtomicCas(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const Place place = AtomicPlace(fn, call, arguments[0], arguments[1], true);
  if (!place.valid || !RequireReal(fn, arguments[2], "cuda.atomic.cas") ||
      !RequireReal(fn, arguments[3], "cuda.atomic.cas")) {
    return Value();
  }
  const TypeId element = fn.type_of(arguments[0].value).element;
  const kir::InstId operands[] = {place.pointer, ConvertTo(fn, arguments[2].value, element),
                                  ConvertTo(fn, arguments[3].value, element)};
  return Value::Runtime(fn.builder.Append(kir::Op::AtomicCas, element, operands), element);
}

// Compare and swap on the first element.
Value EmitAtomicCompareAndSwap(FunctionContext& fn, const ast::Call& call,
                               const Arguments& arguments) {
  Argument first;
  first.value = IntConstant(0);
  first.range = arguments[0].range;
  first.given = true;
  return EmitAtomicCas(fn, call, {arguments[0], first, arguments[1], arguments[2]});
}

}  // namespace kernelc::sema
