// Identifiers of generated C++ headers: the program's names, kept apart from those that are taken.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::driver {

// `name` as a C++ identifier that nothing has in a generated header: "outer.inner" gives "outer_inner", "int" gives "int_".
// Taken are words of C++, what the header uses itself, macros of what it includes and of common headers, and what belongs to
// compilers (`__x`, `_X`).
std::string CppName(std::string_view name);

// The same for a namespace among all names of the program, where C's library has functions: "time" gives "time_".
std::string CppNamespaceName(std::string_view name);

// The names of one scope.
class CppScope {
 public:
  // No name will be this one.
  void Take(std::string_view name) { taken_.emplace(name); }
  // A name for each of `wanted`, all different. Those that can stay as they are do, however others change.
  std::vector<std::string> Add(std::span<const std::string> wanted);

 private:
  std::string AddChanged(std::string name);

  std::set<std::string, std::less<>> taken_;
};

}  // namespace kernelc::driver
