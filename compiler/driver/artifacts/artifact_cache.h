// What `kernelc build` has made before, whole: by the text of the file and all that the command
// line says. Nothing is parsed on a hit. Images of one job, as PTX, have entries of their own
// (cached_compile.h); all that is made of several parts or is no image is kept here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/cache/file_facts.h"
#include "compiler/cache/hash.h"
#include "compiler/diag/diagnostic.h"
#include "compiler/driver/command_options.h"
#include "compiler/driver/source_unit.h"

namespace kernelc::driver {

// An artifact, and what was found on the way to it.
struct MadeArtifact {
  std::string contents;
  // Those of the compilation; parsing has its own.
  std::vector<diag::Diagnostic> diagnostics;
  // What it depends on beside the kernel file and the options.
  std::vector<cache::FileFact> facts;
  // These are all; else the artifact is not kept.
  bool has_all_facts = true;
};

class ArtifactCache {
 public:
  // `unit` and `options` must outlive it. A unit without a cache has nothing and keeps nothing.
  ArtifactCache(const SourceUnit& unit, const BuildOptions& options);

  // Blocks for reading files.
  std::optional<MadeArtifact> Find() const;
  void Keep(const MadeArtifact& made) const;

 private:
  const SourceUnit* unit_;
  const BuildOptions* options_;
  // Null where nothing is kept.
  std::optional<cache::Hash> key_;
};

}  // namespace kernelc::driver
