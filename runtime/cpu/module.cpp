#include "runtime/cpu/module.h"

#include <algorithm>
#include <span>
#include <utility>

#include "runtime/backend/code_view.h"
#include "runtime/backend/text.h"
#include "runtime/core/object_loader.h"
#include "runtime/cpu/context.h"
#include "runtime/cpu/levels.h"

namespace kernelc::cpu {
namespace {

using backend::Concat;
using backend::Status;

Status LoadFailure(const CpuContext& context, std::string message) {
  return backend::Fail(ErrorCode::ModuleLoad, "load module", context.device().name(),
                       std::move(message));
}

// Why this machine cannot run `code`; empty when it can.
std::string WhyNot(const abi::Code& code) {
  const int level = ParseLevel(code.arch);
  if (level != 0) {
    return level <= HostLevel() ? "" : "this machine is an " + LevelName(HostLevel());
  }
  // Code for a CPU by its name says which extensions it uses.
  const std::string missing = code.features.empty() ? code.arch : MissingFeature(code.features);
  return missing.empty() ? "" : "this machine lacks " + missing;
}

std::size_t CountLinked(std::span<const abi::Code> codes) {
  return static_cast<std::size_t>(
      std::ranges::count(codes, abi::CodeKind::CpuLinked, &abi::Code::kind));
}

// Code for one CPU by its name comes from a compiler on this machine and fits best; else the
// highest instruction set level that this machine has.
const abi::Code* ChooseCode(const abi::KernelImage& image, std::string* targets) {
  const abi::Code* best = nullptr;
  int best_rank = 0;
  for (const abi::Code& code : image.codes) {
    *targets += Concat(targets->empty() ? "" : ", ", code.arch);
    const bool linked =
        code.kind == abi::CodeKind::CpuLinked &&
        image.linked_entries.size() == image.kernels.size() * CountLinked(image.codes);
    if (code.kind != abi::CodeKind::CpuObject && !linked) {
      continue;
    }
    const std::string why_not = WhyNot(code);
    if (!why_not.empty()) {
      *targets += Concat(" (", why_not, ')');
      continue;
    }
    const int level = ParseLevel(code.arch);
    const int rank = level == 0 ? 5 : level;
    if (rank > best_rank) {
      best = &code;
      best_rank = rank;
    }
  }
  return best;
}

// Makes the bytes of `chosen` callable.
Status LoadObject(const CpuContext& context, const abi::Code& chosen, LoadedCode* code) {
  code->loader = core::GetObjectLoader();
  std::string error;
  code->object = code->loader->Load(chosen.bytes, &error);
  if (code->object == nullptr) {
    return LoadFailure(context, Concat("the object cannot be linked: ", error));
  }
  return {};
}

}  // namespace

Status CpuModule::Load(CpuContext& context, std::shared_ptr<const abi::KernelImage> image,
                       std::unique_ptr<backend::Module>* module) {
  std::string targets;
  const abi::Code* const chosen = ChooseCode(*image, &targets);
  if (chosen == nullptr) {
    return LoadFailure(
        context, Concat("the image has no code for ", context.device().arch(),
                        targets.empty() ? "; it has none at all" : "; its targets are " + targets));
  }
  const std::span codes(image->codes);
  const std::size_t first_entry =
      image->kernels.size() *
      CountLinked(codes.first(static_cast<std::size_t>(chosen - codes.data())));
  auto code = std::make_shared<LoadedCode>();
  code->image = backend::ViewFor(image, *chosen);
  if (chosen->kind == abi::CodeKind::CpuObject) {
    KC_RETURN_IF_FAILED(LoadObject(context, *chosen, code.get()));
  }
  auto loaded = std::make_unique<CpuModule>(context.shared_from_this(), code->image);
  for (std::size_t i = 0; i < code->image->kernels.size(); ++i) {
    const abi::KernelInfo& info = code->image->kernels[i];
    const abi::CpuEntry entry =
        code->object == nullptr
            ? image->linked_entries[first_entry + i]
            : reinterpret_cast<abi::CpuEntry>(code->object->Find(info.symbol));
    if (entry == nullptr) {
      return LoadFailure(context, Concat("the code of kernel `", info.name, "` has no symbol `",
                                         info.symbol, '`'));
    }
    loaded->functions_.push_back(std::make_unique<CpuFunction>(context, info, code, entry));
  }
  *module = std::move(loaded);
  return {};
}

}  // namespace kernelc::cpu
