// Functions of libdevice are found by their names, and nothing else is.
#include "compiler/codegen/llvm/libdevice_parts.h"

#include <gtest/gtest.h>

#include <string>

namespace kernelc::codegen {
namespace {

TEST(LibdeviceParts, FindsEachByItsName) {
  LibdeviceWriter writer;
  writer.Add("__nv_sinf", "sine of float32");
  writer.Add("__nv_sin", "sine");
  writer.Add("__nv_cos", "c");
  const std::string parts = writer.Bytes();
  EXPECT_EQ(FindLibdevicePart(parts, "__nv_cos"), "c");
  EXPECT_EQ(FindLibdevicePart(parts, "__nv_sin"), "sine");
  EXPECT_EQ(FindLibdevicePart(parts, "__nv_sinf"), "sine of float32");
  for (const char* const name : {"", "__nv_", "__nv_cosf", "__nv_si", "__nv_sinff", "zero"}) {
    EXPECT_EQ(FindLibdevicePart(parts, name), "") << name;
  }
}

// LLVM reads bitcode as words.
TEST(LibdeviceParts, BeginAtWords) {
  LibdeviceWriter writer;
  writer.Add("a", "12345");
  writer.Add("bc", "6");
  writer.Add("d", "7");
  const std::string parts = writer.Bytes();
  for (const char* const name : {"a", "bc", "d"}) {
    EXPECT_EQ((FindLibdevicePart(parts, name).data() - parts.data()) % 8, 0) << name;
  }
}

TEST(LibdeviceParts, OfNothing) {
  EXPECT_EQ(FindLibdevicePart("", "__nv_sin"), "");
  EXPECT_EQ(FindLibdevicePart(LibdeviceWriter().Bytes(), "__nv_sin"), "");
}

}  // namespace
}  // namespace kernelc::codegen
