#include "compiler/driver/artifacts/header_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "compiler/base/check.h"
#include "compiler/driver/artifacts/cpp_names.h"

namespace kernelc::driver {
namespace {

std::string ScalarText(abi::ScalarKind kind, HostApi api) {
  switch (kind) {
    case abi::ScalarKind::Bool:
      return "bool";
    case abi::ScalarKind::Int8:
    case abi::ScalarKind::Int16:
    case abi::ScalarKind::Int32:
    case abi::ScalarKind::Int64:
    case abi::ScalarKind::UInt8:
    case abi::ScalarKind::UInt16:
    case abi::ScalarKind::UInt32:
    case abi::ScalarKind::UInt64:
      return fmt::format("std::{}_t", abi::scalar_info(kind).text);
    case abi::ScalarKind::Float16:
      return SupportNamespace(api) + "::Half";
    case abi::ScalarKind::BFloat16:
      return SupportNamespace(api) + "::BFloat16";
    case abi::ScalarKind::Float8E4M3:
      return SupportNamespace(api) + "::Float8E4M3";
    case abi::ScalarKind::Float8E5M2:
      return SupportNamespace(api) + "::Float8E5M2";
    case abi::ScalarKind::Float8E8M0:
      return SupportNamespace(api) + "::Float8E8M0";
    case abi::ScalarKind::Float32:
      return "float";
    case abi::ScalarKind::Float64:
      return "double";
    case abi::ScalarKind::Complex64:
      return "std::complex<float>";
    case abi::ScalarKind::Complex128:
      return "std::complex<double>";
    case abi::ScalarKind::kCount:
      break;
  }
  KC_FATAL("scalar kind {}", static_cast<int>(kind));
}

// The enumerator of abi::ScalarKind.
std::string_view KindName(abi::ScalarKind kind) {
  constexpr std::string_view kNames[] = {
#define KC_SCALAR(name, text, npy, size, align, cls) #name,
#include "runtime/abi/scalar_types.def"
      "kRecord"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view KindName(abi::RecordKind kind) {
  switch (kind) {
    case abi::RecordKind::Record:
      return "Record";
    case abi::RecordKind::Bytes:
      return "Bytes";
    case abi::RecordKind::Unicode:
      return "Unicode";
    case abi::RecordKind::Datetime:
      return "Datetime";
    case abi::RecordKind::Timedelta:
      return "Timedelta";
  }
  KC_FATAL("record kind {}", static_cast<int>(kind));
}

std::string ElementText(const abi::ArgType& type, const CppRecords& records, HostApi api) {
  return type.record ? records.NameOf(*type.record) : ScalarText(type.scalar, api);
}

// What the C++ parameters of `type` are called in the program, in their order.
void AddPaths(const abi::ArgType& type, const std::string& path, std::vector<std::string>* paths) {
  if (type.kind == abi::ArgKind::Tuple) {
    for (std::size_t i = 0; i < type.elements.size(); ++i) {
      const bool has_name = i < type.field_names.size();
      AddPaths(type.elements[i],
               fmt::format("{}_{}", path, has_name ? type.field_names[i] : std::to_string(i)), paths);
    }
  } else if (type.kind != abi::ArgKind::None) {
    paths->push_back(path);
  }
}

// Flattens one parameter; `names` has names for its parts, which it takes away.
class ParamWriter {
 public:
  ParamWriter(const abi::KernelInfo& kernel, const abi::ParamInfo& param, const CppRecords& records,
              HostApi api, std::deque<std::pair<std::string, std::string>>* names,
              std::vector<CppParam>* out)
      : kernel_(kernel), param_(param), records_(records), api_(api), names_(names), out_(out) {
    field_ = param.first_field;
  }

  void Write(const abi::ArgType& type) {
    if (type.kind == abi::ArgKind::None) {
      return;
    }
    if (type.kind == abi::ArgKind::Tuple) {
      for (const abi::ArgType& element : type.elements) {
        Write(element);
      }
      return;
    }
    const auto [path, name] = std::move(names_->front());
    names_->pop_front();
    WritePart(type, name, path);
  }

 private:
  void WritePart(const abi::ArgType& type, const std::string& name, const std::string& path) {
    switch (type.kind) {
      case abi::ArgKind::Scalar:
        AddScalar(ScalarText(type.scalar, api_), name);
        return;
      case abi::ArgKind::Array:
        AddArray(type, name, path);
        return;
      case abi::ArgKind::Record:
        AddRecord(type, name, path);
        return;
      case abi::ArgKind::Pointer:
        Add(fmt::format("{}*", ElementText(type, records_, api_)), name,
            fmt::format("params.Put({}, {});", Offset(), name), "");
        ++field_;
        return;
      case abi::ArgKind::Vector:
        AddVector(type, name);
        return;
      case abi::ArgKind::None:
      case abi::ArgKind::Tuple:
        break;
    }
    KC_FATAL("argument kind {}", static_cast<int>(type.kind));
  }

  void Add(std::string type, std::string name, std::string pack, std::string contiguous) {
    out_->push_back({std::move(type), std::move(name), std::move(pack), std::move(contiguous)});
  }
  std::uint32_t Offset() const { return kernel_.fields[field_].offset; }

  void AddScalar(const std::string& type, const std::string& name) {
    Add(fmt::format("{}::generated::Exact<{}>", SupportNamespace(api_), type), name,
        fmt::format("params.Put({}, {}.value);", Offset(), name), "");
    ++field_;
  }

  void AddArray(const abi::ArgType& type, const std::string& name, const std::string& path) {
    const std::string space = SupportNamespace(api_);
    const char layout = type.layout == abi::Layout::C ? 'C' : type.layout == abi::Layout::F ? 'F' : 'A';
    const bool reads_only = type.readonly || !param_.written;
    Add(fmt::format("const {}::ArrayView<{}{}, {}>&", space, reads_only ? "const " : "",
                    ElementText(type, records_, api_), type.ndim),
        name,
        fmt::format("params.PutArray<{}::Layout::{}>({}, \"{}\", {});", space, layout, Offset(),
                    path, name),
        layout == 'A' ? std::string()
                      : fmt::format("{}.is_contiguous({}::Layout::{})", name, space, layout));
    field_ += 1U + type.ndim * (type.layout == abi::Layout::A ? 2U : 1U);
  }

  void AddRecord(const abi::ArgType& type, const std::string& name, const std::string& path) {
    if (type.record->is_time()) {
      AddScalar("std::int64_t", name);
      return;
    }
    Add(fmt::format("const {}::ArrayView<{}{}, 0>&", SupportNamespace(api_),
                    param_.written ? "" : "const ", ElementText(type, records_, api_)),
        name, fmt::format("params.PutRecord({}, \"{}\", {});", Offset(), path, name), "");
    ++field_;
  }

  void AddVector(const abi::ArgType& type, const std::string& name) {
    std::string pack;
    for (unsigned lane = 0; lane < type.ndim; ++lane) {
      pack += fmt::format("{}params.Put({}, {}[{}]);", lane == 0 ? "" : " ", Offset(), name, lane);
      ++field_;
    }
    Add(fmt::format("const std::array<{}, {}>&", ScalarText(type.scalar, api_), type.ndim), name,
        pack, "");
  }

  const abi::KernelInfo& kernel_;
  const abi::ParamInfo& param_;
  const CppRecords& records_;
  HostApi api_;
  std::deque<std::pair<std::string, std::string>>* names_;
  std::vector<CppParam>* out_;
  std::size_t field_ = 0;
};

// Fields of a struct, in which gaps have names and types of other fields are named.
std::vector<std::string> FieldNames(const std::vector<abi::RecordField>& fields,
                                    const CppRecords& records) {
  std::vector<std::string> wanted;
  CppScope scope;
  for (const abi::RecordField& field : fields) {
    scope.Take(fmt::format("kernelc_gap{}", wanted.size()));
    wanted.push_back(field.name);
  }
  scope.Take(fmt::format("kernelc_gap{}", fields.size()));
  for (const CppRecord& record : records.all()) {
    scope.Take(record.name);
  }
  return scope.Add(wanted);
}

// Statements that fill `type` with the record's description.
std::string FillRecord(const abi::RecordType& type, const std::string& cpp_namespace,
                       const CppRecords& records) {
  std::string text = fmt::format(
      "    type.kind = ::kernelc::abi::RecordKind::{};\n    type.size = {};\n    type.align = {};\n"
      "    type.unit = {};\n",
      KindName(type.kind), type.size, type.align, type.unit);
  for (const abi::RecordField& field : type.fields) {
    std::string extents;
    for (const std::uint32_t extent : field.extents) {
      extents += fmt::format("{}{}", extents.empty() ? "" : ", ", extent);
    }
    text += fmt::format(
        "    type.fields.push_back({{\"{}\", ::kernelc::ScalarKind::{}, {}, {}, {{{}}}}});\n",
        field.name, KindName(field.scalar),
        field.record ? fmt::format("Element<::{}::{}>::type().record", cpp_namespace,
                                   records.NameOf(*field.record))
                     : std::string("RecordRef()"),
        field.offset, extents);
  }
  return text;
}

}  // namespace

std::string SupportNamespace(HostApi api) {
  return api == HostApi::Runtime ? "::kernelc" : "::kernelc_cuda";
}

CppRecords::CppRecords(const abi::KernelImage& image) {
  for (const abi::KernelInfo& kernel : image.kernels) {
    if (kernel.is_variant()) {
      continue;
    }
    for (const abi::ParamInfo& param : kernel.params) {
      AddOf(param.type, CppName(kernel.name + "_" + param.name));
    }
  }
}

void CppRecords::AddOf(const abi::ArgType& type, const std::string& name) {
  if (type.record && !(type.kind == abi::ArgKind::Record && type.record->is_time())) {
    Add(type.record, name);
  }
  for (const abi::ArgType& element : type.elements) {
    AddOf(element, name);
  }
}

void CppRecords::Add(const abi::RecordRef& type, const std::string& name) {
  const auto same = [&](const CppRecord& record) { return record.type == type; };
  if (std::ranges::any_of(records_, same)) {
    return;
  }
  for (const abi::RecordField& field : type->fields) {
    if (field.record) {
      Add(field.record, name + "_" + field.name);
    }
  }
  std::string unique = name + "_t";
  for (unsigned i = 2; std::ranges::find(records_, unique, &CppRecord::name) != records_.end(); ++i) {
    unique = fmt::format("{}{}_t", name, i);
  }
  records_.push_back({type, unique});
}

const std::string& CppRecords::NameOf(const abi::RecordType& type) const {
  const auto found =
      std::ranges::find_if(records_, [&](const CppRecord& record) { return *record.type == type; });
  KC_CHECK(found != records_.end(), "a record without a name");
  return found->name;
}

std::vector<CppParam> CppParamsOf(const abi::KernelInfo& kernel, const CppRecords& records,
                                  HostApi api) {
  std::vector<std::string> paths;
  for (const abi::ParamInfo& param : kernel.params) {
    AddPaths(param.type, param.name, &paths);
  }
  CppScope scope;
  for (const CppRecord& record : records.all()) {
    scope.Take(record.name);
  }
  const std::vector<std::string> given = scope.Add(paths);
  std::deque<std::pair<std::string, std::string>> names;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    names.emplace_back(paths[i], given[i]);
  }
  std::vector<CppParam> params;
  for (const abi::ParamInfo& param : kernel.params) {
    ParamWriter(kernel, param, records, api, &names, &params).Write(param.type);
  }
  return params;
}

std::string DefineRecord(const CppRecord& record, const CppRecords& records, HostApi api) {
  const abi::RecordType& type = *record.type;
  std::string fields;
  std::string checks;
  std::uint32_t end = 0;
  unsigned gaps = 0;
  const auto pad = [&](std::uint32_t until) {
    if (until > end) {
      fields += fmt::format("  unsigned char kernelc_gap{}[{}];\n", gaps++, until - end);
    }
  };
  std::vector<abi::RecordField> ordered = type.fields;
  std::ranges::stable_sort(ordered, {}, &abi::RecordField::offset);
  const std::vector<std::string> names = FieldNames(ordered, records);
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const abi::RecordField& field = ordered[i];
    const std::string& name = names[i];
    pad(field.offset);
    std::uint32_t size = field.record ? field.record->size : abi::scalar_info(field.scalar).size;
    std::string extents;
    for (const std::uint32_t extent : field.extents) {
      extents += fmt::format("[{}]", extent);
      size *= extent;
    }
    fields += fmt::format("  {} {}{};\n",
                          field.record ? records.NameOf(*field.record)
                                       : ScalarText(field.scalar, api),
                          name, extents);
    checks += fmt::format("static_assert(offsetof({}, {}) == {}, \"layout of {}\");\n",
                          record.name, name, field.offset, record.name);
    end = field.offset + size;
  }
  if (type.fields.empty() && type.kind == abi::RecordKind::Unicode) {
    fields += fmt::format("  char32_t text[{}];\n", type.size / 4);
  } else if (type.fields.empty() && type.is_time()) {
    fields += "  std::int64_t count;\n";
  } else if (type.fields.empty()) {
    fields += fmt::format("  char text[{}];\n", type.size);
  } else {
    pad(type.size);
  }
  // Packed, as every gap is there by name; the alignment is the record's own.
  return fmt::format(
      "#pragma pack(push, 1)\nstruct alignas({}) {} {{\n{}}};\n#pragma pack(pop)\n"
      "static_assert(sizeof({}) == {}, \"size of {}\");\n{}\n",
      std::max<std::uint32_t>(type.align, 1), record.name, fields, record.name, type.size,
      record.name, checks);
}

std::string DescribeRecord(const CppRecord& record, const std::string& name, HostApi api,
                           const std::string& cpp_namespace, const CppRecords& records) {
  if (api == HostApi::Driver) {
    return {};
  }
  return fmt::format(
      "template <>\nstruct Element<{}> {{\n  static ElementType type() {{\n"
      "    static const RecordRef record = Make();\n    return record;\n  }}\n\n private:\n"
      "  static RecordRef Make() {{\n    RecordType type;\n{}"
      "    return std::make_shared<const RecordType>(std::move(type));\n  }}\n}};\n\n",
      name, FillRecord(*record.type, cpp_namespace, records));
}

}  // namespace kernelc::driver
