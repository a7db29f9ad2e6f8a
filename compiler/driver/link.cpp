#include "compiler/driver/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "compiler/base/check.h"
#include "compiler/constants/constants.h"
#include "compiler/driver/elf_check.h"
#include "compiler/driver/nvrtc.h"

namespace kernelc::driver {
namespace {

namespace fs = std::filesystem;

struct KindInfo {
  LinkKind kind;
  std::string_view numba;
  int nvjitlink;
};

constexpr KindInfo kKinds[] = {
#define KC_LINK_KIND(kind, numba, nvjitlink) {LinkKind::kind, numba, nvjitlink},
#include "compiler/driver/link_kinds.def"
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < std::size(kKinds); ++i) {
    if (static_cast<std::size_t>(kKinds[i].kind) != i) {
      return false;
    }
  }
  return true;
}
static_assert(InOrder(), "rows of link_kinds.def in the order of LinkKind");

struct Suffix {
  std::string_view text;
  LinkKind kind;
};

constexpr Suffix kSuffixes[] = {
#define KC_LINK_SUFFIX(suffix, kind) {suffix, LinkKind::kind},
#include "compiler/driver/link_kinds.def"
};

const KindInfo& InfoOf(LinkKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::string AllSuffixes() {
  std::string text;
  for (const Suffix& suffix : kSuffixes) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", suffix.text);
  }
  return text;
}

Result<LinkKind> KindOf(std::string_view file) {
  for (const Suffix& suffix : kSuffixes) {
    // libx.so.1 is a shared library as well.
    if (file.ends_with(suffix.text) ||
        (suffix.kind == LinkKind::SharedLibrary && file.find(".so.") != std::string_view::npos)) {
      return suffix.kind;
    }
  }
  return Failure{fmt::format("cannot link with `{}`: files are {}", file, AllSuffixes())};
}

// Whether `device` can use such code.
bool IsFor(LinkKind kind, abi::DeviceKind device) {
  switch (kind) {
    case LinkKind::Ptx:
    case LinkKind::CudaSource:
    case LinkKind::Cubin:
    case LinkKind::Fatbin:
    case LinkKind::LtoIr:
      return device == abi::DeviceKind::Cuda;
    case LinkKind::SharedLibrary:
      return device == abi::DeviceKind::Cpu;
    case LinkKind::Object:
    case LinkKind::Archive:
    case LinkKind::Bitcode:
      return true;
  }
  KC_FATAL("link kind {}", static_cast<int>(kind));
}

// The file beside the kernel's, else the one here.
fs::path Locate(const std::string& file, const std::string& folder) {
  std::error_code ignored;
  const fs::path beside = fs::path(folder) / file;
  return fs::exists(beside, ignored) ? beside : fs::path(file);
}

Result<std::string> ReadAll(const fs::path& path, const std::string& file,
                            const std::string& folder) {
  std::error_code ignored;
  std::ifstream stream(path, std::ios::binary);
  if (!stream || fs::is_directory(path, ignored)) {
    const std::string places = folder.empty() ? "" : fmt::format(", in `{}` or here", folder);
    return Failure{
        fmt::format("cannot read `{}`, which the kernel is linked with{}", file, places)};
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

Result<LinkInput> ReadInput(LinkKind kind, const std::string& file, const std::string& folder) {
  const fs::path path = Locate(file, folder);
  if (kind == LinkKind::SharedLibrary) {
    // The system finds a bare name where it looks for libraries.
    std::error_code ignored;
    return LinkInput{kind, fs::exists(path, ignored) ? fs::absolute(path).string() : file, {}};
  }
  Result<std::string> bytes = ReadAll(path, file, folder);
  if (!bytes) {
    return bytes.failure();
  }
  return LinkInput{kind, file, std::move(*bytes)};
}

std::optional<LinkKind> KindNamed(std::string_view numba) {
  for (const KindInfo& info : kKinds) {
    if (!numba.empty() && info.numba == numba) {
      return info.kind;
    }
  }
  return std::nullopt;
}

// What a file must begin with; empty where anything may be.
std::string_view Magic(LinkKind kind) {
  switch (kind) {
    case LinkKind::Cubin:
    case LinkKind::Object:
      return "\x7f"
             "ELF";
    case LinkKind::Archive:
      return "!<arch>\n";
    case LinkKind::Ptx:
    case LinkKind::CudaSource:
    case LinkKind::Fatbin:
    case LinkKind::LtoIr:
    case LinkKind::Bitcode:
    case LinkKind::SharedLibrary:
      return {};
  }
  KC_FATAL("link kind {}", static_cast<int>(kind));
}

std::string DamageOf(const LinkInput& input) {
  const bool is_elf = input.kind == LinkKind::Cubin || input.kind == LinkKind::Object;
  if (!input.bytes.starts_with(Magic(input.kind))) {
    return "it does not begin as such a file does";
  }
  return is_elf ? ElfDamage(input.bytes) : std::string();
}

// Objects of nvcc are those of the host with a section for the GPU; an object of the host alone has
// none.
bool HasGpuCode(const LinkInput& input) {
  constexpr std::size_t kMachineAt = 18;
  constexpr char kCudaMachine = static_cast<char>(190);
  const bool is_gpu_elf =
      input.bytes.size() > kMachineAt && input.bytes[kMachineAt] == kCudaMachine;
  return is_gpu_elf || input.bytes.find(".nv_fatbin") != std::string::npos ||
         input.bytes.find("__nv_relfatbin") != std::string::npos;
}

bool HasHostCode(const LinkInput& input) {
  constexpr std::size_t kMachineAt = 18;
  constexpr char kX86Machine = 62;
  return input.kind == LinkKind::Archive ||
         (input.bytes.size() > kMachineAt && input.bytes[kMachineAt] == kX86Machine);
}

Result<bool> AddInput(LinkInput input, const codegen::TargetOptions& target, LinkInputs* inputs) {
  const bool is_object = input.kind == LinkKind::Object || input.kind == LinkKind::Archive;
  const bool is_cpu = target.device == abi::DeviceKind::Cpu;
  if (const std::string damage = DamageOf(input); !damage.empty()) {
    return Failure{
        fmt::format("`{}`, which the kernel is linked with, is damaged: {}", input.name, damage)};
  }
  if (!IsFor(input.kind, target.device) ||
      (is_object && !(is_cpu ? HasHostCode(input) : HasGpuCode(input)))) {
    inputs->unused.push_back(input.name);
    return true;
  }
  if (input.kind == LinkKind::Bitcode) {
    inputs->bitcode.push_back({std::move(input.name), std::move(input.bytes)});
    return true;
  }
  if (input.kind == LinkKind::CudaSource) {
    Result<std::string> ptx =
        CompileWithNvrtc(input.bytes, input.name, {}, {.arch = target.arch, .relocatable = true});
    if (!ptx) {
      return ptx.failure();
    }
    input = {LinkKind::Ptx, input.name, std::move(*ptx)};
  }
  inputs->code.push_back(std::move(input));
  return true;
}

}  // namespace

int NvJitLinkNumber(LinkKind kind) { return InfoOf(kind).nvjitlink; }

Result<LinkInput> ReadLinkFile(const std::string& file) {
  const Result<LinkKind> kind = KindOf(file);
  return kind ? ReadInput(*kind, file, {}) : Result<LinkInput>(kind.failure());
}

GatheredInputs ReadLinkItems(const std::vector<std::string>& items, const std::string& folder,
                             abi::DeviceKind device) {
  GatheredInputs inputs;
  const auto miss = [](std::optional<Failure>& missing, const Failure& failure) {
    missing = missing ? missing : failure;
  };
  for (const std::string& encoded : items) {
    constants::LinkItem item = constants::DecodeLink(encoded);
    const std::optional<LinkKind> named = KindNamed(item.type);
    const Result<LinkKind> kind = named ? Result<LinkKind>(*named) : KindOf(item.name);
    if (!kind) {
      miss(inputs.missing, kind.failure());
      continue;
    }
    if (item.text) {
      inputs.found.push_back({*kind, std::move(item.name), std::move(*item.text)});
      continue;
    }
    if (!IsFor(*kind, device)) {
      continue;
    }
    if (Result<LinkInput> input = ReadInput(*kind, item.name, folder)) {
      inputs.found.push_back(std::move(*input));
    } else {
      miss(inputs.missing, input.failure());
      if (*kind == LinkKind::Bitcode) {
        miss(inputs.missing_bitcode, input.failure());
      }
    }
  }
  return inputs;
}

std::vector<cache::FileFact> FactsOfLinkItems(const std::vector<std::string>& items,
                                              const std::string& folder, abi::DeviceKind device) {
  std::vector<cache::FileFact> facts;
  for (const std::string& encoded : items) {
    const constants::LinkItem item = constants::DecodeLink(encoded);
    const std::optional<LinkKind> named = KindNamed(item.type);
    const Result<LinkKind> kind = named ? Result<LinkKind>(*named) : KindOf(item.name);
    if (item.text || !kind || !IsFor(*kind, device)) {
      continue;
    }
    std::error_code ignored;
    for (const fs::path& path : {fs::path(folder) / item.name, Locate(item.name, folder)}) {
      const bool exists = fs::is_regular_file(path, ignored);
      cache::AddFact(facts,
                     {exists ? cache::FactKind::File : cache::FactKind::NoFile, path.string(), {}});
    }
    if (*kind != LinkKind::SharedLibrary) {
      const fs::path path = Locate(item.name, folder);
      if (const Result<std::string> bytes = ReadAll(path, item.name, folder)) {
        cache::AddFact(facts, cache::ContentsFact(path.string(), *bytes));
      }
    }
  }
  return facts;
}

Result<LinkInputs> PrepareLinkInputs(std::vector<LinkInput> inputs,
                                     const codegen::TargetOptions& target) {
  LinkInputs prepared;
  for (LinkInput& input : inputs) {
    if (const Result<bool> added = AddInput(std::move(input), target, &prepared); !added) {
      return added.failure();
    }
  }
  return prepared;
}

}  // namespace kernelc::driver
