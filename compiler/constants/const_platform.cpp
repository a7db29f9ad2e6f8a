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

// The numbers of "0.57.1", zeros at the end left out; null for other texts: "1.0rc1" stands before "1.0".
std::optional<std::vector<std::int64_t>> ReleaseParts(std::string_view text) {
  std::vector<std::int64_t> parts;
  while (true) {
    std::int64_t part = 0;
    const char* const end = text.data() + text.size();
    const auto [next, error] = std::from_chars(text.data(), end, part);
    if (error != std::errc() || part < 0) {
      return std::nullopt;
    }
    parts.push_back(part);
    if (next == end) {
      break;
    }
    if (*next != '.') {
      return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(next - text.data()) + 1);
  }
  while (!parts.empty() && parts.back() == 0) {
    parts.pop_back();
  }
  return parts;
}

bool MakesVersion(std::string_view path) {
  static constexpr std::string_view kPaths[] = {
      ".packaging.version.Version", ".packaging.version.parse", ".pkg_resources.parse_version",
      ".distutils.version.LooseVersion", ".distutils.version.StrictVersion", ".looseversion.LooseVersion"};
  return std::ranges::find(kPaths, path) != std::end(kPaths);
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

std::optional<Object> PlatformCall(std::string_view path, const std::vector<Object>& arguments) {
  if (path == ".platform.system" && arguments.empty()) {
    return Object::Str("Linux");
  }
  const bool is_text = arguments.size() == 1 && arguments[0].kind == ObjectKind::Str;
  if (MakesVersion(path) && is_text && ReleaseParts(arguments[0].text)) {
    return Object::External(std::string(kVersion) + arguments[0].text);
  }
  return std::nullopt;
}

std::optional<bool> CompareVersions(ast::CompareOperator op, const Object& left, const Object& right) {
  const auto parts = [](const Object& object) {
    const std::string_view text = object.text;
    return object.kind == ObjectKind::External && text.starts_with(kVersion)
               ? ReleaseParts(text.substr(kVersion.size()))
               : std::nullopt;
  };
  const std::optional<std::vector<std::int64_t>> a = parts(left);
  const std::optional<std::vector<std::int64_t>> b = parts(right);
  if (!a || !b) {
    return std::nullopt;
  }
  const int order = *a < *b ? -1 : *a > *b ? 1 : 0;
  return FoldCompare(op, Number::Int(order), Number::Int(0));
}

}  // namespace kernelc::constants
