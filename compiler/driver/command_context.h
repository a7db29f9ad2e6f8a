// What every subcommand needs: where it prints, and how faults are reported.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diag/diagnostic.h"
#include "compiler/diag/renderer.h"
#include "compiler/driver/command.h"
#include "compiler/driver/command_options.h"
#include "compiler/driver/faults.h"
#include "compiler/driver/source_unit.h"

namespace kernelc::driver {

class CommandContext {
 public:
  CommandContext(std::ostream& out, std::ostream& err, bool color, bool owns_process)
      : out_(&out), err_(&err), color_(color), owns_process_(owns_process) {}

  std::ostream& out() { return *out_; }
  std::ostream& err() { return *err_; }
  // Whether signal handlers may be set.
  bool owns_process() const { return owns_process_; }
  GlobalOptions& global() { return global_; }

  // Keeps diagnostics until Flush(), since JSON and SARIF are one document for the whole command.
  void Add(std::shared_ptr<const SourceUnit> unit,
           const std::vector<diag::Diagnostic>& diagnostics);
  // Brings what was printed to where it goes. False, with a failure added that says why, where some of it was lost; not so
  // where nobody reads on (`| head`).
  bool FlushOutput();
  // Prints what was added, in the format asked for. Called once, at the end of the command.
  void Flush();
  // What Flush() would print if `failure` were added to it.
  std::string Rendered(const std::string& failure) const;
  // A fault that has no place in a source file. Gives its exit status, for `return
  // context.Fail(...)`.
  int Fail(Fault fault, std::string message);
  // Something to know that is no fault, and what to do about it.
  void Remark(std::string message, std::string help);

 private:
  struct UnitDiagnostics {
    std::shared_ptr<const SourceUnit> unit;
    std::vector<diag::Diagnostic> diagnostics;
  };
  std::string Render(const std::vector<std::string>& failures) const;

  std::ostream* out_;
  std::ostream* err_;
  bool color_;
  bool owns_process_;
  GlobalOptions global_;
  std::vector<UnitDiagnostics> pending_;
  std::vector<std::string> failures_;
  std::vector<diag::Remark> remarks_;
};

// The subcommands. Each gives the exit status.
int RunBuild(CommandContext& context, const BuildOptions& options);
int RunKernel(CommandContext& context, const RunOptions& options);
int RunCache(CommandContext& context, const CacheOptions& options);
int RunCheck(CommandContext& context, const CheckOptions& options);
int RunOccupancy(CommandContext& context, const OccupancyOptions& options);
int RunDevices(CommandContext& context, const DevicesOptions& options);
int WatchDevices(CommandContext& context, const DevicesOptions& options);
int RunVersion(CommandContext& context);
int RunExplain(CommandContext& context, const std::string& kind);
int RunBuiltins(CommandContext& context, const BuiltinsOptions& options);

}  // namespace kernelc::driver
