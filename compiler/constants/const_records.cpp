// Record types as constants: np.dtype([...]), np.dtype({...}), Record.make_c_struct, NestedArray.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

std::optional<std::uint32_t> AsExtent(const Object& object) {
  constexpr Int128 kMax = Int128(1) << 30;
  if (!object.is_number() || !object.number.is_integral() || object.number.integer < 0 ||
      object.number.integer > kMax) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(object.number.integer);
}

// A shape goes before the dimensions that the type has already.
bool AddExtents(const Object& shape, types::FieldType* type) {
  const ObjectList parts = shape.kind == ObjectKind::Tuple ? shape.elements : ObjectList{shape};
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

std::optional<abi::ArgType> RecordOf(const std::vector<Object>& fields, bool align);

// A type, a dtype string, a record in place, or a type with a shape: ("f4", (2, 3)).
std::optional<types::FieldType> FieldTypeOf(const Object& object) {
  if (object.kind == ObjectKind::Str) {
    return types::ParseDType(object.text);
  }
  if (object.kind == ObjectKind::Tuple && !object.is_list && object.elements.size() == 2) {
    std::optional<types::FieldType> type = FieldTypeOf(object.elements[0]);
    return type && AddExtents(object.elements[1], &*type) ? type : std::nullopt;
  }
  const std::optional<abi::ArgType> type = object.kind == ObjectKind::Tuple
                                               ? RecordOf(object.elements, false)
                                               : Evaluator::AsType(object);
  return type && (type->kind == abi::ArgKind::Scalar || type->kind == abi::ArgKind::Record)
             ? std::optional(types::FieldType{*type, {}})
             : std::nullopt;
}

// [("x", "f4"), ("y", np.int32, (3,))]
std::optional<abi::ArgType> RecordOf(const std::vector<Object>& fields, bool align) {
  std::vector<types::FieldSpec> specs;
  for (const Object& field : fields) {
    const std::vector<Object>& parts = field.elements;
    if (field.kind != ObjectKind::Tuple || parts.size() < 2 || parts.size() > 3) {
      return std::nullopt;
    }
    // A title and a name.
    const bool has_title = parts[0].kind == ObjectKind::Tuple && parts[0].elements.size() == 2;
    const Object& name = has_title ? parts[0].elements[1] : parts[0];
    std::optional<types::FieldType> type = FieldTypeOf(parts[1]);
    if (name.kind != ObjectKind::Str || !type ||
        (parts.size() == 3 && !AddExtents(parts[2], &*type))) {
      return std::nullopt;
    }
    specs.push_back({name.text.empty() ? "f" + std::to_string(specs.size()) : name.text,
                     std::move(*type), std::nullopt});
  }
  return types::MakeRecord(specs, align);
}

// {"names": [...], "formats": [...], "offsets": [...], "itemsize": n, "aligned": b}
std::optional<abi::ArgType> RecordOfColumns(const Object& names, const Object& formats,
                                            const Object* offsets, bool align,
                                            std::optional<std::uint32_t> size) {
  std::vector<types::FieldSpec> specs;
  const std::size_t count = names.elements.size();
  if (formats.elements.size() != count ||
      (offsets != nullptr && offsets->elements.size() != count)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::optional<types::FieldType> type = FieldTypeOf(formats.elements[i]);
    const std::optional<std::uint32_t> offset =
        offsets == nullptr ? std::nullopt : AsExtent(offsets->elements[i]);
    if (names.elements[i].kind != ObjectKind::Str || !type || (offsets != nullptr && !offset)) {
      return std::nullopt;
    }
    specs.push_back({names.elements[i].text, std::move(*type), offset});
  }
  return types::MakeRecord(specs, align, size);
}

// The columns, or {"x": ("f4", 0), ...}.
std::optional<abi::ArgType> RecordOfDict(const Object& dict, bool align) {
  std::vector<types::FieldSpec> specs;
  const Object* names = nullptr;
  const Object* formats = nullptr;
  const Object* offsets = nullptr;
  std::optional<std::uint32_t> size;
  for (std::size_t i = 0; i < dict.elements.size(); i += 2) {
    const std::string& key = dict.elements[i].text;
    const Object& value = dict.elements[i + 1];
    if (dict.elements[i].kind != ObjectKind::Str) {
      return std::nullopt;
    }
    if (key == "names" || key == "formats" || key == "offsets") {
      (key == "names" ? names : key == "formats" ? formats : offsets) = &value;
    } else if (key == "aligned") {
      align = ObjectTruth(value).value_or(false);
    } else if (key == "itemsize") {
      size = AsExtent(value);
    } else if (key != "titles") {
      const std::vector<Object>& parts = value.elements;
      std::optional<types::FieldType> type =
          parts.size() >= 2 ? FieldTypeOf(parts[0]) : std::nullopt;
      const std::optional<std::uint32_t> offset = type ? AsExtent(parts[1]) : std::nullopt;
      if (!offset) {
        return std::nullopt;
      }
      specs.push_back({key, std::move(*type), offset});
    }
  }
  if (names == nullptr && formats == nullptr) {
    return types::MakeRecord(specs, align, size);
  }
  return names == nullptr || formats == nullptr
             ? std::nullopt
             : RecordOfColumns(*names, *formats, offsets, align, size);
}

}  // namespace

std::optional<abi::ArgType> RecordFromList(const Object& list) {
  return list.elements.empty() ? std::nullopt : RecordOf(list.elements, false);
}

bool Evaluator::IsRecordMaker(std::string_view path) {
  return path == "np.dtype" || path == "numba.types.Record.make_c_struct" ||
         path == "numba.types.NestedArray" || path.ends_with(".from_dtype") ||
         path.ends_with(".Record.make_c_struct");
}

std::optional<Object> Evaluator::MakeRecordType(std::string_view path, const Arguments& arguments) {
  const bool is_struct = path.ends_with(".make_c_struct");
  const Object* fields = arguments.Find(0, is_struct ? "name_types" : "dtype");
  const Object* second = arguments.Find(1, path.ends_with(".NestedArray") ? "shape" : "align");
  if (fields == nullptr) {
    return std::nullopt;
  }
  if (path.ends_with(".NestedArray")) {
    return second == nullptr ? std::nullopt : std::optional(Object::Tuple({*fields, *second}));
  }
  const bool align = is_struct || (second != nullptr && ObjectTruth(*second).value_or(false));
  std::optional<abi::ArgType> type;
  if (fields->kind == ObjectKind::Dict) {
    type = RecordOfDict(*fields, align);
  } else if (fields->is_list || (is_struct && fields->kind == ObjectKind::Tuple)) {
    type = RecordOf(fields->elements, align);
  } else if (std::optional<types::FieldType> field = FieldTypeOf(*fields);
             field && field->extents.empty()) {
    type = std::move(field->element);
  }
  return type ? std::optional(Object::Type(*type)) : std::nullopt;
}

}  // namespace kernelc::constants
