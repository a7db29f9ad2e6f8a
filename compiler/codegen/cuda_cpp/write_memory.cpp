// Parameters, arrays, records and atomic operations as CUDA C++.
#include <fmt/format.h>

#include "compiler/base/check.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/cuda_cpp/function_writer.h"
#include "compiler/codegen/cuda_cpp/numbers.h"
#include "compiler/kir/static_array.h"

namespace kernelc::codegen::cuda_cpp {

using kir::Op;
using types::TypeKind;

FunctionWriter::NamedArray* FunctionWriter::FindArray(kir::InstId id) {
  const auto found = arrays_.find(id.index);
  return found == arrays_.end() ? nullptr : &found->second;
}

namespace {

// A field that is an array and has no name of its own is written out up to this length.
constexpr std::size_t kLongPlace = 24;

std::string TextsOf(const std::vector<Expr>& exprs) {
  std::string text;
  for (const Expr& expr : exprs) {
    text += (text.empty() ? "" : ", ") + expr.text;
  }
  return text;
}

// What a kc::Array is made of, without strides: `data, {rows, columns}`.
std::string PartsOf(const Expr& data, const std::vector<Expr>& extents) {
  return extents.empty() ? data.text : fmt::format("{}, {{{}}}", data.text, TextsOf(extents));
}

std::string SizeName(const std::string& array, const types::Type& type, unsigned dim) {
  return type.ndim == 1 ? array + "_size" : fmt::format("{}_shape{}", array, dim);
}

}  // namespace

// Kernels take each array as a pointer with its extents and, where it has its own, strides: the
// layout of the packed parameters, and what a person writes.

Expr FunctionWriter::AddArrayParam(const kir::Param* param, TypeId id, const std::string& name,
                                   const kir::ParamFacts& facts, std::vector<ParamText>* params) {
  const types::Type& what = type(id);
  const bool is_const = param != nullptr && IsReadOnly(param->value);
  const bool whole =
      param == nullptr || what.layout == types::Layout::A || is_whole_[param->value.index];
  NamedArray array;
  array.data = {whole && param != nullptr ? names_.Add(name + "_data") : name, Binding::Name};
  params->push_back(
      {fmt::format("{}{}*{}", is_const ? "const " : "", module_.types().Element(what.element),
                   facts.noalias || facts.readonly ? " __restrict__" : ""),
       array.data.text});
  std::vector<std::string> strides;
  for (unsigned dim = 0; dim < what.ndim; ++dim) {
    array.extents.push_back({names_.Add(SizeName(name, what, dim)), Binding::Name});
    params->push_back({"int64_t", array.extents.back().text});
  }
  for (unsigned dim = 0; what.layout == types::Layout::A && dim < what.ndim; ++dim) {
    strides.push_back(names_.Add(fmt::format("{}_stride{}", name, dim)));
    params->push_back({"int64_t", strides.back()});
  }
  std::string parts = PartsOf(array.data, array.extents);
  if (!strides.empty()) {
    parts += fmt::format(", {{{}}}", fmt::join(strides, ", "));
  }
  if (param == nullptr) {
    return Braces(Spell(id), parts);
  }
  if (whole) {
    array.whole = name;
    Declare("const " + SpellValue(param->value), name, Braces("", parts).text);
  }
  arrays_[param->value.index] = array;
  return {name, Binding::Name};
}

Expr FunctionWriter::AddParam(const kir::Param* param, TypeId id, const std::string& name,
                              const kir::ParamFacts& facts, std::vector<ParamText>* params) {
  const types::Type& what = type(id);
  if (function_.kind != kir::FunctionKind::Kernel) {
    params->push_back({SpellValue(param->value), name});
    return {name, Binding::Name};
  }
  switch (what.kind) {
    case TypeKind::Array:
      return AddArrayParam(param, id, name, facts, params);
    case TypeKind::Tuple:
    case TypeKind::Vector: {
      std::string parts;
      const std::size_t count = what.kind == TypeKind::Tuple ? what.elements.size() : what.ndim;
      for (std::size_t i = 0; i < count; ++i) {
        const TypeId part = what.kind == TypeKind::Tuple ? what.elements[i] : what.element;
        const std::string part_name =
            names_.Add(fmt::format("{}_{}", name, module_.types().TupleMember(id, i)));
        parts += (i == 0 ? "" : ", ") + AddParam(nullptr, part, part_name, facts, params).text;
      }
      Expr made = Braces(Spell(id), parts);
      if (param != nullptr) {
        Declare("const " + Spell(id), name, made.bare);
        made = {name, Binding::Name};
      }
      return made;
    }
    case TypeKind::None:
      return Braces(Spell(id), "");
    case TypeKind::Datetime:
    case TypeKind::Optional:
    case TypeKind::Pointer:
    case TypeKind::Record:
    case TypeKind::Scalar:
    case TypeKind::Void:
      break;
  }
  params->push_back({Spell(id), name});
  return {name, Binding::Name};
}

std::vector<ParamText> FunctionWriter::ParamList() {
  std::vector<ParamText> params;
  for (const kir::Param& param : function_.params) {
    const std::string name = names_.Add(param.name);
    Expr value = AddParam(&param, param.type, name, param.facts, &params);
    if (FindArray(param.value) == nullptr) {
      SetValue(param.value, std::move(value));
    }
  }
  return params;
}

Expr FunctionWriter::Whole(kir::InstId id) {
  const NamedArray& array = *FindArray(id);
  return array.whole.empty() ? Braces(SpellValue(id), PartsOf(DataOf(id), array.extents))
                             : Expr{array.whole, Binding::Name};
}

// The pointer to the elements of an array with a name. Nothing writes through it where they are
// constant.
Expr FunctionWriter::DataOf(kir::InstId array) {
  const NamedArray& named = *FindArray(array);
  const types::Type& what = type(type_of(array));
  if (named.is_constant && !IsReadOnly(array)) {
    return Call(fmt::format("const_cast<{}*>", module_.types().Element(what.element)),
                named.data.text);
  }
  Expr data = named.data;
  for (unsigned dim = 0; named.is_static && dim + 1 < what.ndim; ++dim) {
    data = Subscript(data, "0");
  }
  return data;
}

Expr FunctionWriter::Extent(kir::InstId array, std::uint32_t dim) {
  const NamedArray* named = FindArray(array);
  return named != nullptr ? named->extents[dim]
                          : Subscript(Member(Use(array), "extent"), fmt::format("{}", dim));
}

// An index that may count from the end does so.
Expr FunctionWriter::Index(const kir::Inst& value, std::uint32_t dim) {
  const kir::InstId index = operand(value, dim + 1);
  const bool wraps =
      (static_cast<std::uint64_t>(value.imm) >> dim & 1u) != 0 && types::IsSigned(type_of(index));
  const std::optional<std::int64_t> known = KnownInteger(index);
  if (!wraps || known >= 0) {
    return Use(index).value();
  }
  const Expr extent = Extent(operand(value, 0), dim);
  return known ? Infix(extent, "-", IntegerNumber(-*known, types::kInt64), Binding::Add)
               : Call("kc::wrap", fmt::format("{}, {}", UseTyped(index).text, extent.text));
}

Expr FunctionWriter::Element(const kir::Inst& value) {
  const kir::InstId array = operand(value, 0);
  const types::Type& what = type(type_of(array));
  const NamedArray* named = FindArray(array);
  std::vector<Expr> indices;
  for (std::uint32_t dim = 0; dim < what.ndim; ++dim) {
    indices.push_back(Index(value, dim));
  }
  if (named != nullptr && named->is_static) {
    Expr element = what.ndim == 0 ? Subscript(named->data, "0") : named->data;
    for (const Expr& index : indices) {
      element = Subscript(element, index.text);
    }
    return element;
  }
  if (named != nullptr && what.layout != types::Layout::A) {
    // Operators of an index and those around it are kept apart.
    const Binding least = what.ndim == 1 ? Binding::Conditional : Binding::Unary;
    Expr linear{"0", Binding::Name};
    bool is_zero = true;
    for (std::uint32_t i = 0; i < what.ndim; ++i) {
      const std::uint32_t dim = what.layout == types::Layout::C ? i : what.ndim - 1u - i;
      const kir::InstId id = operand(value, dim + 1);
      const bool adds =
          KnownInteger(id) != 0 || module_.named_constants().Text(function_, id).has_value();
      const Expr index{Operand(indices[dim], least)};
      if (is_zero) {
        linear = index;
      } else {
        linear = Infix(linear, "*", named->extents[dim], Binding::Multiply);
        linear = adds ? Infix(linear, "+", index, Binding::Add) : linear;
      }
      is_zero = is_zero && !adds;
    }
    return Subscript(DataOf(array), linear.text);
  }
  const Expr base = named != nullptr ? Expr{named->whole, Binding::Name} : Use(array);
  if (what.ndim == 1 && what.layout != types::Layout::A) {
    return Subscript(base, indices[0].text);
  }
  return Call(Operand(base, Binding::Primary), TextsOf(indices));
}

Expr FunctionWriter::Field(const kir::Inst& value) {
  const kir::InstId pointer = operand(value, 0);
  const TypeId record = type(type_of(pointer)).element;
  const auto index = static_cast<std::size_t>(value.imm);
  const types::RecordField& field = type(record).fields[index];
  if (!module_.types().HasNamedFields(record)) {
    return Call(fmt::format("kc::field<{}>", module_.types().Element(field.type)),
                fmt::format("{}, {}", Use(pointer).text, field.offset));
  }
  const bool is_place = pending_[pointer.index] && pending_[pointer.index]->is_place;
  Expr place = Member(is_place ? UsePlace(pointer) : Use(pointer),
                      module_.types().FieldName(record, index), is_place ? "." : "->");
  if (!field.extents.empty()) {
    const std::string array = place.text;
    for (std::size_t i = 0; i < field.extents.size(); ++i) {
      place = Subscript(place, "0");
    }
    place.array = array;
  }
  return place;
}

bool FunctionWriter::FindFieldArray(kir::InstId id, const kir::Inst& value) {
  const kir::InstId pointer = operand(value, 0);
  const kir::Inst& field = inst(pointer);
  const bool is_place = pending_[pointer.index] && pending_[pointer.index]->is_place;
  if (!is_place || pending_[pointer.index]->expr.array.empty() ||
      type(value.type).layout != types::Layout::C) {
    return false;
  }
  const TypeId record = type(operand_type(field, 0)).element;
  const std::vector<std::int64_t>& extents =
      type(record).fields[static_cast<std::size_t>(field.imm)].extents;
  if (extents.size() != type(value.type).ndim) {
    return false;
  }
  NamedArray array;
  array.is_static = true;
  for (std::uint32_t dim = 0; dim < extents.size(); ++dim) {
    if (KnownInteger(operand(value, dim + 1)) != extents[dim]) {
      return false;
    }
    array.extents.push_back(IntegerNumber(extents[dim], types::kInt64));
  }
  array.data.text = UsePlace(pointer).array;
  // What changes before it is used, or is long, gets a name.
  const bool is_long = uses_[id.index] > 1 && array.data.text.size() > kLongPlace;
  if (hazards_.any() || is_long || !value_names_[id.index].empty()) {
    const std::string name =
        names_.Add(value_names_[id.index].empty()
                       ? module_.types().FieldName(record, static_cast<std::size_t>(field.imm))
                       : value_names_[id.index]);
    WriteComments(value);
    Declare("auto&", name, array.data.text);
    array.data = {name, Binding::Name};
    hazards_ = Hazards();
  }
  arrays_[id.index] = array;
  return true;
}

Expr FunctionWriter::ArrayPart(const kir::Inst& value) {
  const kir::InstId array = operand(value, 0);
  const auto dim = static_cast<std::uint32_t>(value.imm);
  if (value.op == Op::ArrayMake) {
    const types::Type& what = type(value.type);
    std::string parts = Use(array).text;
    std::vector<std::string> numbers;
    for (std::uint32_t i = 1; i < value.operands.count; ++i) {
      numbers.push_back(Converted(operand(value, i)));
    }
    // The extents, and the strides where there are some.
    for (std::size_t i = 0; i < numbers.size(); i += what.ndim) {
      parts += fmt::format(", {{{}}}", fmt::join(std::span(numbers).subspan(i, what.ndim), ", "));
    }
    const auto id = kir::InstId(static_cast<std::uint32_t>(&value - function_.insts.data()));
    return Braces(SpellValue(id), parts);
  }
  const NamedArray* named = FindArray(array);
  if (value.op == Op::ArrayExtent) {
    // A number of the type that extents have.
    return named != nullptr && (named->is_static || named->is_constant)
               ? SameValue("int64_t", Extent(array, dim))
               : Extent(array, dim);
  }
  if (value.op == Op::ArrayData) {
    return named != nullptr ? DataOf(array) : Member(Use(array), "data");
  }
  return Call(Member(Use(array), "stride_bytes").text, fmt::format("{}", dim));
}

void FunctionWriter::WriteStaticArray(kir::InstId id, const kir::Inst& value) {
  WriteComments(value);
  const types::Type& what = type(value.type);
  NamedArray array;
  array.data = {
      names_.Add(value_names_[id.index].empty() ? value.op == Op::SharedArray ? "shared" : "local"
                                                : std::string_view(value_names_[id.index])),
      Binding::Name};
  array.is_static = true;
  std::string brackets = what.ndim == 0 ? "[1]" : "";
  for (const std::int64_t extent : kir::StaticExtents(function_, value)) {
    array.extents.push_back(
        module_.named_constants()
            .Text(function_, id, static_cast<std::uint32_t>(array.extents.size()))
            .value_or(IntegerNumber(extent, types::kInt64)));
    brackets += fmt::format("[{}]", extent > 0 ? array.extents.back().text : "1");
  }
  // Views of other types begin where their elements may, and an address may be looked at.
  const std::uint32_t wanted = kir::StaticAlign(function_, value);
  const bool is_seen = is_whole_[id.index] || is_address_taken_[id.index];
  const std::string align =
      wanted > kir::kLeastArrayAlign || is_seen ? fmt::format("__align__({}) ", wanted) : "";
  arrays_[id.index] = array;
  Declare(fmt::format("{}{}{}", value.op == Op::SharedArray ? "__shared__ " : "", align,
                      module_.types().Element(what.element)),
          array.data.text, "", brackets);
}

// The arrays of the file stand before its functions, flat, in the order of their layout.
void FunctionWriter::FindConstant(kir::InstId id, const kir::Inst& value) {
  const kir::ConstantId constant(static_cast<std::uint32_t>(value.imm));
  NamedArray array;
  array.data = module_.ConstantData(constant);
  for (const std::int64_t extent : module_.kir().constant(constant).extents) {
    array.extents.push_back(IntegerNumber(extent, types::kInt64));
  }
  array.is_constant = true;
  arrays_[id.index] = array;
}

void FunctionWriter::WriteDynamicArray(kir::InstId id, const kir::Inst& value) {
  module_.has_dynamic_shared() = true;
  const std::string element = module_.types().Element(type(value.type).element);
  Give(id, Call(fmt::format("kc::dynamic_shared<{}>", element), "kernelc_dynamic_shared"));
}

Expr FunctionWriter::Load(const kir::Inst& value) {
  hazards_.memory = true;
  const kir::InstId pointer = operand(value, 0);
  if (type(type_of(pointer)).unaligned) {
    return Call("kc::load_unaligned", Use(pointer).text);
  }
  return UsePlace(pointer);
}

void FunctionWriter::WriteStore(const kir::Inst& value) {
  WriteComments(value);
  const kir::InstId pointer = operand(value, 0);
  const bool unaligned = type(type_of(pointer)).unaligned;
  std::string text;
  if (value.op == Op::RecordCopy) {
    const std::string to = Use(pointer).text;
    text = fmt::format("kc::copy({}, {});", to, Use(operand(value, 1)).text);
  } else if (unaligned) {
    const std::string to = Use(pointer).text;
    text = fmt::format("kc::store_unaligned({}, {});", to, UseTyped(operand(value, 1)).text);
  } else {
    const std::string place = UsePlace(pointer).text;
    const Expr stored = Use(operand(value, 1));
    text = Assignment(place, stored);
  }
  Hazards written;
  written.memory = true;
  Settle(written);
  Line(text);
}

namespace {

struct AtomicName {
  kir::AtomicKind kind;
  const char* cuda;
  const char* support;
};

constexpr AtomicName kAtomics[] = {
    {kir::AtomicKind::Add, "atomicAdd", "kc::atomic_add"},
    {kir::AtomicKind::Sub, "", "kc::atomic_sub"},
    {kir::AtomicKind::Min, "atomicMin", "kc::atomic_min"},
    {kir::AtomicKind::Max, "atomicMax", "kc::atomic_max"},
    {kir::AtomicKind::NanMin, "atomicMin", "kc::atomic_nanmin"},
    {kir::AtomicKind::NanMax, "atomicMax", "kc::atomic_nanmax"},
    {kir::AtomicKind::And, "atomicAnd", "kc::atomic_and"},
    {kir::AtomicKind::Or, "atomicOr", "kc::atomic_or"},
    {kir::AtomicKind::Xor, "atomicXor", "kc::atomic_xor"},
    {kir::AtomicKind::Exchange, "atomicExch", "kc::atomic_exchange"},
    {kir::AtomicKind::Inc, "atomicInc", "kc::atomic_inc"},
    {kir::AtomicKind::Dec, "atomicDec", "kc::atomic_dec"},
};

// CUDA has the operation itself, with the same meaning.
bool IsNative(kir::AtomicKind kind, TypeId type) {
  using kir::AtomicKind;
  if (kind == AtomicKind::Inc || kind == AtomicKind::Dec) {
    return type == types::kUInt32;
  }
  if (type == types::kFloat32 || type == types::kFloat64) {
    return kind == AtomicKind::Add || (kind == AtomicKind::Exchange && type == types::kFloat32);
  }
  return type == types::kInt32 || type == types::kUInt32;
}

}  // namespace

// The value that an operation on memory of the thread alone leaves there, of `old` and `value`.
std::string FunctionWriter::ChangedValue(kir::AtomicKind kind, const std::string& value,
                                         TypeId element) {
  using kir::AtomicKind;
  const bool narrow = types::IsFloat(element) && types::scalar_bits(element) == 16;
  const auto replaced = [&](bool is_max, bool nan) {
    return fmt::format("kc::replaces<{}, {}>({}, old) ? {} : old", is_max, nan, value, value);
  };
  switch (kind) {
    case AtomicKind::Add:
      return narrow ? fmt::format("kc::add(old, {})", value) : fmt::format("old + {}", value);
    case AtomicKind::Sub:
      return narrow ? fmt::format("kc::sub(old, {})", value) : fmt::format("old - {}", value);
    case AtomicKind::Min:
      return replaced(false, false);
    case AtomicKind::Max:
      return replaced(true, false);
    case AtomicKind::NanMin:
      return replaced(false, true);
    case AtomicKind::NanMax:
      return replaced(true, true);
    case AtomicKind::And:
      return fmt::format("old & {}", value);
    case AtomicKind::Or:
      return fmt::format("old | {}", value);
    case AtomicKind::Xor:
      return fmt::format("old ^ {}", value);
    case AtomicKind::Exchange:
      return value;
    case AtomicKind::Inc:
      return fmt::format("old >= {} ? 0 : old + 1", value);
    case AtomicKind::Dec:
      return fmt::format("old == 0 || old > {} ? {} : old - 1", value, value);
  }
  KC_FATAL("unknown atomic operation");
}

// On memory of the thread alone.
Expr FunctionWriter::LocalChange(const kir::Inst& value) {
  const std::string pointer = Use(operand(value, 0)).text;
  const TypeId element = operand_type(value, 1);
  const std::string name = Spell(element);
  std::string changed;
  if (value.op == Op::AtomicCas) {
    const std::string expected = Operand(UseTyped(operand(value, 1)), Binding::Primary);
    const std::string next = Operand(UseTyped(operand(value, 2)), Binding::Primary);
    changed = fmt::format(
        "kc::bit_cast<kc::Bits<{0}>>(old) == kc::bit_cast<kc::Bits<{0}>>({1}) ? {2} : old", name,
        expected, next);
  } else {
    changed = ChangedValue(static_cast<kir::AtomicKind>(value.imm),
                           Operand(UseTyped(operand(value, 1)), Binding::Primary), element);
  }
  return Call("kc::local_change",
              fmt::format("{}, [&]({} old) {{ return {}({}); }}", pointer, name, name, changed));
}

Expr FunctionWriter::Atomic(const kir::Inst& value) {
  if (type(operand_type(value, 0)).space == types::AddressSpace::Local) {
    return LocalChange(value);
  }
  const std::string pointer = Use(operand(value, 0)).text;
  const TypeId element = operand_type(value, 1);
  if (value.op == Op::AtomicCas) {
    const bool native = element == types::kInt32 || element == types::kUInt32;
    const std::string old = UseTyped(operand(value, 1)).text;
    return Call(native ? "atomicCAS" : "kc::atomic_cas",
                fmt::format("{}, {}, {}", pointer, old, UseTyped(operand(value, 2)).text));
  }
  const auto kind = static_cast<kir::AtomicKind>(value.imm);
  for (const AtomicName& row : kAtomics) {
    if (row.kind == kind) {
      const bool native = row.cuda[0] != '\0' && IsNative(kind, element);
      const Expr amount = native ? Use(operand(value, 1)) : UseTyped(operand(value, 1));
      return Call(native ? row.cuda : row.support, fmt::format("{}, {}", pointer, amount.text));
    }
  }
  KC_FATAL("unknown atomic operation");
}

}  // namespace kernelc::codegen::cuda_cpp
