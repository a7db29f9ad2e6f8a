// What the names of files stand for while kernels are compiled: files and what they import, their
// functions with what decorators say, and their values. What sema asks of expressions is declared
// in the other doors of this folder (README.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/base/file_place.h"
#include "compiler/base/source.h"
#include "compiler/diag/diagnostic.h"
#include "runtime/abi/arg_type.h"

namespace kernelc::host {
struct KernelNames;
class TreeWalks;
}  // namespace kernelc::host

namespace kernelc::constants {

// How literals and mixed arithmetic are typed; see the language reference, section 0.
enum class LiteralMode : std::uint8_t {
  // By the spelling of the file's imports.
  Auto,
  Numba,
  Weak,
};

// One function of a file that can be compiled.
struct FunctionEntry {
  // "saxpy", "Outer.method", "outer.inner".
  std::string name;
  std::uint32_t line = 0;
  SourceRange name_range;
  // Decorated as a kernel in either spelling (and not as a device function).
  bool is_kernel = false;
  // A kernel or device function further down has its name, under no condition: in Python the name
  // is that one's.
  bool is_replaced = false;
  // `KERNELS.two` where the file has a `two` as well: the last part of the name alone means that
  // one.
  bool whole_name_only = false;
  std::vector<std::string> params;
  // How many of the last ones a launch may leave out: those of a reduction that have a default.
  std::size_t optional_params = 0;
  // From the decorator's signatures; else, where every parameter is annotated with a type, one
  // entry.
  std::vector<std::vector<abi::ArgType>> signatures;
  // With the same index, the result that a decorator's signature names.
  std::vector<std::optional<abi::ArgType>> results;
  // The signature is that of annotations in a file of Numba, which are hints there: other types are
  // as good.
  bool from_annotations = false;
  // From the decorator: opt=False, lineinfo=True, link=[...].
  bool no_opt = false;
  bool line_info = false;
  std::vector<std::string> links;
  // The host compiles it for the processor as well: @vectorize without target="cuda" may do what
  // kernels cannot.
  bool for_host = false;
  // The file launches it: a kernel, whatever else could call it.
  bool is_launched = false;

  bool TakesArguments(std::size_t count) const {
    return count <= params.size() && count + optional_params >= params.size();
  }
};

class FileIndexImpl;
class ModuleResolver;

// The trees of texts that a file runs by `exec`, by text.
using TextTrees = std::map<std::string, const ast::Module*, std::less<>>;

// A file with what the texts that it runs define; see ExpandTexts.
struct ExpandedFile {
  // Null where it runs no text that is known.
  std::unique_ptr<ast::Module> module;
  std::vector<std::unique_ptr<ast::Module>> trees;
  TextTrees texts;
};

struct IndexOptions {
  // Finds what the file imports beside the modules that kernels know (numpy, math, numba); outlives
  // the index. Null: such imports have no value.
  ModuleResolver* resolver = nullptr;
  // Python's `__name__` in the file.
  std::string module_name = "__main__";
  // The file with its texts, which outlives the index; null where nobody has looked for them.
  const ExpandedFile* expanded = nullptr;
};

// What a file defines. Refers to `sources` and `module`, which must outlive it. Immutable once its
// functions are read, and thread-safe then.
class FileIndex {
 public:
  explicit FileIndex(std::shared_ptr<FileIndexImpl> impl) : impl_(std::move(impl)) {}
  const std::vector<FunctionEntry>& functions() const;
  // What is wrong with the decorators of a function; reported where the function is compiled.
  const std::vector<diag::Diagnostic>& decorator_errors(std::size_t function) const;
  // The line of the last statement that gives a variable of the file a value; null for other names.
  std::optional<std::uint32_t> LineOfVariable(std::string_view name) const;
  // The first place of the file that may define names which its text does not say: `exec`,
  // `globals()`; none where there is none.
  SourceRange hidden_definition() const;
  const FileIndexImpl& impl() const { return *impl_; }
  FileIndexImpl& mutable_impl() { return *impl_; }

