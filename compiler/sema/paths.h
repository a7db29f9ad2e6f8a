// Canonical paths of the outside world: what `from numba import cuda`, `import numpy as np` and the like bind.
//
//   cuda.x     numba.cuda's x, and kernelc's
//   numba.x    numba's x        math.x  cmath.x  np.x   those modules'
//   x          a builtin of Python
//   .x.y       a module that kernels know nothing of
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/sema/object.h"

namespace kernelc::sema {

// The canonical path of module `dotted` ("numba.cuda" -> "cuda").
std::string CanonicalModule(std::string_view dotted);

// The canonical path of attribute `name` of the thing at `path`.
std::string CanonicalMember(std::string_view path, std::string_view name);

// Whether the path lies in a module whose members kernels can use.
bool IsKnownPath(std::string_view path);

// Whether the path is that of a module, or of a namespace inside one ("cuda.atomic").
bool IsModulePath(std::string_view path);

// Whether kernels can use what stands at a path: a function, namespace, attribute or decorator.
bool IsKnownMember(std::string_view path);

// cuda.threadIdx and the like.
bool IsThreadPlace(std::string_view path);

// Whether `path` is that of a decorator that makes kernels or device functions.
bool IsDecoratorPath(std::string_view path);

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

}  // namespace kernelc::sema
