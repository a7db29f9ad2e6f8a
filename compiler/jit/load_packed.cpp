// Kernels with objects and libraries of the host: linked by ORC in memory.
#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <mutex>
#include <unordered_map>

#include "compiler/base/check.h"
#include "compiler/jit/host_objects.h"
#include "compiler/jit/packed_objects.h"
#include "compiler/jit/process_symbols.h"

namespace kernelc::jit {
namespace {

namespace object = llvm::object;
namespace orc = llvm::orc;

// What the process has: the C library, mathematics.
class ProcessGenerator final : public orc::DefinitionGenerator {
 public:
  llvm::Error tryToGenerate(orc::LookupState&, orc::LookupKind, orc::JITDylib& dylib,
                            orc::JITDylibLookupFlags, const orc::SymbolLookupSet& wanted) override {
    orc::SymbolMap found;
    for (const auto& [name, flags] : wanted) {
      if (void* address = process_.Find((*name).str())) {
        found[name] = orc::ExecutorSymbolDef(orc::ExecutorAddr::fromPtr(address),
                                             llvm::JITSymbolFlags::Exported);
      }
    }
    return found.empty() ? llvm::Error::success()
                         : dylib.define(orc::absoluteSymbols(std::move(found)));
  }

 private:
  ProcessSymbols process_;
};

// Owns a session of ORC. The layer refers to the session, which must be ended before it goes.
class Linked final : public abi::LoadedObject {
 public:
  explicit Linked(std::unique_ptr<orc::SelfExecutorProcessControl> control)
      : session_(std::make_unique<orc::ExecutionSession>(std::move(control))),
        layer_(std::make_unique<orc::ObjectLinkingLayer>(*session_)),
        dylib_(&session_->createBareJITDylib("kernel")) {
    session_->setErrorReporter([this](llvm::Error error) {
      const std::lock_guard lock(mutex_);
      reported_ += (reported_.empty() ? "" : "; ") + llvm::toString(std::move(error));
    });
  }
  ~Linked() override {
    // Unmapping our own pages does not fail; there is nobody to tell if it did.
    llvm::consumeError(session_->endSession());
  }
  Linked(const Linked&) = delete;
  Linked& operator=(const Linked&) = delete;

  void* Find(std::string_view symbol) const override {
    const auto found = symbols_.find(std::string(symbol));
    return found == symbols_.end() ? nullptr : found->second;
  }

  llvm::Error Add(std::string_view kind, llvm::StringRef name, llvm::StringRef bytes) {
    if (kind == kPackedKinds[static_cast<std::size_t>(HostKind::SharedLibrary)]) {
      auto library = orc::DynamicLibrarySearchGenerator::Load(name.str().c_str(), '\0');
      if (!library) {
        return library.takeError();
      }
      dylib_->addGenerator(std::move(*library));
      return llvm::Error::success();
    }
    std::unique_ptr<llvm::MemoryBuffer> copy = llvm::MemoryBuffer::getMemBufferCopy(bytes, name);
    if (kind == kPackedKinds[static_cast<std::size_t>(HostKind::Archive)]) {
      auto archive = orc::StaticLibraryDefinitionGenerator::Create(*layer_, std::move(copy));
      if (!archive) {
        return archive.takeError();
      }
      dylib_->addGenerator(std::move(*archive));
      return llvm::Error::success();
    }
    return layer_->add(*dylib_, std::move(copy));
  }

  void AddProcess() { dylib_->addGenerator(std::make_unique<ProcessGenerator>()); }

  // Links, and keeps the addresses of the functions of the kernel's object.
  llvm::Error Link(llvm::StringRef kernel) {
    auto file = object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(kernel, "kernel"));
    if (!file) {
      return file.takeError();
    }
    orc::SymbolLookupSet wanted;
    for (const object::SymbolRef& symbol : (*file)->symbols()) {
      llvm::Expected<std::uint32_t> flags = symbol.getFlags();
      llvm::Expected<llvm::StringRef> name = symbol.getName();
      if (!flags || !name) {
        return llvm::joinErrors(flags ? llvm::Error::success() : flags.takeError(),
                                name ? llvm::Error::success() : name.takeError());
      }
      if ((*flags & object::SymbolRef::SF_Global) != 0 &&
          (*flags & object::SymbolRef::SF_Undefined) == 0) {
        wanted.add(session_->intern(*name));
      }
    }
    const orc::JITDylibSearchOrder order =
        orc::makeJITDylibSearchOrder({dylib_}, orc::JITDylibLookupFlags::MatchAllSymbols);
    llvm::Expected<orc::SymbolMap> found = session_->lookup(order, std::move(wanted));
    if (!found) {
      return found.takeError();
    }
    for (const auto& [name, definition] : *found) {
      symbols_.emplace((*name).str(), definition.getAddress().toPtr<void*>());
    }
    return llvm::Error::success();
  }

