// The values that outer names of kernels have when the program launches the kernel first: the
// program is run by compiler/host, and what is not known there is no constant.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "compiler/host/host.h"
#include "compiler/constants/object.h"

namespace kernelc::constants {

class FileIndexImpl;
struct ImportedModule;

// A run of a file as a program, for one kernel.
struct HostRun {
  std::shared_ptr<const host::Outcome> outcome;
  // The files that it imported, by path.
  std::map<std::string, const ImportedModule*> modules;
};

using ModulesByPath = std::map<std::string, const ImportedModule*>;
// The files that a program imports and reads, as kernels' files are found; `modules`, which outlives the result, takes those
// that are imported.
std::unique_ptr<host::World> WorldOf(const FileIndexImpl& file, ModulesByPath& modules);

// Why the run does not know a name, and where it was lost.
struct Lost {
  std::string reason;
  SourceRange where;
};

// The constant as an object, where that needs no run: a number, text, array or type.
std::optional<Object> PlainObject(const host::ConstantRef& ref);

// The object as compiler/host has it; null for code, for objects of classes, and for what is a view of
// something else in Python.
host::ConstantRef ConstantOf(const Object& object);

// What stands at a path of the library: "numpy.float32", "math.sin", "builtins.len"; null for other
// builtins.
std::optional<Object> LibraryAt(const std::string& path);

// Numbers, strings, sequences, arrays, objects: what a kernel reads as a value. Not modules,
// functions, classes and types.
bool IsData(const Object& object);

}  // namespace kernelc::constants
