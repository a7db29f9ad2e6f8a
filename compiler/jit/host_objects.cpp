#include "compiler/jit/host_objects.h"

#include <dlfcn.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ArchiveWriter.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <map>
#include <set>

#include "compiler/base/check.h"
#include "compiler/jit/packed_objects.h"

namespace kernelc::jit {
namespace {

namespace object = llvm::object;

std::string Reason(llvm::Error error) { return llvm::toString(std::move(error)); }

Failure Damaged(const std::string& name, llvm::Error error) {
  return Failure{"`" + name + "` cannot be linked: " + Reason(std::move(error))};
}

// Adds the functions that an object defines for others.
Result<bool> AddDefined(llvm::MemoryBufferRef buffer, const std::string& name,
                        std::set<std::string>* strong, std::set<std::string>* all) {
  auto file = object::ObjectFile::createObjectFile(buffer);
  if (!file) {
    return Damaged(name, file.takeError());
  }
  if ((*file)->getArch() != llvm::Triple::x86_64) {
    return Failure{"`" + name + "` is an object for " +
                   llvm::Triple::getArchTypeName((*file)->getArch()).str() + ", not for x86-64"};
  }
  for (const object::SymbolRef& symbol : (*file)->symbols()) {
    llvm::Expected<std::uint32_t> flags = symbol.getFlags();
    llvm::Expected<llvm::StringRef> text = symbol.getName();
    if (!flags || !text) {
      return Damaged(name, llvm::joinErrors(flags ? llvm::Error::success() : flags.takeError(),
                                            text ? llvm::Error::success() : text.takeError()));
    }
    const bool defined = (*flags & object::SymbolRef::SF_Global) != 0 &&
                         (*flags & object::SymbolRef::SF_Undefined) == 0;
    if (defined) {
      all->insert(text->str());
      if ((*flags & object::SymbolRef::SF_Weak) == 0) {
        strong->insert(text->str());
      }
    }
  }
  return true;
}

Result<bool> AddArchive(const HostInput& input, std::set<std::string>* all) {
  const std::unique_ptr<llvm::MemoryBuffer> copy =
      llvm::MemoryBuffer::getMemBufferCopy(input.bytes, input.name);
  llvm::Expected<std::unique_ptr<object::Archive>> archive =
      object::Archive::create(copy->getMemBufferRef());
  if (!archive) {
    return Damaged(input.name, archive.takeError());
  }
  llvm::Error error = llvm::Error::success();
  for (const object::Archive::Child& child : (*archive)->children(error)) {
    llvm::Expected<llvm::MemoryBufferRef> member = child.getMemoryBufferRef();
    if (!member) {
      llvm::consumeError(std::move(error));
      return Damaged(input.name, member.takeError());
    }
    const std::unique_ptr<llvm::MemoryBuffer> aligned =
        llvm::MemoryBuffer::getMemBufferCopy(member->getBuffer());
    std::set<std::string> strong;
    if (const Result<bool> added = AddDefined(aligned->getMemBufferRef(), input.name, &strong, all);
        !added) {
      llvm::consumeError(std::move(error));
      return added.failure();
    }
  }
  return error ? Result<bool>(Damaged(input.name, std::move(error))) : Result<bool>(true);
}

// The library stays open as long as the process lives, as code that is loaded may call it.
Result<void*> OpenShared(const HostInput& input) {
  void* handle = dlopen(input.name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    return Failure{"`" + input.name + "` cannot be opened: " + (reason != nullptr ? reason : "")};
  }
  return handle;
}

llvm::NewArchiveMember Member(std::string_view bytes, llvm::StringRef name) {
  llvm::NewArchiveMember member(
      llvm::MemoryBufferRef(llvm::StringRef(bytes.data(), bytes.size()), name));
  member.MemberName = name;
  return member;
}

}  // namespace

Result<std::vector<std::string>> MissingSymbols(std::span<const HostInput> inputs,
                                                std::span<const std::string> symbols) {
  std::set<std::string> defined;
  std::map<std::string, std::string> owners;
  std::vector<void*> libraries;
  for (const HostInput& input : inputs) {
    if (input.kind == HostKind::SharedLibrary) {
      const Result<void*> library = OpenShared(input);
      if (!library) {
        return library.failure();
      }
      libraries.push_back(*library);
      continue;
    }
    if (input.kind == HostKind::Archive) {
      if (const Result<bool> added = AddArchive(input, &defined); !added) {
        return added.failure();
      }
      continue;
    }
    const std::unique_ptr<llvm::MemoryBuffer> copy =
        llvm::MemoryBuffer::getMemBufferCopy(input.bytes, input.name);
    std::set<std::string> strong;
    if (const Result<bool> added =
            AddDefined(copy->getMemBufferRef(), input.name, &strong, &defined);
        !added) {
      return added.failure();
    }
    for (const std::string& symbol : strong) {
      const auto [owner, is_new] = owners.emplace(symbol, input.name);
      if (!is_new) {
        return Failure{"`" + symbol + "` is defined twice: in `" + owner->second + "` and in `" +
                       input.name + "`"};
      }
    }
  }
  std::vector<std::string> missing;
  for (const std::string& symbol : symbols) {
    const bool found = defined.contains(symbol) || llvm::any_of(libraries, [&](void* library) {
                         return dlsym(library, symbol.c_str()) != nullptr;
                       });
    if (!found) {
      missing.push_back(symbol);
    }
  }
  return missing;
}

std::vector<std::byte> PackObjects(std::span<const std::byte> kernel,
                                   std::span<const HostInput> inputs) {
  std::string manifest;
  std::vector<llvm::NewArchiveMember> members;
  for (const HostInput& input : inputs) {
    manifest += kPackedKinds[static_cast<std::size_t>(input.kind)];
    manifest += ' ';
    manifest += input.name;
    manifest += '\n';
  }
  members.push_back(Member(manifest, kPackedManifest));
  members.push_back(
      Member({reinterpret_cast<const char*>(kernel.data()), kernel.size()}, "kernel.o"));
  for (const HostInput& input : inputs) {
    members.push_back(Member(input.bytes, "linked"));
  }
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> archive = llvm::writeArchiveToBuffer(
      members, llvm::SymtabWritingMode::NoSymtab, object::Archive::K_GNU, /*Deterministic=*/true,
      /*Thin=*/false);
  KC_CHECK(static_cast<bool>(archive), "objects cannot be packed: {}", Reason(archive.takeError()));
  const auto* bytes = reinterpret_cast<const std::byte*>((*archive)->getBufferStart());
  return std::vector<std::byte>(bytes, bytes + (*archive)->getBufferSize());
}

}  // namespace kernelc::jit
