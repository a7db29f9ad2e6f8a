// What stands at canonical paths (index/index.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/constants/object.h"

namespace kernelc::constants {

using index::CanonicalModule;
using index::IsDecoratorPath;
using index::IsKnownPath;
using index::IsModulePath;
using index::IsThreadPlace;

// The canonical path of attribute `name` of the thing at `path`, also for names that functions have in CUDA's headers.
std::string CanonicalMember(std::string_view path, std::string_view name);

// The path that Python has for a canonical one, "numpy.pi" for "np.pi"; empty where libraries of the host have none.
std::string LibraryPath(std::string_view path);

// Whether kernels can use what stands at a path: a function, namespace, attribute or decorator.
bool IsKnownMember(std::string_view path);

// What stands at a canonical path: a constant (math.pi, scipy.constants.c), a type (np.float32), else External.
Object ResolvePath(std::string_view path);

// Whether `name` is a builtin function or constant of Python that kernels know.
bool IsPythonBuiltin(std::string_view name);

// The decorator's path nearest to a misspelt one, empty when none is near.
std::string_view NearestDecorator(std::string_view path);

// The known path nearest to a misspelt one, empty when none is near.
std::string NearestPath(std::string_view path);

// The known path that differs from `path` in the case of its letters alone, empty when there is none.
std::string FindPathInAnyCase(std::string_view path);

}  // namespace kernelc::constants