 private:
  std::shared_ptr<FileIndexImpl> impl_;
};

// A module that a kernel file imports.
struct ImportedModule {
  // Dotted, as Python knows it.
  std::string name;
  // Of its file, as diagnostics print it; empty for a folder that is a package without
  // `__init__.py`.
  std::string path;
  // Where its submodules lie; empty for a module that is no package.
  std::string folder;
  // Null for a package without a file.
  std::optional<FileIndex> index;
  // What is wrong with the text, which matters to the kernels that use the module.
  std::vector<diag::Diagnostic> syntax_errors;
};

// An array that a file holds, in C order unless `fortran` says otherwise.
struct StoredArray {
  abi::ScalarKind element = abi::ScalarKind::Float64;
  // Of an array of records, their type instead.
  abi::RecordRef record = {};
  std::vector<std::int64_t> shape;
  bool fortran = false;
  std::vector<std::byte> bytes;
};

// A constant that the host gives for a name: `--define NAME=VALUE`.
struct GivenConstant {
  enum class Kind : std::uint8_t { None, Number, Str, Tuple, Type, Array };
  Kind kind = Kind::None;
  // Number: NumPy's of its type; else Python's own bool, int, float or complex.
  bool typed = false;
  std::string text;
  std::vector<GivenConstant> elements;
  abi::ArgType type;
  // Number: without dimensions.
  StoredArray array;
};
// By name. They take the place of whatever the files of the program bind to the names outside of
// kernels.
using GivenConstants = std::map<std::string, GivenConstant, std::less<>>;

// Finds, reads and indexes modules. Answers stay valid as long as the resolver. Thread-safe.
class ModuleResolver {
 public:
  virtual ~ModuleResolver() = default;
  // What `import dotted` finds in the file at `importer`, or `from ..dotted` with `level` dots;
  // null where there is nothing.
  virtual const ImportedModule* Import(const std::string& importer, unsigned level,
                                       std::string_view dotted) = 0;
  virtual const ImportedModule* Submodule(const ImportedModule& package, std::string_view name) = 0;
  // What decorators say of a module's functions: read when somebody asks for one of them, as most
  // modules are imported for other things. Nothing to do where that is under way.
  virtual void ReadFunctions(const ImportedModule& module) = 0;
  // Looks for modules in `folder` as well: before the other places, or after those that Python has.
  virtual void AddFolder(const std::string& folder, bool first) = 0;
  // The value of a variable of the environment, null where it is not set; the same whenever it is
  // asked for.
  virtual std::optional<std::string> Variable(const std::string& name) = 0;
  // The bytes of a file.
  struct FileBytes {
    // Whether there is such a file, and what it holds, could be found out.
    bool is_known = false;
    // Absent where there is none.
    std::optional<std::string> bytes;
  };
  virtual FileBytes ReadBytes(const std::string& path) = 0;
  virtual FilePlace PlaceOf(const std::string& path) = 0;
  virtual const GivenConstants& constants() const = 0;
  // Holds the files; outlives the resolver.
  virtual SourceManager& sources() = 0;
};

// Finds kernels, device functions, constants and imports of a file. Host code is left alone.
// Decorators that cannot be read and signatures that do not parse are kept for whoever uses the
// function: FileIndex::decorator_errors.
FileIndex IndexFile(const SourceManager& sources, const ast::Module& module,
                    const IndexOptions& options = {});

// The statements of a file with those of the texts that it runs, outside of functions, by `exec`.
// The trees refer to each other and to `module`. Runs the program, where it has such a call.
ExpandedFile ExpandTexts(SourceManager& sources, const ast::Module& module,
                         const IndexOptions& options);

// The two halves of IndexFile: files that import each other have their names indexed before anybody
// asks for them.
FileIndex IndexNames(const SourceManager& sources, const ast::Module& module,
                     const IndexOptions& options);
void IndexFunctions(FileIndex& index);
// The same of a file that another one imports: what decorators say of its functions alone. Not
// thread-safe.
void IndexImported(FileIndex index);
// Folders that the file adds to those in which modules are looked for.
void AddSearchFolders(FileIndex& index);

// `kernel[grid, block]` in the file, where the block is known while compiling.
struct FileLaunch {
  std::array<std::uint32_t, 3> block = {1, 1, 1};
  std::uint32_t line = 0;
};
// How the file launches function number `function`, in the order of the text.
std::vector<FileLaunch> FindFileLaunches(const FileIndex& index, std::size_t function);

// `link="file.cu"`: a name alone. `cuda.CUSource("...")`: a type and a text. `cuda.LTOIR(open("f",
// "rb").read())`: a type and the name of the file that is read.
struct LinkItem {
  // Numba's name of the class, "CUSource"; empty: by the file's name.
  std::string type;
  std::string name;
  std::optional<std::string> text;
};

// One string for an item, and back. A plain file is its own name.
std::string EncodeLink(const LinkItem& item);
LinkItem DecodeLink(std::string_view text);

// The names that function number `function` reads from outside of itself, with what they are when
// it is launched first: one entry for each time that the program makes it. Runs the program anew.
std::vector<host::KernelNames> FindOuterNames(const FileIndex& index, std::size_t function);

// What a name of the file stands for among the values of a command line: `Point`, `Color.RED`,
// `TILE`.
struct NamedOnCommandLine {
  // A class of named tuples and its fields; empty for a number.
  std::string tuple_class;
  std::vector<std::string> fields;
  // As it is written there: "2", "float32:0.5".
  std::string number;
};
// Null where it stands for neither.
std::optional<NamedOnCommandLine> FindNamed(const FileIndex& index, std::string_view path);
// types::ParseSignature, where names of the file that stand for types may be used as well.
std::optional<std::vector<abi::ArgType>> ParseSignature(
    const FileIndex& index, std::string_view text, std::string* error,
    std::optional<abi::ArgType>* result = nullptr);

}  // namespace kernelc::constants
