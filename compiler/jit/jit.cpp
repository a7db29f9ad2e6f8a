#include "compiler/jit/jit.h"

#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/SymbolStringPool.h>
#include <llvm/Support/MemoryBuffer.h>

#include <optional>
#include <unordered_map>
#include <utility>

#include "compiler/jit/host_objects.h"
#include "compiler/jit/process_symbols.h"

namespace kernelc::jit {
namespace {

namespace jitlink = llvm::jitlink;
using SymbolMap = std::unordered_map<std::string, void*>;

// What all objects of one loader share. Objects keep it alive.
struct Shared {
  explicit Shared(std::unique_ptr<jitlink::InProcessMemoryManager> manager)
      : memory(std::move(manager)) {}

  // Thread-safe. Maps pages writable, and executable only after they have been made read-only.
  std::unique_ptr<jitlink::InProcessMemoryManager> memory;
  std::shared_ptr<llvm::orc::SymbolStringPool> strings =
      std::make_shared<llvm::orc::SymbolStringPool>();
  ProcessSymbols process;
};

class Object final : public abi::LoadedObject {
 public:
  Object(std::shared_ptr<Shared> shared, jitlink::JITLinkMemoryManager::FinalizedAlloc memory,
         SymbolMap symbols)
      : shared_(std::move(shared)), memory_(std::move(memory)), symbols_(std::move(symbols)) {}
  ~Object() override {
    // Unmapping our own pages does not fail; there is nobody to tell if it did.
    llvm::consumeError(shared_->memory->deallocate(std::move(memory_)));
  }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  void* Find(std::string_view symbol) const override {
    const auto found = symbols_.find(std::string(symbol));
    return found == symbols_.end() ? nullptr : found->second;
  }

 private:
  std::shared_ptr<Shared> shared_;
  jitlink::JITLinkMemoryManager::FinalizedAlloc memory_;
  SymbolMap symbols_;
};

// What one link gives. The in-process memory manager calls back before link() returns.
struct LinkOutcome {
  std::string error;
  std::optional<jitlink::JITLinkMemoryManager::FinalizedAlloc> memory;
  SymbolMap symbols;
};

class LinkContext final : public jitlink::JITLinkContext {
 public:
  LinkContext(Shared& shared, LinkOutcome& outcome)
      : JITLinkContext(nullptr), shared_(&shared), outcome_(&outcome) {}

  jitlink::JITLinkMemoryManager& getMemoryManager() override { return *shared_->memory; }

  void notifyFailed(llvm::Error error) override {
    outcome_->error = llvm::toString(std::move(error));
  }

  void lookup(const LookupMap& symbols,
              std::unique_ptr<jitlink::JITLinkAsyncLookupContinuation> continuation) override {
    jitlink::AsyncLookupResult result;
    for (const auto& [name, flags] : symbols) {
      void* address = shared_->process.Find(std::string(*name));
      if (address == nullptr && flags == jitlink::SymbolLookupFlags::RequiredSymbol) {
        continuation->run(llvm::createStringError("the object needs the symbol `" +
                                                  std::string(*name) +
                                                  "`, which this process does not have"));
        return;
      }
      result[name] = llvm::orc::ExecutorSymbolDef(llvm::orc::ExecutorAddr::fromPtr(address),
                                                  llvm::JITSymbolFlags::Exported);
    }
    continuation->run(std::move(result));
  }

  llvm::Error notifyResolved(jitlink::LinkGraph& graph) override {
    for (jitlink::Symbol* symbol : graph.defined_symbols()) {
      if (symbol->hasName() && symbol->getScope() == jitlink::Scope::Default) {
        outcome_->symbols.emplace(std::string(*symbol->getName()),
                                  symbol->getAddress().toPtr<void*>());
      }
    }
    return llvm::Error::success();
  }

  void notifyFinalized(jitlink::JITLinkMemoryManager::FinalizedAlloc memory) override {
    outcome_->memory = std::move(memory);
  }

 private:
  Shared* shared_;
  LinkOutcome* outcome_;
};

class Loader final : public abi::ObjectLoader {
 public:
  explicit Loader(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

  std::unique_ptr<abi::LoadedObject> Load(std::span<const std::byte> object,
                                          std::string* error) override {
    if (shared_ == nullptr) {
      *error = "cannot find the page size of this system";
      return nullptr;
    }
    if (IsPacked(object)) {
      return LoadPacked(object, error);
    }
    const llvm::MemoryBufferRef buffer(
        llvm::StringRef(reinterpret_cast<const char*>(object.data()), object.size()), "kernel");
    auto graph = jitlink::createLinkGraphFromObject(buffer, shared_->strings);
    if (!graph) {
      *error = llvm::toString(graph.takeError());
      return nullptr;
    }
    if ((*graph)->getTargetTriple().getArch() != llvm::Triple::x86_64) {
      *error = "the object is for " + (*graph)->getTargetTriple().str() + ", not for x86-64";
      return nullptr;
    }
    LinkOutcome outcome;
    jitlink::link(std::move(*graph), std::make_unique<LinkContext>(*shared_, outcome));
    if (!outcome.memory.has_value()) {
      *error = outcome.error;
      return nullptr;
    }
    return std::make_unique<Object>(shared_, std::move(*outcome.memory),
                                    std::move(outcome.symbols));
  }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::shared_ptr<abi::ObjectLoader> MakeObjectLoader() {
  auto manager = jitlink::InProcessMemoryManager::Create();
  if (!manager) {
    llvm::consumeError(manager.takeError());
    return std::make_shared<Loader>(nullptr);
  }
  return std::make_shared<Loader>(std::make_shared<Shared>(std::move(*manager)));
}

}  // namespace kernelc::jit