  std::string reported() const {
    const std::lock_guard lock(mutex_);
    return reported_;
  }

 private:
  mutable std::mutex mutex_;
  std::string reported_;
  std::unique_ptr<orc::ExecutionSession> session_;
  std::unique_ptr<orc::ObjectLinkingLayer> layer_;
  orc::JITDylib* dylib_;
  std::unordered_map<std::string, void*> symbols_;
};

// The manifest, and the kernel's object.
constexpr std::size_t kOwnMembers = 2;

llvm::Expected<std::vector<llvm::StringRef>> MembersOf(const object::Archive& archive) {
  std::vector<llvm::StringRef> members;
  llvm::Error error = llvm::Error::success();
  for (const object::Archive::Child& child : archive.children(error)) {
    llvm::Expected<llvm::StringRef> bytes = child.getBuffer();
    if (!bytes) {
      llvm::consumeError(std::move(error));
      return bytes.takeError();
    }
    members.push_back(*bytes);
  }
  if (error) {
    return error;
  }
  return members;
}

llvm::Error Fill(Linked& linked, llvm::StringRef archive_bytes) {
  auto archive = object::Archive::create(llvm::MemoryBufferRef(archive_bytes, "kernel"));
  if (!archive) {
    return archive.takeError();
  }
  llvm::Expected<std::vector<llvm::StringRef>> members = MembersOf(**archive);
  if (!members) {
    return members.takeError();
  }
  llvm::SmallVector<llvm::StringRef> lines;
  if (members->size() >= kOwnMembers) {
    members->front().split(lines, '\n', -1, /*KeepEmpty=*/false);
  }
  if (members->size() != lines.size() + kOwnMembers) {
    return llvm::createStringError("the archive of the kernel is damaged");
  }
  // Archives hold their members at even places; objects want theirs aligned.
  const std::unique_ptr<llvm::MemoryBuffer> kernel =
      llvm::MemoryBuffer::getMemBufferCopy((*members)[1], "kernel");
  if (llvm::Error error = linked.Add(kPackedKinds[0], "kernel", kernel->getBuffer())) {
    return error;
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto [kind, name] = lines[i].split(' ');
    if (llvm::Error error = linked.Add(kind, name, (*members)[i + kOwnMembers])) {
      return llvm::createStringError("`" + name + "`: " + llvm::toString(std::move(error)));
    }
  }
  linked.AddProcess();
  return linked.Link(kernel->getBuffer());
}

}  // namespace

bool IsPacked(std::span<const std::byte> code) {
  return llvm::StringRef(reinterpret_cast<const char*>(code.data()), code.size())
      .starts_with(kPackedMagic);
}

std::span<const std::byte> KernelObject(std::span<const std::byte> code) {
  if (!IsPacked(code)) {
    return code;
  }
  const llvm::StringRef bytes(reinterpret_cast<const char*>(code.data()), code.size());
  auto archive = object::Archive::create(llvm::MemoryBufferRef(bytes, "kernel"));
  KC_CHECK(static_cast<bool>(archive), "{}", llvm::toString(archive.takeError()));
  llvm::Expected<std::vector<llvm::StringRef>> members = MembersOf(**archive);
  KC_CHECK(static_cast<bool>(members), "{}", llvm::toString(members.takeError()));
  KC_CHECK(members->size() >= kOwnMembers, "packed code without a kernel");
  const llvm::StringRef kernel = (*members)[1];
  return std::as_bytes(std::span(kernel.data(), kernel.size()));
}

std::unique_ptr<abi::LoadedObject> LoadPacked(std::span<const std::byte> code, std::string* error) {
  auto control = orc::SelfExecutorProcessControl::Create();
  if (!control) {
    *error = llvm::toString(control.takeError());
    return nullptr;
  }
  auto linked = std::make_unique<Linked>(std::move(*control));
  llvm::Error failure =
      Fill(*linked, {reinterpret_cast<const char*>(code.data()), code.size()});
  if (failure) {
    *error = llvm::toString(std::move(failure));
    if (const std::string more = linked->reported(); !more.empty()) {
      *error += ": " + more;
    }
    return nullptr;
  }
  return linked;
}

}  // namespace kernelc::jit
