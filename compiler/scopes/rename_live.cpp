#include "compiler/scopes/rename_live.h"

namespace kernelc::scopes {

void MarkLive(const std::vector<Use>& used, Renaming* renaming) {
  std::vector<VersionId> work;
  const auto visit = [&](VersionId id) {
    Version& version = renaming->versions[id.index];
    if (!version.live) {
      version.live = true;
      work.push_back(id);
    }
  };
  for (const Use& use : used) {
    visit(use.version);
    if (!use.visible) {
      renaming->versions[use.version.index].slotted = true;
    }
  }
  while (!work.empty()) {
    const VersionId id = work.back();
    work.pop_back();
    if (renaming->version(id).kind != VersionKind::Phi) {
      continue;
    }
    renaming->versions[id.index].slotted = true;
    for (const VersionId operand : renaming->version(id).operands) {
      if (operand.has_value()) {
        renaming->versions[operand.index].slotted = true;
        visit(operand);
      }
    }
  }
}

}  // namespace kernelc::scopes
