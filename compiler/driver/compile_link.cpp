#include "compiler/driver/compile_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "compiler/jit/host_objects.h"
#include "compiler/kir/analysis/external.h"

namespace kernelc::driver {
namespace {

// The folder of the kernel's file.
std::string FolderOf(const SourceUnit& unit) {
  return std::filesystem::path(unit.path()).parent_path().string();
}

// What declarations and decorators name, each once.
std::vector<std::string> ItemsOf(const kir::Module& module, const CompileJob& job) {
  std::vector<std::string> items;
  const auto add = [&](const std::vector<std::string>& more) {
    for (const std::string& item : more) {
      if (std::ranges::find(items, item) == items.end()) {
        items.push_back(item);
      }
    }
  };
  for (const kir::Function& function : module.functions) {
    if (kir::IsExternal(function)) {
      add(function.strings);
    }
  }
  for (const sema::KernelRequest& request : job.kernels) {
    add(job.unit->functions()[request.function].links);
  }
  return items;
}

std::string NamesOf(const LinkInputs& inputs) {
  std::string names;
  const auto add = [&](const std::string& name) {
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", name);
  };
  for (const codegen::LinkedBitcode& input : inputs.bitcode) {
    add(input.name);
  }
  for (const LinkInput& input : inputs.code) {
    add(input.name);
  }
  return names;
}

std::string HelpFor(abi::DeviceKind device, const std::string& symbol) {
  switch (device) {
    case abi::DeviceKind::Cuda:
      return fmt::format(
          "name a file that defines `extern \"C\" __device__ ... {}(...)` in `link=`: "
          ".cu, .ptx, .cubin, .fatbin, .o, .a, .ltoir, .bc or .ll",
          symbol);
    case abi::DeviceKind::Cpu:
      return "the CPU device links LLVM bitcode (.bc, .ll), objects and archives of the host "
             "(.o, .a) and shared libraries (.so); run the kernel with `--device cuda`, or name "
             "such a file "
             "in `link=` beside the others";
  }
  KC_FATAL("device kind {}", static_cast<int>(device));
}

void ReportMissing(const kir::Module& module, const LinkInputs& inputs, abi::DeviceKind device,
                   const std::string& symbol, const std::string& linker, diag::Emitter& emitter) {
  const auto function = std::ranges::find(module.functions, symbol, &kir::Function::symbol);
  const SourceRange range = function == module.functions.end() ? SourceRange() : function->range;
  diag::Builder builder =
      emitter.Build(range, diag::Kind::ExternalMissing, symbol,
                    device == abi::DeviceKind::Cpu ? "the CPU device" : "CUDA devices");
  if (const std::string names = NamesOf(inputs); !names.empty()) {
    static_cast<void>(std::move(builder).Note("the kernel is linked with " + names));
  }
  if (!inputs.unused.empty()) {
    static_cast<void>(std::move(builder).Note(
        fmt::format("of no use on this device: `{}`", fmt::join(inputs.unused, "`, `"))));
  }
  if (!linker.empty()) {
    static_cast<void>(std::move(builder).Note(linker));
  }
  std::move(builder).Help(HelpFor(device, symbol)).Emit();
}

jit::HostKind HostKindOf(LinkKind kind) {
  return kind == LinkKind::SharedLibrary ? jit::HostKind::SharedLibrary
         : kind == LinkKind::Archive     ? jit::HostKind::Archive
                                         : jit::HostKind::Object;
}

Result<bool> LinkHost(const kir::Module& module, const LinkInputs& inputs,
                      codegen::CodegenOutput* output, diag::Emitter& emitter) {
  if (output->unresolved.empty()) {
    return true;
  }
  std::vector<jit::HostInput> host;
  for (const LinkInput& input : inputs.code) {
    host.push_back({HostKindOf(input.kind), input.name, input.bytes});
  }
  const Result<std::vector<std::string>> missing = jit::MissingSymbols(host, output->unresolved);
  if (!missing) {
    return missing.failure();
  }
  for (const std::string& symbol : *missing) {
    ReportMissing(module, inputs, abi::DeviceKind::Cpu, symbol, {}, emitter);
  }
  if (missing->empty()) {
    output->code.bytes = jit::PackObjects(output->code.bytes, host);
    output->unresolved.clear();
  }
  return true;
}

Result<bool> LinkGpu(const kir::Module& module, const LinkInputs& inputs,
                     codegen::CodegenOutput* output, diag::Emitter& emitter) {
  if (inputs.code.empty()) {
    for (const std::string& symbol : output->unresolved) {
      ReportMissing(module, inputs, abi::DeviceKind::Cuda, symbol, {}, emitter);
    }
    return true;
  }
  abi::Code& code = output->code;
  const std::string_view ptx(reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size());
  Result<std::vector<std::byte>> cubin = LinkCubin(ptx, code.arch, inputs.code);
  if (!cubin) {
    const std::string& reason = cubin.failure().message;
    bool reported = false;
    for (const std::string& symbol : output->unresolved) {
      if (reason.find("ndefined") != std::string::npos &&
          reason.find("'" + symbol + "'") != std::string::npos) {
        ReportMissing(module, inputs, abi::DeviceKind::Cuda, symbol, reason, emitter);
        reported = true;
      }
    }
    return reported ? Result<bool>(true) : Result<bool>(cubin.failure());
  }
  code.kind = abi::CodeKind::Cubin;
  code.bytes = std::move(*cubin);
  output->unresolved.clear();
  return true;
}

}  // namespace

GatheredInputs GatherLinkInputs(const kir::Module& module, const CompileJob& job) {
  // Without external functions there is nothing to take from files; what a decorator names is code
  // for GPUs.
  if (job.target.device == abi::DeviceKind::Cpu && !kir::HasExternals(module)) {
    return {};
  }
  GatheredInputs inputs =
      ReadLinkItems(ItemsOf(module, job), FolderOf(*job.unit), job.target.device);
  std::vector<LinkInput> all;
  const auto add = [&](LinkInput input) {
    if (std::ranges::find(all, input) == all.end()) {
      all.push_back(std::move(input));
    }
  };
  std::ranges::for_each(job.link, add);
  std::ranges::for_each(inputs.found, add);
  inputs.found = std::move(all);
  return inputs;
}

std::vector<cache::FileFact> LinkFacts(const kir::Module& module, const CompileJob& job) {
  return FactsOfLinkItems(ItemsOf(module, job), FolderOf(*job.unit), job.target.device);
}

bool IncludesFiles(const LinkInput& input) {
  return input.kind == LinkKind::CudaSource && input.bytes.find("#include") != std::string::npos;
}

Result<LinkInputs> PrepareLink(const GatheredInputs& gathered, const codegen::TargetOptions& target,
                               bool links) {
  // Bitcode becomes part of the code; all else may be missing yet.
  const std::optional<Failure>& missing = links ? gathered.missing : gathered.missing_bitcode;
  if (missing) {
    return *missing;
  }
  std::vector<LinkInput> inputs;
  std::ranges::copy_if(gathered.found, std::back_inserter(inputs), [&](const LinkInput& input) {
    return links || input.kind == LinkKind::Bitcode;
  });
  return PrepareLinkInputs(std::move(inputs), target);
}

Result<bool> LinkCode(const kir::Module& module, const LinkInputs& inputs,
                      codegen::CodegenOutput* output, diag::Emitter& emitter) {
  return output->code.device == abi::DeviceKind::Cpu ? LinkHost(module, inputs, output, emitter)
                                                     : LinkGpu(module, inputs, output, emitter);
}

}  // namespace kernelc::driver
