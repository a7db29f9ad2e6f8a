#include "tests/exec/expectations.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "kernelc/program.h"
#include "tests/exec/device_main.h"
#include "tests/exec/elements.h"

namespace kernelc::exec_test {

namespace {

using nlohmann::json;

// The files that hold cases, in a fixed order.
std::vector<std::filesystem::path> DataFiles(bool corpus) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(DataPath("data"))) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".json") && name.starts_with("corpus_") == corpus) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string TestName(const std::string& topic, const std::string& name, std::size_t number) {
  std::string text = topic + "_" + name;
  for (char& letter : text) {
    if (!std::isalnum(static_cast<unsigned char>(letter))) {
      letter = '_';
    }
  }
  return text + "_" + std::to_string(number);
}

std::vector<ExpectedCase> ReadCases(bool corpus) {
  static std::deque<json> kept;
  std::vector<ExpectedCase> cases;
  for (const std::filesystem::path& path : DataFiles(corpus)) {
    std::ifstream file(path);
    const json& data = kept.emplace_back(json::parse(file));
    for (std::size_t i = 0; i < data["cases"].size(); ++i) {
      const json& test = data["cases"][i];
      cases.push_back({&data["arrays"], &test, TestName(path.stem().string(), test["name"], i)});
    }
  }
  return cases;
}

// An array argument: the memory it lies in, and the view that the kernel gets.
struct Argument {
  ElementType type;
  std::vector<std::byte> before;
  DeviceArrayAny memory;
  DeviceArrayAny view;
};

// The arguments of a launch. Arrays stay where they are, as Arg borrows them.
class Arguments {
 public:
  Arguments(const json& arrays, const json& descriptions) : arrays_(&arrays) {
    for (std::size_t i = 0; i < descriptions.size(); ++i) {
      list_.push_back(Make(descriptions[i], std::to_string(i)));
    }
  }
  const std::vector<Arg>& list() const { return list_; }
  // By place: "2", or "3.0" inside a tuple.
  const Argument& at(const std::string& place) const { return *by_place_.at(place); }

 private:
  Arg Make(const json& description, const std::string& place);
  const Argument& MakeArray(const json& description, const std::string& place);

  const json* arrays_;
  std::vector<Arg> list_;
  std::deque<Argument> stored_;
  std::deque<std::vector<Arg>> tuples_;
  std::map<std::string, const Argument*> by_place_;
};

Arg Arguments::Make(const json& description, const std::string& place) {
  if (description.contains("none")) {
    return Arg();
  }
  if (description.contains("array")) {
    return MakeArray((*arrays_)[description["array"].get<std::size_t>()], place).view;
  }
  if (description.contains("record")) {
    return Arg::Record(MakeArray((*arrays_)[description["record"].get<std::size_t>()], place).view);
  }
  if (description.contains("tuple")) {
    std::vector<Arg> elements;
    for (std::size_t i = 0; i < description["tuple"].size(); ++i) {
      elements.push_back(Make(description["tuple"][i], place + "." + std::to_string(i)));
    }
    return Arg::Tuple(tuples_.emplace_back(std::move(elements)));
  }
  const ElementType type = ElementTypeOf(description["scalar"]);
  json numbers = description;
  if (description.contains("value")) {
    const json& value = description["value"];
    numbers["base"] = value.is_array() ? value : json::array({value});
  }
  const std::vector<std::byte> bytes = ReadElements(type, numbers);
  ScalarValue scalar;
  scalar.kind = type.kind;
  std::copy(bytes.begin(), bytes.end(), scalar.bytes);
  return scalar;
}

const Argument& Arguments::MakeArray(const json& description, const std::string& place) {
  Argument& argument = stored_.emplace_back();
  by_place_[place] = &argument;
  argument.type = ElementTypeOf(description["dtype"]);
  argument.before = ReadElements(argument.type, description);
  const auto size = static_cast<std::int64_t>(argument.type.size);
  const Dims length = {static_cast<std::int64_t>(argument.before.size()) / size};
  argument.memory = DeviceArrayAny::FromHost(
      TestContext(), HostArrayView(argument.type.element, length, argument.before.data()));
  Dims shape;
  Dims strides;
  for (const json& extent : description["shape"]) {
    shape.push_back(extent.get<std::int64_t>());
  }
  for (const json& stride : description["strides"]) {
    strides.push_back(stride.get<std::int64_t>() * size);
  }
  const std::int64_t offset = description["offset"].get<std::int64_t>() * size;
  const DevicePointer start = argument.memory.data() + static_cast<DevicePointer>(offset);
  argument.view = DeviceArrayAny::Wrap(TestContext(), start, argument.type.element, shape, strides);
  return argument;
}

ProgramOptions OptionsOf(const json& description) {
  ProgramOptions options = TestOptions();
  for (const auto& [key, value] : description.items()) {
    if (key == "literals") {
      options.literals = value == "weak" ? Literals::Weak : Literals::Numba;
    } else if (key == "fastmath") {
      options.fastmath = value;
    } else if (key == "debug") {
      options.debug = value;
    } else if (key == "bounds") {
      options.check.bounds = value;
    } else if (key == "opt_level") {
      options.opt_level = value;
    } else {
      throw std::runtime_error("unknown option " + key);
    }
  }
  return options;
}

