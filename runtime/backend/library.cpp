#include "runtime/backend/library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>

#include "runtime/backend/text.h"

namespace kernelc::backend {
namespace {

std::string_view ValueOf(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

std::vector<std::string> FilesOf(const LibraryPlaces& places) {
  if (const std::string_view given = ValueOf(places.variable); !given.empty()) {
    return {std::string(given)};
  }
  std::vector<std::string> files = places.files;
  if (!places.in_toolkit.empty()) {
    for (const std::string_view folder :
         {ValueOf("CUDA_HOME"), ValueOf("CUDA_PATH"), std::string_view("/usr/local/cuda")}) {
      if (!folder.empty()) {
        files.push_back(Concat(folder, '/', places.in_toolkit));
      }
    }
  }
  return files;
}

// `file`, with the loader's reason where the file is there and another one, or a symbol, is not.
std::string TriedText(const std::string& file, const std::string& reason) {
  return reason.starts_with(Concat(file, ": cannot open shared object file"))
             ? file
             : Concat(file, " (", reason, ')');
}

}  // namespace

Library Library::OpenFile(const std::string& path, bool global, std::string* why) {
  Library library;
  library.handle_ = ::dlopen(path.c_str(), RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL));
  library.file_ = path;
  if (library.handle_ == nullptr) {
    const char* const reason = ::dlerror();
    *why = reason != nullptr ? reason : "it cannot be opened";
  }
  return library;
}

Library Library::Open(const LibraryPlaces& places, std::string* why) {
  std::string tried;
  for (const std::string& file : FilesOf(places)) {
    std::string reason;
    Library library = OpenFile(file, places.global, &reason);
    if (library.is_open()) {
      return library;
    }
    tried += Concat(tried.empty() ? "" : ", ", TriedText(file, reason));
  }
  *why = Concat(places.name, " is not on this machine: looked for ", tried, "; ", places.advice,
                ", or set ", places.variable, " to the file");
  return {};
}

void* Library::Find(const char* name) const noexcept { return ::dlsym(handle_, name); }

void TableFiller::AddMissing(const char* name) {
  missing_ += Concat(missing_.empty() ? "" : ", ", name);
}

std::string TableFiller::WhyNot(const LibraryPlaces& places) const {
  return missing_.empty() ? ""
                          : Concat(places.name, " on this machine (", library_.file(), ") has no ",
                                   missing_, ": it may be too old; ", places.advice, ", or set ",
                                   places.variable, " to another one");
}

}  // namespace kernelc::backend
