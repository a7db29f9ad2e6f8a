#include "compiler/jit/process_symbols.h"

#include <dlfcn.h>

#include <cmath>
#include <cstring>
#include <string_view>

namespace kernelc::jit {
namespace {

struct KnownSymbol {
  std::string_view name;
  void* address;
};

// Taken by address rather than by dlsym, so that they are found in a statically linked program too.
// Every one is called by code that the CPU back end emits.
const KnownSymbol kKnownSymbols[] = {
#define KC_FUNCTION(name) {#name, reinterpret_cast<void*>(&::name)},
#define KC_MATH1(name)                                                       \
  {#name, reinterpret_cast<void*>(static_cast<double (*)(double)>(::name))}, \
      {#name "f", reinterpret_cast<void*>(&::name##f)},
#define KC_MATH2(name)                                                               \
  {#name, reinterpret_cast<void*>(static_cast<double (*)(double, double)>(::name))}, \
      {#name "f", reinterpret_cast<void*>(&::name##f)},
#include "compiler/jit/process_symbols.def"
};

}  // namespace

void* ProcessSymbols::VectorMath() {
  std::call_once(opened_, [this] { vector_math_ = dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL); });
  return vector_math_;
}

void* ProcessSymbols::Find(const std::string& name) {
  for (const KnownSymbol& symbol : kKnownSymbols) {
    if (symbol.name == name) {
      return symbol.address;
    }
  }
  if (name.starts_with("_ZGV")) {
    void* library = VectorMath();
    return library == nullptr ? nullptr : dlsym(library, name.c_str());
  }
  return dlsym(RTLD_DEFAULT, name.c_str());
}

}  // namespace kernelc::jit
