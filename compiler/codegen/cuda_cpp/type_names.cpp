#include "compiler/codegen/cuda_cpp/type_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/base/check.h"

namespace kernelc::codegen::cuda_cpp {

using types::ScalarKind;
using types::TypeKind;

char LayoutName(types::Layout layout) {
  switch (layout) {
    case types::Layout::C:
      return 'C';
    case types::Layout::F:
      return 'F';
    case types::Layout::A:
      return 'A';
  }
  KC_FATAL("unknown layout");
}

std::string TypeNames::Scalar(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::Bool:
      return "bool";
    case ScalarKind::Int8:
    case ScalarKind::Int16:
    case ScalarKind::Int32:
    case ScalarKind::Int64:
    case ScalarKind::UInt8:
    case ScalarKind::UInt16:
    case ScalarKind::UInt32:
    case ScalarKind::UInt64:
      return fmt::format("{}_t", abi::scalar_info(kind).text);
    case ScalarKind::Float16:
      headers_.half = true;
      return "__half";
    case ScalarKind::BFloat16:
      headers_.bfloat = true;
      return "__nv_bfloat16";
    case ScalarKind::Float8E4M3:
      return "kc::E4M3";
    case ScalarKind::Float8E5M2:
      return "kc::E5M2";
    case ScalarKind::Float8E8M0:
      return "kc::E8M0";
    case ScalarKind::Float32:
      return "float";
    case ScalarKind::Float64:
      return "double";
    case ScalarKind::Complex64:
      return "kc::Complex<float>";
    case ScalarKind::Complex128:
      return "kc::Complex<double>";
    case ScalarKind::kCount:
      break;
  }
  KC_FATAL("unknown scalar kind");
}

std::string TypeNames::Spell(TypeId id) {
  const types::Type& type = get(id);
  switch (type.kind) {
    case TypeKind::Scalar:
      return Scalar(type.scalar);
    case TypeKind::Void:
      return "void";
    case TypeKind::None:
      return "kc::None";
    case TypeKind::Array:
      return fmt::format("kc::Array<{}, {}, kc::{}>", Element(type.element), type.ndim,
                         LayoutName(type.layout));
    case TypeKind::Pointer:
      return fmt::format("{}*", Element(type.element));
    case TypeKind::Tuple:
      return Tuple(id);
    case TypeKind::Optional:
      return fmt::format("kc::Optional<{}>", Spell(type.element));
    case TypeKind::Record:
      return Record(id);
    case TypeKind::Datetime:
      return "int64_t";
    case TypeKind::Vector:
      return fmt::format("kc::Vector<{}, {}>", Spell(type.element), type.ndim);
  }
  KC_FATAL("unknown type kind");
}

std::string TypeNames::SpellConst(TypeId id) {
  const types::Type& type = get(id);
  return type.kind == TypeKind::Array
             ? fmt::format("kc::Array<const {}, {}, kc::{}>", Element(type.element), type.ndim,
                           LayoutName(type.layout))
             : fmt::format("const {}*", Element(type.element));
}

bool TypeNames::IsTypeName(std::string_view word) const {
  constexpr std::string_view kScalars[] = {
      "__half",  "__nv_bfloat16", "bool",     "double",   "float",    "int16_t",
      "int32_t", "int64_t",       "int8_t",   "uint16_t", "uint32_t", "uint64_t",
      "uint8_t"};
  return std::ranges::find(kScalars, word) != std::end(kScalars) ||
         std::ranges::any_of(structs_, [&](const auto& entry) { return entry.second == word; });
}

std::string TypeNames::TupleMember(TypeId tuple, std::size_t index) const {
  const types::Type& type = get(tuple);
  if (type.kind == TypeKind::Vector) {
    return std::string(1, "xyzw"[index]);
  }
  if (type.kind == TypeKind::Optional) {
    return index == 0 ? "has_value" : "value";
  }
  if (index < type.field_names.size()) {
    NameTable names;
    return names.Add(type.field_names[index]);
  }
  return fmt::format("v{}", index);
}

std::string TypeNames::Tuple(TypeId id) {
  if (const auto found = structs_.find(id); found != structs_.end()) {
    return found->second;
  }
  const types::Type& type = get(id);
  std::string members;
  std::string name = type.name;
  for (std::size_t i = 0; i < type.elements.size(); ++i) {
    members += fmt::format("  {} {};\n", Spell(type.elements[i]), TupleMember(id, i));
  }
  // One of several strings: compiler/sema/choices.h.
  name = name.starts_with("str ") ? "Text" : name;
  name = names_->Add(name.empty() ? fmt::format("Tuple{}", type.elements.size()) : name);
  definitions_.push_back({name, fmt::format("struct {} {{\n{}}};\n", name, members)});
  structs_.emplace(id, name);
  return name;
}

bool TypeNames::HasNamedFields(TypeId record) const {
  // The struct that C++ lays out for the fields in order has to be the record.
  const types::Type& type = get(record);
  if (type.record_kind != abi::RecordKind::Record || type.fields.empty()) {
    return false;
  }
  std::uint32_t offset = 0;
  std::uint32_t align = 1;
  for (const types::RecordField& field : type.fields) {
    const std::uint32_t field_align = types::MemoryAlign(*store_, field.type);
    std::uint32_t size = types::MemorySize(*store_, field.type);
    for (const std::int64_t extent : field.extents) {
      size *= static_cast<std::uint32_t>(extent);
    }
    offset = (offset + field_align - 1) / field_align * field_align;
    if (offset != field.offset || size == 0) {
      return false;
    }
    offset += size;
    align = std::max(align, field_align);
  }
  return align <= type.align && (offset + type.align - 1) / type.align * type.align == type.size;
}

std::string TypeNames::FieldName(TypeId record, std::size_t index) const {
  NameTable names;
  std::string name;
  for (std::size_t i = 0; i <= index; ++i) {
    name = names.Add(get(record).fields[i].name);
  }
  return name;
}

std::string TypeNames::Record(TypeId id) {
  if (const auto found = structs_.find(id); found != structs_.end()) {
    return found->second;
  }
  const types::Type& type = get(id);
  std::string body;
  if (HasNamedFields(id)) {
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      const types::RecordField& field = type.fields[i];
      body += fmt::format("  {} {}", Element(field.type), FieldName(id, i));
      for (const std::int64_t extent : field.extents) {
        body += fmt::format("[{}]", extent);
      }
      body += ";\n";
    }
  } else {
    for (const types::RecordField& field : type.fields) {
      body += fmt::format("  // {}: {} at byte {}\n", field.name, types::Spell(*store_, field.type),
                          field.offset);
    }
    body += fmt::format("  unsigned char bytes[{}];\n", std::max(type.size, 1u));
  }
  const auto named = record_names_.find(id);
  const std::string name = named != record_names_.end() ? named->second : names_->Add("Record");
  const std::string align = type.align > 1 ? fmt::format("__align__({}) ", type.align) : "";
  definitions_.push_back({name, fmt::format("struct {}{} {{\n{}}};\n", align, name, body)});
  structs_.emplace(id, name);
  return name;
}

}  // namespace kernelc::codegen::cuda_cpp
