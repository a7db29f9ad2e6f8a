// Images as bytes: what is written is read again, and nothing else is.
#include "kernelc/image.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

#include "kernelc/module.h"
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

using abi::ArgType;
using abi::KernelImage;
using abi::ScalarKind;

// A record with each kind of field.
abi::RecordRef SomeRecord() {
  abi::RecordType inner;
  inner.size = 8;
  inner.align = 4;
  inner.fields.push_back({"id", ScalarKind::Int32, {}, 0, {}});
  inner.fields.push_back({"flags", ScalarKind::UInt8, {}, 4, {2, 2}});
  abi::RecordType outer;
  outer.size = 24;
  outer.align = 8;
  outer.fields.push_back({"in", ScalarKind::kRecord,
                          std::make_shared<const abi::RecordType>(inner), 0, {}});
  outer.fields.push_back({"when", ScalarKind::kRecord,
                          abi::RecordType::Time(abi::RecordKind::Datetime, 4), 8, {}});
  outer.fields.push_back({"mass", ScalarKind::Float64, {}, 16, {}});
  return std::make_shared<const abi::RecordType>(outer);
}

abi::KernelInfo SomeKernel() {
  abi::KernelInfo kernel;
  kernel.name = "outer.inner";
  kernel.symbol = "_Z5inner";
  ArgType array = ArgType::Array(ScalarKind::Float32, 2, abi::Layout::A);
  array.readonly = true;
  array.facts = {true, true};
  ArgType tuple;
  tuple.kind = abi::ArgKind::Tuple;
  tuple.name = "Point";
  tuple.elements = {ArgType::Scalar(ScalarKind::Bool), ArgType::Vector(ScalarKind::Float32, 4)};
  tuple.field_names = {"ok", "at"};
  kernel.params.push_back({"a", array, 0, 5, false});
  kernel.params.push_back({"p", tuple, 5, 2, true});
  kernel.params.push_back({"r", ArgType::Record(SomeRecord()), 7, 1, true});
  kernel.fields = {{abi::FieldKind::Data, 0, 0, 8},    {abi::FieldKind::Extent, 0, 8, 8},
                   {abi::FieldKind::Extent, 1, 16, 8}, {abi::FieldKind::Stride, 0, 24, 8},
                   {abi::FieldKind::Stride, 1, 32, 8}, {abi::FieldKind::Value, 0, 40, 1},
                   {abi::FieldKind::Value, 0, 48, 16}, {abi::FieldKind::Data, 0, 64, 8}};
  kernel.param_bytes = 80;
  kernel.assumes_no_overlap = true;
  kernel.static_shared_bytes = 1024;
  kernel.uses_dynamic_shared = true;
  kernel.max_threads_per_block = 256;
  kernel.min_blocks_per_multiprocessor = 2;
  kernel.cooperative = true;
  kernel.coarse_factor = 4;
  kernel.has_coarse = true;
  kernel.cpu_scratch_bytes_per_thread = 16;
  kernel.cpu_scratch_bytes_per_block = 128;
  return kernel;
}

KernelImage SomeImage() {
  KernelImage image;
  image.compiler_version = "1.2.3";
  image.key = "00ff";
  image.kernels = {SomeKernel(), abi::KernelInfo{}};
  image.locations = {{}, {"k.py", 3, 5, 7, "x[i] = 1"}};
  abi::Code ptx{abi::DeviceKind::Cuda, abi::CodeKind::Ptx, "sm_90a", "", {}};
  ptx.bytes.resize(37, std::byte{'p'});
  abi::Code object{abi::DeviceKind::Cpu, abi::CodeKind::CpuObject, "znver4", "+avx2,-sse4a", {}};
  image.codes = {ptx, object};
  return image;
}

void PutWord(std::vector<std::byte>& bytes, std::size_t offset, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) {
    bytes[offset + static_cast<std::size_t>(i)] = static_cast<std::byte>(value >> (8 * i));
  }
}

// Makes size and checksum fit what `bytes` have become.
void Seal(std::vector<std::byte>& bytes) {
  PutWord(bytes, 16, bytes.size(), 8);
  const Checksum head = ChecksumOf(std::span(bytes).first(24));
  const Checksum body = ChecksumOf(std::span(bytes).subspan(40));
  PutWord(bytes, 24, head.low ^ body.low, 8);
  PutWord(bytes, 32, head.high ^ body.high, 8);
}

