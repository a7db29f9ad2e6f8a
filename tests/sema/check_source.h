// Runs the front end on a text, for the tests of sema.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diag/emitter.h"
#include "compiler/kir/kir.h"
#include "compiler/sema/sema.h"

namespace kernelc::sema {

// A file that has been parsed and indexed.
class CheckedSource {
 public:
  explicit CheckedSource(std::string text, std::string path = "test.py");

  // Number of the function called `name`; fails the program when there is none.
  std::size_t Find(std::string_view name) const;

  // KIR of function `name` for the signature, e.g. "float32[::1], int64"; null after errors.
  std::optional<kir::Module> Check(std::string_view name, std::string_view signature,
                                   const Options& options = {});

  const FileIndex& index() const { return *index_; }
  const SourceManager& sources() const { return sources_; }
  diag::Emitter& emitter() { return emitter_; }
  // All diagnostics so far, one a line: "line:column Kind message".
  std::string Diagnostics() const;
  const std::vector<diag::Diagnostic>& diagnostics() const { return consumer_.diagnostics(); }

 private:
  SourceManager sources_;
  // Finds nothing, so that programs are run without the files of a machine.
  std::unique_ptr<ModuleResolver> resolver_;
  diag::CollectingConsumer consumer_;
  diag::Emitter emitter_;
  std::unique_ptr<ast::Module> module_;
  std::optional<FileIndex> index_;
};

}  // namespace kernelc::sema
