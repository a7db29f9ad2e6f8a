// Constants that a program gives for names of a file: ProgramOptions::constants.
#include <cstdint>
#include <span>
#include <vector>

#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

constexpr const char* kText = R"(from kernelc import *
from settings import TILE

AREA = TILE * TILE
LIMIT = None


def make(factor):
    @kernel
    def scale(out):
        out[0] = factor

    return scale


@kernel
def k(out):
    part = shared.array(SIZES[1], T)
    part[0] = 2.75
    out[0] = TILE
    out[1] = AREA
    out[2] = 1 if MODE == "fast" else 2
    out[3] = part[0]
    out[4] = WEIGHTS[1, 0] + WEIGHTS.shape[0]
    out[5] = SIZES[0] + (100 if LIMIT is None else LIMIT)
    out[6] = 1 if FLAG else 2
)";

class ConstantsTest : public OnDevice {
 protected:
  static ProgramOptions Options() {
    static const std::vector<float> weights{0, 1, 2, 3, 4, 5};
    ProgramOptions options;
    options.modules["settings.py"] = "TILE = 4\n";
    options.constants = {
        {"TILE", 16},
        {"SIZES", std::vector<Constant>{2.5F, std::size_t{8}}},
        {"T", ScalarKind::Int32},
        {"MODE", "fast"},
        {"WEIGHTS", HostArrayView(ScalarKind::Float32, Dims{3, 2}, weights.data())},
        {"FLAG", true}};
    return options;
  }
  std::vector<double> Run(const ProgramOptions& options, const char* kernel = "k") const {
    const Program program = Program::FromSource(kText, "constants.py", options);
    const auto out = ToDevice(*context, std::vector<double>(7));
    program.kernel(kernel).Launch({.grid = 1, .block = 1}, out);
    return out.ToVector();
  }
};
KC_ON_EACH_DEVICE(ConstantsTest);

TEST_P(ConstantsTest, EveryKindOfValue) {
  EXPECT_EQ(Run(Options()), (std::vector<double>{16, 256, 1, 2, 5, 102.5, 1}));
  ProgramOptions options = Options();
  options.constants["TILE"] = ScalarValue(std::uint8_t{7});
  options.constants["T"] = Constant::Parse("float64");
  options.constants["MODE"] = std::string("slow");
  options.constants["LIMIT"] = std::int64_t{-1};
  options.constants["FLAG"] = Constant::Parse("false");
  EXPECT_EQ(Run(options), (std::vector<double>{7, 49, 2, 2.75, 5, 1.5, 2}));
  options.constants["LIMIT"] = nullptr;
  EXPECT_EQ(Run(options)[5], 102.5);
}

TEST_P(ConstantsTest, ParametersOfFunctionsAroundKernels) {
  ProgramOptions options = Options();
  options.constants["factor"] = 3;
  EXPECT_EQ(Run(options, "make.scale")[0], 3);
  EXPECT_ERROR(Run(Options(), "make.scale"), ErrorCode::Compile, "OuterValue");
}

TEST(Constants, OfNoUse) {
  ProgramOptions options;
  options.constants["TLIE"] = 8;
  const char* const text =
      "from kernelc import *\nTILE = 4\n@kernel\ndef k(out: int32[::1]):\n    out[0] = TILE\n";
  const Program program = Program::FromSource(text, "k.py", options);
  ASSERT_EQ(program.warnings().size(), 1U);
  EXPECT_EQ(program.warnings()[0].kind, "UnusedDefine");
  EXPECT_EQ(program.warnings()[0].help, "did you mean `TILE`?");
  options.warnings = {"no-UnusedDefine"};
  EXPECT_TRUE(Program::FromSource(text, "k.py", options).warnings().empty());
  options.warnings = {"error=UnusedDefine"};
  EXPECT_ERROR(Program::FromSource(text, "k.py", options), ErrorCode::Compile, "UnusedDefine");
}

TEST(Constants, WhatIsWrongIsNamed) {
  ProgramOptions options;
  options.constants["2N"] = 8;
  EXPECT_ERROR(Program::FromSource("", "k.py", options), ErrorCode::InvalidArgument, "no name");
  EXPECT_ERROR(Constant::Parse("fast"), ErrorCode::InvalidArgument, "quotes");
  EXPECT_ERROR(Constant::Parse("@/no/such/file.npy"), ErrorCode::InvalidArgument,
               "/no/such/file.npy");
  const HostArray narrow(ScalarKind::BFloat16, Dims{1});
  EXPECT_ERROR(static_cast<void>(Constant(narrow)), ErrorCode::InvalidArgument, "bfloat16");
}

}  // namespace
}  // namespace kernelc::program_test