TEST(Image, IsReadAsItWasWritten) {
  const KernelImage image = SomeImage();
  const std::vector<std::byte> bytes = WriteImage(image);
  EXPECT_TRUE(IsImage(bytes));
  const std::shared_ptr<const KernelImage> read = ReadImage(bytes);
  EXPECT_EQ(WriteImage(*read), bytes);
  EXPECT_EQ(read->compiler_version, "1.2.3");
  EXPECT_EQ(read->key, "00ff");
  ASSERT_EQ(read->kernels.size(), 2U);
  const abi::KernelInfo& kernel = read->kernels[0];
  const abi::KernelInfo expected = SomeKernel();
  EXPECT_EQ(kernel.name, expected.name);
  EXPECT_EQ(kernel.symbol, expected.symbol);
  ASSERT_EQ(kernel.params.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(kernel.params[i].name, expected.params[i].name);
    EXPECT_EQ(kernel.params[i].type, expected.params[i].type);
    EXPECT_EQ(kernel.params[i].first_field, expected.params[i].first_field);
    EXPECT_EQ(kernel.params[i].field_count, expected.params[i].field_count);
    EXPECT_EQ(kernel.params[i].written, expected.params[i].written);
  }
  ASSERT_EQ(kernel.fields.size(), expected.fields.size());
  EXPECT_EQ(kernel.fields[6].offset, 48U);
  EXPECT_EQ(kernel.param_bytes, 80U);
  EXPECT_TRUE(kernel.assumes_no_overlap && kernel.uses_dynamic_shared && kernel.cooperative);
  EXPECT_EQ(kernel.static_shared_bytes, 1024U);
  EXPECT_EQ(kernel.coarse_factor, 4U);
  EXPECT_TRUE(kernel.has_coarse);
  EXPECT_EQ(kernel.cpu_scratch_bytes_per_block, 128U);
  ASSERT_EQ(read->locations.size(), 2U);
  EXPECT_EQ(read->locations[1].text, "x[i] = 1");
  ASSERT_EQ(read->codes.size(), 2U);
  EXPECT_EQ(read->codes[0].bytes.size(), 37U);
  EXPECT_EQ(read->codes[1].features, "+avx2,-sse4a");
}

// The bytes are the same wherever they are written: a change of them is a change of the format.
TEST(Image, HasTheBytesOfItsVersion) {
  const std::vector<std::byte> bytes = WriteImage(KernelImage{});
  std::string text;
  for (const std::byte byte : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", std::to_integer<unsigned>(byte));
    text += digits;
  }
  EXPECT_EQ(text.substr(0, 48), "8b4b43494d470d0a05000000000000003c00000000000000");
  EXPECT_EQ(text.substr(80), std::string(40, '0'));
  EXPECT_EQ(text.substr(48, 32), "88195a49a35f1d38a4f0d0a0246c17bd");
}

TEST(Image, CutOffAnywhereIsAnError) {
  const std::vector<std::byte> bytes = WriteImage(SomeImage());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    // A copy of exactly that size, so that a read beyond its end is seen.
    const std::vector<std::byte> part(bytes.begin(),
                                      bytes.begin() + static_cast<std::ptrdiff_t>(size));
    std::string why;
    EXPECT_EQ(TryReadImage(part, &why), nullptr) << size;
    EXPECT_NE(why.find(size == 0 ? "empty" : "cut off"), std::string::npos)
        << size << ": " << why;
  }
}

TEST(Image, EveryFlippedBitIsAnError) {
  std::vector<std::byte> bytes = WriteImage(SomeImage());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      const std::byte flip{static_cast<unsigned char>(1U << bit)};
      bytes[i] ^= flip;
      std::string why;
      EXPECT_EQ(TryReadImage(bytes, &why), nullptr) << i << ' ' << bit;
      EXPECT_FALSE(why.empty());
      bytes[i] ^= flip;
    }
  }
}

TEST(Image, BytesThatFollowAreAnError) {
  std::vector<std::byte> bytes = WriteImage(SomeImage());
  bytes.push_back(std::byte{0});
  EXPECT_ERROR(ReadImage(bytes, "k.kcimage"), ErrorCode::FileFormat, "checksum is wrong");
}

TEST(Image, SaysWhatIsWrong) {
  std::vector<std::byte> bytes = WriteImage(SomeImage());
  EXPECT_ERROR(ReadImage({}, "x"), ErrorCode::FileFormat, "`x` cannot be used as a kernel image: it is empty");
  const std::vector<std::byte> text(100, std::byte{'a'});
  EXPECT_ERROR(ReadImage(text, "x"), ErrorCode::FileFormat, "it is no kernel image");
  EXPECT_FALSE(IsImage(text));
  bytes[bytes.size() / 2] ^= std::byte{1};
  EXPECT_ERROR(ReadImage(bytes, "x"), ErrorCode::FileFormat, "damaged");
}

TEST(Image, OfANewerVersionIsAnError) {
  std::vector<std::byte> bytes = WriteImage(SomeImage());
  PutWord(bytes, 8, kImageVersion + 1, 4);
  Seal(bytes);
  EXPECT_ERROR(ReadImage(bytes, "x"), ErrorCode::FileFormat, "it was written by a newer one");
  PutWord(bytes, 8, kImageVersion, 4);
  Seal(bytes);
  EXPECT_NE(ReadImage(bytes), nullptr);
}