// One program a file and options: kernels that several cases share are compiled once for each set
// of types. Small files stand in the case itself.
const Program& ProgramOf(const json& test) {
  static std::map<std::string, Program> programs;
  const json options = test.value("options", json::object());
  const bool has_text = test.contains("source");
  const std::string file = test[has_text ? "source" : "file"];
  const std::string key = file + options.dump();
  auto found = programs.find(key);
  if (found == programs.end()) {
    Program program = has_text ? Program::FromSource(file, "case.py", OptionsOf(options))
                               : Program::FromFile(DataPath(file), OptionsOf(options));
    found = programs.emplace(key, std::move(program)).first;
  }
  return found->second;
}

Dim3 Extent(const json& extent) { return Dim3(extent[0], extent[1], extent[2]); }

void Launch(const json& test, const Arguments& arguments) {
  const LaunchConfig config = {.grid = Extent(test["grid"]),
                               .block = Extent(test["block"]),
                               .dynamic_shared_bytes = test.value("shared", std::uint64_t{0})};
  const Program& program = ProgramOf(test);
  program.kernel(test["kernel"].get<std::string>()).LaunchArgs(config, arguments.list());
  TestContext().Synchronize();
}

void ExpectArrays(const json& test, const Arguments& arguments) {
  for (const auto& [place, expected] : test["expect"].items()) {
    const Argument& argument = arguments.at(place);
    const std::vector<std::byte> wanted =
        expected.is_null() ? argument.before : ReadElements(argument.type, expected);
    std::vector<std::byte> actual(argument.before.size());
    argument.memory.CopyToHost(std::span(actual));
    const std::string difference =
        Compare(argument.type, actual, wanted, test.value("tolerance", 0.0));
    EXPECT_TRUE(difference.empty()) << "argument " << place << ": " << difference;
  }
}

std::vector<std::string> SortedLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

// Captures what is printed when the case says what that must be.
void LaunchAndListen(const json& test, const Arguments& arguments) {
  if (!test.contains("stdout")) {
    Launch(test, arguments);
    return;
  }
  testing::internal::CaptureStdout();
  try {
    Launch(test, arguments);
  } catch (...) {
    testing::internal::GetCapturedStdout();
    throw;
  }
  const std::string printed = testing::internal::GetCapturedStdout();
  std::vector<std::string> expected;
  for (const json& line : test["stdout"]) {
    expected.push_back(line);
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(SortedLines(printed), expected);
}

bool IsOfKind(const Error& error, const std::string& kind) {
  if (const auto* compile = dynamic_cast<const CompileError*>(&error)) {
    return std::any_of(
        compile->diagnostics().begin(), compile->diagnostics().end(),
        [&](const CompileDiagnostic& diagnostic) { return diagnostic.kind == kind; });
  }
  const auto* reported = dynamic_cast<const KernelError*>(&error);
  return (reported != nullptr && reported->kind() == kind) || error_code_name(error.code()) == kind;
}

void ExpectError(const json& test, const Arguments& arguments) {
  const std::string kind = test["error_kind"];
  try {
    LaunchAndListen(test, arguments);
    ADD_FAILURE() << "it ran, expected the error " << kind;
  } catch (const Error& error) {
    EXPECT_TRUE(IsOfKind(error, kind)) << "expected " << kind << ", got " << error.what();
    json texts = test.value("error_text", json::array());
    if (texts.is_string()) {
      texts = json::array({texts});
    }
    for (const json& text : texts) {
      EXPECT_NE(std::string(error.what()).find(text.get<std::string>()), std::string::npos)
          << "`" << text.get<std::string>() << "` is not in: " << error.what();
    }
  }
}

}  // namespace

const std::vector<ExpectedCase>& CorpusCases() {
  static const std::vector<ExpectedCase> cases = ReadCases(true);
  return cases;
}

const std::vector<ExpectedCase>& LanguageCases() {
  static const std::vector<ExpectedCase> cases = ReadCases(false);
  return cases;
}

void RunCase(const ExpectedCase& expected) {
  const json& test = *expected.test;
  SCOPED_TRACE(test["name"].get<std::string>());
  try {
    const Arguments arguments(*expected.arrays, test["args"]);
    if (test.contains("error_kind")) {
      ExpectError(test, arguments);
      return;
    }
    LaunchAndListen(test, arguments);
    ExpectArrays(test, arguments);
  } catch (const Error& error) {
    FAIL() << error.what();
  } catch (const std::exception& error) {
    FAIL() << error.what();
  }
}

std::string CudaSourceOf(const ExpectedCase& expected) {
  return CodeOf(expected, CodeForm::Cuda, "sm_90");
}

std::string CodeOf(const ExpectedCase& expected, CodeForm form, const std::string& target) {
  const json& test = *expected.test;
  try {
    const Arguments arguments(*expected.arrays, test["args"]);
    const Program& program = ProgramOf(test);
    const JitKernel kernel = program.kernel(test["kernel"].get<std::string>());
    return kernel.Inspect(form, target, arguments.list());
  } catch (const Error&) {
    return {};
  }
}

}  // namespace kernelc::exec_test
