#include "compiler/constants/const_platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <string>

#include "compiler/constants/fold.h"

namespace kernelc::constants {
namespace {

// The releases whose language the tests compare with.
constexpr int kPython[] = {3, 12, 0};
constexpr int kNumba[] = {0, 68, 1};
constexpr std::string_view kNumpy = "2.4.6";

// A version object is an External of this path, with its text behind it: nobody knows more of it than how it compares.
constexpr std::string_view kVersion = ".version ";

Object Integer(int value) { return Object::Of(Number::Int(value)); }

std::string NumbaText() { return fmt::format("{}", fmt::join(kNumba, ".")); }

Object Named(std::string name, std::vector<std::string> names, std::vector<Object> values) {
  auto info = std::make_shared<NamedTupleInfo>();
  info->name = std::move(name);
  info->names = std::move(names);
  Object object = Object::Tuple(std::move(values));
  object.fields = std::move(info);
  return object;
}

Object NumbaVersion() {
  const auto [major, minor, patch] = kNumba;
  const auto text = [](int part) { return Object::Str(std::to_string(part)); };
  return Named("version_info",
               {"major", "minor", "patch", "short", "full", "string", "tuple", "git_revision"},
               {Integer(major), Integer(minor), Integer(patch), Object::Tuple({Integer(major), Integer(minor)}),
                Object::Tuple({Integer(major), Integer(minor), Integer(patch)}), Object::Str(NumbaText()),
                Object::Tuple({text(major), text(minor), text(patch)}), Object()});
}

}  // namespace

std::optional<Object> FindPlatformValue(std::string_view path) {
  if (path == ".sys.version_info") {
    return Named("sys.version_info", {"major", "minor", "micro", "releaselevel", "serial"},
                 {Integer(kPython[0]), Integer(kPython[1]), Integer(kPython[2]), Object::Str("final"), Integer(0)});
  }
  if (path == ".sys.platform") {
    return Object::Str("linux");
  }
  if (path == ".os.name") {
    return Object::Str("posix");
  }
  // The command line is taken to be empty.
  if (path == ".sys.argv") {
    return Object::List({Object::Str("kernel.py")});
  }
  if (path == "numba.__version__") {
    return Object::Str(NumbaText());
  }
  if (path == "numba.version_info") {
    return NumbaVersion();
  }
  if (path == "np.__version__" || path == "np.version.version") {
    return Object::Str(kNumpy);
  }
  return std::nullopt;
}

}  // namespace kernelc::constants
