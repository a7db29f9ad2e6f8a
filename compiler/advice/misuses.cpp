#include "compiler/advice/advice.h"

#include <algorithm>
#include <functional>

#include "compiler/advice/files.h"

namespace kernelc::advice {
namespace {

bool Holds(SourceRange outer, SourceRange inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

bool IsForDevices(const FunctionInfo& function) {
  return function.is_for_devices() || function.options.launch != LaunchForm::Kernel;
}

// Whether a function that `is_meant` holds the place.
bool IsInFunction(const FileIndexImpl& file, SourceRange place,
                  const std::function<bool(const FunctionInfo&)>& is_meant) {
  for (std::size_t i = 0; i < file.entries().size(); ++i) {
    const FunctionInfo& function = file.entry_function(i);
    if (Holds(function.range, place) && is_meant(function)) {
      return true;
    }
  }
  return false;
}

// The names that functions for devices mention, with those of the functions that they may call.
Names NamesOnDevices(const FileIndexImpl& file) {
  index::Mentions mentions(file.module().body());
  Names names;
  for (std::size_t i = 0; i < file.entries().size(); ++i) {
    const FunctionInfo& function = file.entry_function(i);
    if (IsForDevices(function) && function.def != nullptr) {
      const Names& mentioned = mentions.Of(function.def).names;
      names.insert(mentioned.begin(), mentioned.end());
    }
  }
  return names;
}

}  // namespace

std::vector<diag::Diagnostic> JudgeMisuses(const FileIndex& index,
                                           std::vector<diag::Diagnostic> misuses) {
  if (misuses.empty()) {
    return misuses;
  }
  const FileIndexImpl& file = index.impl();
  const Names called = NamesOnDevices(file);
  for (diag::Diagnostic& misuse : misuses) {
    const bool is_compiled = IsInFunction(file, misuse.range, [&](const FunctionInfo& function) {
      return IsForDevices(function) ||
             (function.def != nullptr && called.contains(function.def->name));
    });
    if (!is_compiled) {
      misuse.severity = diag::Severity::Warning;
      misuse.notes.emplace_back(
          "no kernel holds this, so that the kernels of the file are compiled");
    }
  }
  return misuses;
}

std::vector<diag::Diagnostic> MisusesOf(const FileIndex& index, std::size_t function,
                                        const std::vector<diag::Diagnostic>& warnings) {
  const FileIndexImpl& file = index.impl();
  const FunctionInfo& compiled = file.entry_function(function);
  index::Mentions mentions(file.module().body());
  const Names called = compiled.def == nullptr ? Names() : mentions.Of(compiled.def).names;
  std::vector<diag::Diagnostic> misuses;
  for (const diag::Diagnostic& warning : warnings) {
    const bool is_held = IsInFunction(file, warning.range, [&](const FunctionInfo& each) {
      return &each == &compiled || (each.def != nullptr && called.contains(each.def->name));
    });
    if (is_held && warning.severity == diag::Severity::Warning) {
      misuses.push_back(warning);
      misuses.back().severity = diag::Severity::Error;
      misuses.back().notes.clear();
    }
  }
  return misuses;
}

std::vector<diag::Diagnostic> JudgeImportedMisuses(const FileIndex& index,
                                                   std::vector<diag::Diagnostic> misuses) {
  std::erase_if(misuses, [&](const diag::Diagnostic& misuse) {
    return !IsInFunction(index.impl(), misuse.range, [](const FunctionInfo&) { return true; });
  });
  return misuses;
}

}  // namespace kernelc::advice