// Version 1 does not say whether a kernel waits, neither it nor version 2 of a coarse function, and
// none before 5 of variants.
TEST(Image, OfTheFirstVersionIsRead) {
  KernelImage image;
  image.kernels.push_back(SomeKernel());
  image.kernels[0].waits = true;
  std::vector<std::byte> bytes = WriteImage(image);
  EXPECT_TRUE(ReadImage(bytes)->kernels[0].waits);
  // Behind what it is a variant of: the numbers of locations and codes.
  bytes.erase(bytes.end() - 12, bytes.end() - 8);
  // Behind the factor and two flags: two sizes of the kernel as well.
  bytes.erase(bytes.end() - 22, bytes.end() - 16);
  PutWord(bytes, 8, 1, 4);
  PutWord(bytes, 16, bytes.size(), 8);
  Seal(bytes);
  const abi::KernelInfo kernel = ReadImage(bytes)->kernels[0];
  EXPECT_FALSE(kernel.waits);
  EXPECT_TRUE(kernel.cooperative);
  EXPECT_EQ(kernel.coarse_factor, 1U);
  EXPECT_FALSE(kernel.has_coarse);
  EXPECT_EQ(kernel.cpu_scratch_bytes_per_block, 128U);
  EXPECT_FALSE(kernel.is_variant());
}

TEST(Image, VariantsAreOfEarlierKernels) {
  KernelImage image;
  image.kernels = {SomeKernel(), SomeKernel(), SomeKernel()};
  image.kernels[1].variant_of = 0;
  image.kernels[2].variant_of = 0;
  EXPECT_EQ(ReadImage(WriteImage(image))->kernels[2].variant_of, 0U);
  for (const std::uint32_t wrong : {1U, 2U, 7U}) {
    image.kernels[2].variant_of = wrong;
    std::string why;
    EXPECT_EQ(TryReadImage(WriteImage(image), &why), nullptr);
    EXPECT_NE(why.find("a variant is of a kernel that there is not"), std::string::npos) << why;
  }
}

// What no checksum catches: bytes that were never an image. The reader must not trust them.
TEST(Image, NonsenseUnderARightChecksumIsRead) {
  const std::vector<std::byte> good = WriteImage(SomeImage());
  std::mt19937 random(1);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::byte> bytes = good;
    const unsigned changes = 1 + random() % 4;
    for (unsigned i = 0; i < changes; ++i) {
      const std::size_t at = 40 + random() % (bytes.size() - 40);
      bytes[at] = static_cast<std::byte>(random() % 3 == 0 ? 0xff : random());
    }
    if (random() % 8 == 0) {
      bytes.resize(40 + random() % (bytes.size() - 40));
    }
    Seal(bytes);
    std::string why;
    const std::shared_ptr<const KernelImage> image = TryReadImage(bytes, &why);
    refused += image == nullptr ? 1 : 0;
    if (image != nullptr) {
      EXPECT_EQ(WriteImage(*image).size(), bytes.size());
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Image, DeepTypesAreRefused) {
  KernelImage image;
  abi::KernelInfo kernel;
  ArgType type = ArgType::Scalar(ScalarKind::Int32);
  for (int i = 0; i < 100; ++i) {
    ArgType tuple;
    tuple.kind = abi::ArgKind::Tuple;
    tuple.elements = {type};
    type = tuple;
  }
  kernel.params.push_back({"t", type, 0, 0, false});
  image.kernels.push_back(kernel);
  EXPECT_ERROR(ReadImage(WriteImage(image)), ErrorCode::FileFormat, "nested too deep");
}

TEST(Image, FilesAreLoaded) {
  const std::string path = testing::TempDir() + "/kernelc_image_test" + std::string(kImageSuffix);
  const std::vector<std::byte> bytes = WriteImage(*TestImage());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  EXPECT_EQ(WriteImage(*ReadImageFile(path)), bytes);
  std::filesystem::remove(path);
  EXPECT_EQ(ErrorOf([&] { ReadImageFile(path); }).object, path);
  EXPECT_ERROR(ReadImageFile(path), ErrorCode::FileAccess, "No such file");
  EXPECT_ERROR(ReadImageFile(testing::TempDir()), ErrorCode::FileAccess, "it is a directory");
}

class ImageOn : public OnDevice {};
KC_ON_EACH_DEVICE(ImageOn);

TEST_P(ImageOn, RunsFromItsBytes) {
  const Module module = Module::FromBytes(*context, WriteImage(*TestImage()));
  DeviceArray<float> a = ToDevice(*context, Iota(100));
  DeviceArray<float> c = ToDevice(*context, std::vector<float>(100));
  module.kernel("add").Launch({.grid = 1, .block = 128}, a, a, c);
  EXPECT_EQ(c.ToVector()[99], 198.0F);
}

TEST_P(ImageOn, CodeForAnotherMachineNamesBoth) {
  KernelImage image = *TestImage();
  for (abi::Code& code : image.codes) {
    code.arch = is_cpu() ? "pdp11" : "sm_999";
  }
  const ErrorInfo error = ErrorOf([&] { Module::FromBytes(*context, WriteImage(image)); });
  EXPECT_EQ(error.code, ErrorCode::ModuleLoad);
  EXPECT_NE(error.message.find(context->device().arch()), std::string::npos) << error.message;
  EXPECT_NE(error.message.find(is_cpu() ? "pdp11" : "sm_999"), std::string::npos) << error.message;
}

}  // namespace
}  // namespace kernelc::runtime_test
