#include "runtime/memory/sites.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

#include "runtime/backend/text.h"

namespace kernelc::memory {

struct Site {
  void* address = nullptr;
};

namespace {

// The start of the file that an address is loaded from; null where that is not known.
const void* FileOf(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

std::string Hexadecimal(std::uintptr_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), kDigits[value % 16]);
    value /= 16;
  } while (value != 0);
  return "0x" + text;
}

std::string Demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      ::abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

}  // namespace

const Site* CurrentSite() {
  static const void* const library = FileOf(reinterpret_cast<const void*>(&SiteText));
  constexpr int kDepth = 32;
  void* frames[kDepth];
  const int count = backtrace(frames, kDepth);
  void* found = nullptr;
  // The first frames may be of whoever stands in for backtrace(), as sanitizers do.
  bool inside = false;
  for (int i = 0; i < count && found == nullptr; ++i) {
    const bool own = FileOf(frames[i]) == library;
    found = inside && !own ? frames[i] : nullptr;
    inside = inside || own;
  }
  if (found == nullptr) {
    return nullptr;
  }
  // Never destroyed: reports may come at the end of the process.
  static std::mutex& mutex = *new std::mutex;
  static auto& sites = *new std::map<void*, std::unique_ptr<Site>>;
  const std::lock_guard lock(mutex);
  std::unique_ptr<Site>& site = sites[found];
  if (site == nullptr) {
    site = std::make_unique<Site>();
    site->address = found;
  }
  return site.get();
}

std::string SiteText(const Site& site) {
  const auto address = reinterpret_cast<std::uintptr_t>(site.address);
  Dl_info info{};
  if (dladdr(site.address, &info) == 0) {
    return Hexadecimal(address);
  }
  std::string_view file = info.dli_fname != nullptr ? info.dli_fname : "";
  file.remove_prefix(file.rfind('/') + 1);
  if (info.dli_sname == nullptr) {
    return backend::Concat(file, '+',
                           Hexadecimal(address - reinterpret_cast<std::uintptr_t>(info.dli_fbase)));
  }
  return backend::Concat(Demangled(info.dli_sname), '+',
                         Hexadecimal(address - reinterpret_cast<std::uintptr_t>(info.dli_saddr)),
                         " (", file, ')');
}

}  // namespace kernelc::memory
