// Images to bytes. reader.cpp reads the same fields in the same order.
#include "kernelc/image.h"
#include "runtime/image/bytes.h"
#include "runtime/image/format.h"

namespace kernelc {

void image::WriteRecord(Writer& out, const abi::RecordType& record) {
  out.Enum(record.kind);
  out.U32(record.size);
  out.U32(record.align);
  out.U8(record.unit);
  out.Count(record.fields.size());
  for (const abi::RecordField& field : record.fields) {
    out.Text(field.name);
    out.Enum(field.scalar);
    out.Flag(static_cast<bool>(field.record));
    if (field.record) {
      WriteRecord(out, *field.record);
    }
    out.U32(field.offset);
    out.Count(field.extents.size());
    for (const std::uint32_t extent : field.extents) {
      out.U32(extent);
    }
  }
}

void image::WriteType(Writer& out, const abi::ArgType& type) {
  out.Enum(type.kind);
  out.Enum(type.scalar);
  out.Flag(static_cast<bool>(type.record));
  if (type.record) {
    WriteRecord(out, *type.record);
  }
  out.U8(type.ndim);
  out.Enum(type.layout);
  out.Flag(type.readonly);
  // Aligned data, and aligned rows too.
  out.U8(type.facts.aligned_rows ? 2 : type.facts.aligned16 ? 1 : 0);
  out.Flag(type.facts.small);
  out.Count(type.elements.size());
  for (const abi::ArgType& element : type.elements) {
    WriteType(out, element);
  }
  out.Count(type.field_names.size());
  for (const std::string& name : type.field_names) {
    out.Text(name);
  }
  out.Text(type.name);
}

namespace {

using namespace image;

void WriteKernel(Writer& out, const abi::KernelInfo& kernel) {
  out.Text(kernel.name);
  out.Text(kernel.symbol);
  out.Count(kernel.params.size());
  for (const abi::ParamInfo& param : kernel.params) {
    out.Text(param.name);
    WriteType(out, param.type);
    out.U32(param.first_field);
    out.U32(param.field_count);
    out.Flag(param.written);
  }
  out.Count(kernel.fields.size());
  for (const abi::ParamField& field : kernel.fields) {
    out.Enum(field.kind);
    out.U8(field.dim);
    out.U32(field.offset);
    out.U32(field.size);
  }
  out.U32(kernel.param_bytes);
  out.Flag(kernel.assumes_no_overlap);
  out.U32(kernel.static_shared_bytes);
  out.Flag(kernel.uses_dynamic_shared);
  out.U32(kernel.max_threads_per_block);
  out.U32(kernel.min_blocks_per_multiprocessor);
  out.Flag(kernel.cooperative);
  out.U32(kernel.coarse_factor);
  out.Flag(kernel.has_coarse);
  out.Flag(kernel.waits);
  out.U32(kernel.cpu_scratch_bytes_per_thread);
  out.U32(kernel.cpu_scratch_bytes_per_block);
  out.U32(kernel.variant_of);
}

void WriteCode(Writer& out, const abi::Code& code) {
  out.Enum(code.device);
  out.Enum(code.kind);
  out.Text(code.arch);
  out.Text(code.features);
  out.U32(code.first_location);
  out.U64(code.bytes.size());
  out.Raw(code.bytes);
}

}  // namespace

std::vector<std::byte> WriteImage(const abi::KernelImage& image) {
  Writer out;
  out.Raw(std::as_bytes(std::span(kMagic)));
  out.U32(kImageVersion);
  out.U32(0);
  // Size and checksum, when they are known.
  out.U64(0);
  out.U64(0);
  out.U64(0);
  out.Text(image.compiler_version);
  out.Text(image.key);
  out.Count(image.kernels.size());
  for (const abi::KernelInfo& kernel : image.kernels) {
    WriteKernel(out, kernel);
  }
  out.Count(image.locations.size());
  for (const abi::SourceLocation& location : image.locations) {
    out.Text(location.file);
    out.U32(location.line);
    out.U32(location.column);
    out.U32(location.length);
    out.Text(location.text);
  }
  out.Count(image.codes.size());
  for (const abi::Code& code : image.codes) {
    WriteCode(out, code);
  }
  out.PutU64(kSizeOffset, out.bytes().size());
  const Checksum sum = ImageChecksum(out.bytes());
  out.PutU64(kChecksumOffset, sum.low);
  out.PutU64(kChecksumOffset + sizeof sum.low, sum.high);
  return std::move(out.bytes());
}

}  // namespace kernelc
