// Bytes to images. Whatever the bytes are, the answer is an image or a reason.
#include <algorithm>
#include <optional>
#include <utility>

#include "kernelc/image.h"
#include "runtime/backend/file.h"
#include "runtime/backend/status.h"
#include "runtime/backend/text.h"
#include "runtime/image/bytes.h"
#include "runtime/image/format.h"

namespace kernelc {
namespace {

using namespace image;
using backend::Concat;

// The fewest bytes that one of each takes.
constexpr std::size_t kRecordFieldBytes = 14;
constexpr std::size_t kTypeBytes = 20;
constexpr std::size_t kParamBytes = 4 + kTypeBytes + 9;
constexpr std::size_t kFieldBytes = 10;
constexpr std::size_t kKernelBytes = 43;
constexpr std::size_t kLocationBytes = 20;
constexpr std::size_t kCodeBytes = 22;

}  // namespace

abi::RecordRef image::ReadRecord(Reader& in, unsigned depth) {
  if (depth > kMaxTypeDepth) {
    in.Fail("a record type is nested too deep");
    return {};
  }
  abi::RecordType record;
  record.kind = in.Enum(abi::RecordKind::Timedelta, "kind of record");
  record.size = in.U32();
  record.align = in.U32();
  record.unit = in.U8();
  if (record.unit > abi::kGenericTime) {
    in.Fail("a time has an unknown unit");
    record.unit = abi::kGenericTime;
  }
  const std::size_t fields = in.Count(kRecordFieldBytes);
  for (std::size_t i = 0; i < fields && !in.failed(); ++i) {
    abi::RecordField field;
    field.name = in.Text();
    field.scalar = in.Enum(abi::ScalarKind::kRecord, "scalar type");
    if (in.Flag()) {
      field.record = ReadRecord(in, depth + 1);
    }
    field.offset = in.U32();
    if (field.scalar == abi::ScalarKind::kRecord && !field.record) {
      in.Fail("a field is a record of no type");
    }
    const std::size_t extents = in.Count(sizeof(std::uint32_t));
    for (std::size_t d = 0; d < extents; ++d) {
      field.extents.push_back(in.U32());
    }
    record.fields.push_back(std::move(field));
  }
  return std::make_shared<const abi::RecordType>(std::move(record));
}

abi::ArgType image::ReadType(Reader& in, unsigned depth) {
  abi::ArgType type;
  if (depth > kMaxTypeDepth) {
    in.Fail("a type is nested too deep");
    return type;
  }
  type.kind = in.Enum(abi::ArgKind::Pointer, "kind of argument");
  type.scalar = in.Enum(abi::ScalarKind::kRecord, "scalar type");
  if (in.Flag()) {
    type.record = ReadRecord(in, depth + 1);
  }
  type.ndim = in.U8();
  type.layout = in.Enum(abi::Layout::A, "layout");
  type.readonly = in.Flag();
  const std::uint8_t alignment = in.U8();
  if (alignment > 2) {
    in.Fail("an unknown alignment");
  }
  type.facts.aligned16 = alignment > 0;
  type.facts.aligned_rows = alignment > 1;
  type.facts.small = in.Flag();
  const std::size_t elements = in.Count(kTypeBytes);
  for (std::size_t i = 0; i < elements && !in.failed(); ++i) {
    type.elements.push_back(ReadType(in, depth + 1));
  }
  const std::size_t names = in.Count(sizeof(std::uint32_t));
  for (std::size_t i = 0; i < names && !in.failed(); ++i) {
    type.field_names.push_back(in.Text());
  }
  type.name = in.Text();
  if ((type.scalar == abi::ScalarKind::kRecord || type.kind == abi::ArgKind::Record) &&
      !type.record) {
    in.Fail("an element is a record of no type");
  }
  return type;
}

namespace {

// The parameters lie in the fields, and the fields in the buffer, which has no more than padding
// besides.
void CheckLayout(Reader& in, const abi::KernelInfo& kernel) {
  constexpr std::uint64_t kMostPadding = 16;
  std::uint64_t end = 0;
  for (const abi::ParamField& field : kernel.fields) {
    end = std::max(end, std::uint64_t{field.offset} + field.size);
  }
  bool fits = end <= kernel.param_bytes && kernel.param_bytes <= end + kMostPadding;
  for (const abi::ParamInfo& param : kernel.params) {
    fits = fits &&
           std::uint64_t{param.first_field} + param.field_count <= kernel.fields.size();
  }
  if (!fits) {
    in.Fail(Concat("the parameters of kernel `", kernel.name, "` do not fit their buffer"));
  }
}

abi::KernelInfo ReadKernel(Reader& in, std::uint32_t version) {
  abi::KernelInfo kernel;
  kernel.name = in.Text();
  kernel.symbol = in.Text();
  const std::size_t params = in.Count(kParamBytes);
  for (std::size_t i = 0; i < params && !in.failed(); ++i) {
    abi::ParamInfo param;
    param.name = in.Text();
    param.type = ReadType(in, 0);
    param.first_field = in.U32();
    param.field_count = in.U32();
    param.written = in.Flag();
    kernel.params.push_back(std::move(param));
  }
  const std::size_t fields = in.Count(kFieldBytes);
  for (std::size_t i = 0; i < fields && !in.failed(); ++i) {
    abi::ParamField field;
    field.kind = in.Enum(abi::FieldKind::Stride, "kind of field");
    field.dim = in.U8();
    field.offset = in.U32();
    field.size = in.U32();
    kernel.fields.push_back(field);
  }
  kernel.param_bytes = in.U32();
  kernel.assumes_no_overlap = in.Flag();
  kernel.static_shared_bytes = in.U32();
  kernel.uses_dynamic_shared = in.Flag();
  kernel.max_threads_per_block = in.U32();
  kernel.min_blocks_per_multiprocessor = in.U32();
  kernel.cooperative = in.Flag();
  kernel.coarse_factor = version >= 3 ? in.U32() : 1;
  kernel.has_coarse = version >= 3 && in.Flag();
  kernel.waits = version >= 2 && in.Flag();
  kernel.cpu_scratch_bytes_per_thread = in.U32();
  kernel.cpu_scratch_bytes_per_block = in.U32();
  kernel.variant_of = version >= 5 ? in.U32() : abi::KernelInfo::kNoKernel;
  CheckLayout(in, kernel);
  return kernel;
}

abi::Code ReadCode(Reader& in) {
  abi::Code code;
  code.device = in.Enum(abi::DeviceKind::Cpu, "device");
  code.kind = in.Enum(abi::CodeKind::CpuLinked, "kind of code");
  code.arch = in.Text();
  code.features = in.Text();
  code.first_location = in.U32();
  const std::span<const std::byte> raw = in.Raw(in.U64());
  code.bytes.assign(raw.begin(), raw.end());
  return code;
}

void ReadBody(Reader& in, std::uint32_t version, abi::KernelImage* image) {
  image->compiler_version = in.Text();
  image->key = in.Text();
  const std::size_t kernels = in.Count(kKernelBytes);
  for (std::size_t i = 0; i < kernels && !in.failed(); ++i) {
    image->kernels.push_back(ReadKernel(in, version));
    const abi::KernelInfo& kernel = image->kernels.back();
    if (kernel.is_variant() &&
        (kernel.variant_of >= i || image->kernels[kernel.variant_of].is_variant())) {
      in.Fail("a variant is of a kernel that there is not");
    }
  }
  const std::size_t locations = in.Count(kLocationBytes);
  for (std::size_t i = 0; i < locations && !in.failed(); ++i) {
    abi::SourceLocation location;
    location.file = in.Text();
    location.line = in.U32();
    location.column = in.U32();
    location.length = in.U32();
    location.text = in.Text();
    image->locations.push_back(std::move(location));
  }
  const std::size_t codes = in.Count(kCodeBytes);
  for (std::size_t i = 0; i < codes && !in.failed(); ++i) {
    image->codes.push_back(ReadCode(in));
    if (image->codes.back().first_location > image->locations.size()) {
      in.Fail("a code's locations lie beyond the last one");
    }
  }
  if (!in.failed() && in.left() != 0) {
    in.Fail(Concat(in.left(), " bytes follow its end"));
  }
}

// Of an image whose header is whole.
std::uint32_t VersionOf(std::span<const std::byte> bytes) {
  return Reader(bytes.first(kHeaderBytes).subspan(kVersionOffset)).U32();
}

// Empty when the body may be read.
std::string CheckHeader(std::span<const std::byte> bytes) {
  if (bytes.empty()) {
    return "it is empty";
  }
  const std::size_t magic = std::min(bytes.size(), kMagic.size());
  if (!std::ranges::equal(bytes.first(magic), std::as_bytes(std::span(kMagic)).first(magic))) {
    return "it is no kernel image";
  }
  if (bytes.size() < kHeaderBytes) {
    return Concat("it is cut off after ", bytes.size(), " bytes");
  }
  Reader header(bytes.first(kHeaderBytes).subspan(kVersionOffset));
  const std::uint32_t version = header.U32();
  const std::uint32_t zero = header.U32();
  const std::uint64_t size = header.U64();
  const std::uint64_t low = header.U64();
  const std::uint64_t high = header.U64();
  if (size > bytes.size()) {
    return Concat("it is cut off: there are ", bytes.size(), " of ", size, " bytes");
  }
  if (size < bytes.size() || zero != 0 || ImageChecksum(bytes) != Checksum{low, high}) {
    return "it is damaged: its checksum is wrong";
  }
  if (version == 0 || version > kImageVersion) {
    return Concat("it has version ", version, " of the format, this kernelc reads up to version ",
                  kImageVersion, "; it was written by a newer one");
  }
  return {};
}

}  // namespace

bool IsImage(std::span<const std::byte> bytes) noexcept {
  return bytes.size() >= kMagic.size() &&
         std::ranges::equal(bytes.first(kMagic.size()), std::as_bytes(std::span(kMagic)));
}

std::shared_ptr<const abi::KernelImage> TryReadImage(std::span<const std::byte> bytes,
                                                     std::string* why) {
  *why = CheckHeader(bytes);
  if (!why->empty()) {
    return nullptr;
  }
  auto image = std::make_shared<abi::KernelImage>();
  Reader body(bytes.subspan(kHeaderBytes));
  ReadBody(body, VersionOf(bytes), image.get());
  if (body.failed()) {
    *why = Concat("it is damaged: ", body.why());
    return nullptr;
  }
  return image;
}

std::shared_ptr<const abi::KernelImage> ReadImage(std::span<const std::byte> bytes,
                                                  std::string_view name) {
  std::string why;
  std::shared_ptr<const abi::KernelImage> image = TryReadImage(bytes, &why);
  if (image == nullptr) {
    backend::ThrowError(ErrorCode::FileFormat, "read image", std::string(name),
                        Concat('`', name, "` cannot be used as a kernel image: ", why));
  }
  return image;
}

std::shared_ptr<const abi::KernelImage> ReadImageFile(const std::string& path) {
  return ReadImage(backend::ReadFile("read image", path), path);
}

}  // namespace kernelc
