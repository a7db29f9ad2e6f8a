// The host program around kernels, run once: the file's statements in order, as Python runs them.
// What cannot be known is unknown, and says why; what is known is what Python has.
//
// This header is the room's only entry.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/base/file_place.h"
#include "compiler/base/source.h"
#include "compiler/host/constant.h"
#include "compiler/host/outcome.h"

namespace kernelc::host {

// Texts that a file runs by `exec`, with their trees.
using TextTrees = std::map<std::string, const ast::Module*, std::less<>>;

// A file that an import finds.
struct ModuleFile {
  // Dotted, as Python knows it.
  std::string name;
  std::string path;
  // Where its submodules lie; empty for a module that is no package.
  std::string folder;
  // Absent for a folder without `__init__.py`.
  std::optional<std::string> text;
  // Python's `__file__`; the path where it is empty.
  std::string file = {};
  // Instead of the text: the file as it was parsed; outlives the run and its outcome.
  const ast::Module* tree = nullptr;
  // With it: the trees of its texts, which outlive the outcome as well. Null: those that are made
  // in the run.
  const TextTrees* texts = nullptr;
};

// The world as the program sees it. Every answer must be the same when asked again.
class World {
 public:
  virtual ~World() = default;
  // The module `dotted` as a file of `importer` sees it, `level` dots of a relative import; none
  // where no file has it.
  virtual std::optional<ModuleFile> FindModule(const std::string& importer, unsigned level,
                                               std::string_view dotted) = 0;
  struct FileBytes {
    // Whether there is such a file, and what it holds, can be found out.
    bool is_known = true;
    // Absent where there is none.
    std::optional<std::string> bytes;
  };
  virtual FileBytes ReadFile(const std::string& path) = 0;
  // Of an absolute path.
  virtual FilePlace PlaceOf(const std::string& path) = 0;
  // An environment variable; none where it is not set.
  virtual std::optional<std::string> Variable(const std::string& name) = 0;
};

// What stands for the path of the program's own file where the program imports it: that is another
// module, with names of its own.
inline std::string PathAsImported(const std::string& path) { return path + " (imported)"; }

// What walks over trees have found (walks.h).
class TreeWalks;
std::shared_ptr<TreeWalks> NewWalks();

struct Inputs {
  // Null: no files, no environment.
  World* world = nullptr;
  // Python's `__name__` of the file.
  std::string module_name = "__main__";
  // Of the file, where the sources do not have it.
  std::string path;
  // Python's `__file__`; the path where it is empty.
  std::string file = {};
  // The trees of texts that the file runs; they outlive the outcome. Null: those that are made in
  // the run.
  const TextTrees* texts = nullptr;
  // Kept from one run of the file to the next, as long as all trees that the runs are given; null:
  // it is not run again. Runs that share them do not run at the same time.
  std::shared_ptr<TreeWalks> walks = {};
  // Names of the file that keep these values whatever it says.
  std::map<std::string, ConstantRef> constants;
  // The outcome is for people: Found::text and Outcome::kernels.
  bool wants_texts = false;
  // Of several kernels that are made of one function of a file, the one that the run waits for, in
  // the order in which they are made; -1: any of them.
  int number = -1;
};

struct Budget {
  // Statements and expressions.
  std::int64_t steps = 150'000;
  // Objects that may be made.
  std::size_t objects = 2'000'000;
};

// Runs `module` as it runs until `kernel`, a function's definition in it or in a file that it
// imports, is launched first; other launches change the arrays that they are given. The outcome
// refers to `sources` and to the trees. An exception that nothing catches does not end the run:
// what its statement does is unknown. Never fails: what is not modelled is unknown. `kernel` null:
// any kernel, and exceptions end the run as in Python.
std::shared_ptr<const Outcome> RunUntilLaunch(SourceManager& sources, const ast::Module& module,
                                              const Inputs& inputs, const ast::Node* kernel,
                                              const Budget& budget = {});

// The same to the end of the program, whatever it launches. The outcome has all names.
std::shared_ptr<const Outcome> RunToEnd(SourceManager& sources, const ast::Module& module,
                                        const Inputs& inputs, const Budget& budget = {});

// What an expression is evaluated with, apart from any program.
struct Operands {
  std::map<std::string, ConstantRef> names;
  // Parts of the expression whose values are there already.
  std::map<const ast::Expr*, ConstantRef> parts;
  // Definitions of functions that the expression calls: what they read is among `names`.
  std::vector<const ast::Stmt*> functions;
  // What the program has made of members of libraries; see Outcome::library.
  Outcome::Names library;
  // Of files that the expression reads; null: it reads none.
  World* world = nullptr;
};

// The number or text that a library has at a path, "numpy.pi", "sys.maxsize"; null for others.
ConstantRef LibraryConstant(std::string_view path);

// The element type that NumPy's dtype() makes of a list of fields and the like; null for others.
std::optional<abi::ArgType> ElementTypeOf(const Constant& constant);

// Whether something is known of the module of a library.
bool IsLibraryModule(std::string_view path);
// What `name`, imported from a module, stands for where that is not there: Numba's `cuda` and
// types, which programs hand on; else a member of the module, as of those that are there and of the
// packages that have a `cuda` themselves.
std::string MeantPath(std::string_view module, std::string_view name);

// Whether an expression can be evaluated with the value: it is data, or a thing of a library.
bool IsFollowed(const Constant& constant);

// The value of an expression: of code, the library's alone is called. Null where it is not known,
// and where the expression changes an operand.
ConstantRef Evaluate(SourceManager& sources, const ast::Expr& expr, const Operands& operands,
                     const Budget& budget = {});

}  // namespace kernelc::host
