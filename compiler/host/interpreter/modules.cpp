// Imports: files of the program, and what is known of Python's library.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <utility>

#include "compiler/ast/stored.h"
#include "compiler/diag/emitter.h"
#include "compiler/host/host_files.h"
#include "compiler/host/interpreter/branches.h"
#include "compiler/host/library/natives.h"
#include "compiler/parse/parse.h"
#include "compiler/types/written_types.h"

namespace kernelc::host {
namespace {

// Libraries whose members have no values of their own, but are themselves: types, intrinsics,
// decorators of kernels.
constexpr std::string_view kExternalRoots[] = {"numba", "kernelc", "numba_cuda"};

// Functions whose results lead to the names of files: modules, and frames with their globals.
constexpr std::string_view kReachesModules[] = {"importlib.__import__", "importlib.reload",
                                                "sys._current_frames", "sys._getframe"};

}  // namespace

bool IsOfKernels(std::string_view path) {
  const std::string_view root = path.substr(0, path.find('.'));
  return llvm::is_contained(kExternalRoots, root);
}

std::string MeantPath(std::string_view module, std::string_view name) {
  constexpr std::string_view kOthers[] = {"chainer", "cuda", "cupy", "jax", "tensorflow", "torch"};
  const bool is_there = IsLibraryModule(module) || IsOfKernels(module) ||
                        llvm::is_contained(kOthers, module.substr(0, module.find('.')));
  return fmt::format(
      "{}.{}", !is_there && (name == "cuda" || types::FindScalarType(name)) ? "numba" : module,
      name);
}

// Trees of files of stdlib/host are made once in a process. Null: no such file.
static const ast::Module* HostTree(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string_view, std::unique_ptr<ast::Module>> trees;
  const std::span<const HostFile> files = host_files();
  const auto file = std::ranges::find(files, name, &HostFile::name);
  if (file == files.end()) {
    return nullptr;
  }
  const std::scoped_lock lock(mutex);
  std::unique_ptr<ast::Module>& tree = trees[file->name];
  if (!tree) {
    // Its places are not the user's.
    tree = ast::Load(file->tree, FileId());
  }
  return tree.get();
}

static Object* NewModule(Context& c, std::string_view name, bool is_library) {
  Object* module = c.heap.New(Kind::Module);
  module->text = Pool::current()->Copy(name);
  module->state.attributes = std::make_unique<Table>();
  module->Attach<ModuleInfo>().is_library = is_library;
  return module;
}

// The files of the program that were imported, by name: a part of the heap, as a branch may import.
static Object* Registry(Context& c) {
  if (c.registry == nullptr) {
    c.heap.imported = c.registry = NewModule(c, "", false);
  }
  return c.registry;
}

static std::string PathOfImporter(const Context& c) { return c.frame->As<FrameInfo>().unit->path; }

static bool IsMain(const Context& c, const ModuleFile& file) {
  return file.path == c.main->As<ModuleInfo>().path;
}

// Runs the statements of a file as those of `module`; what ends it is thrown.
static void RunModule(Context& c, Object* module, const Unit& unit) {
  const SourceRange where = c.where;
  const InFrame inside(c, ModuleFrame(c, module, unit));
  const Region region(c);
  const Completion completion = RunPath(c, [&] { return ExecBlock(c, unit.tree->body()); });
  c.where = where;
  Rethrow(completion);
}

// False where the text has faults.
static bool ParseInto(Context& c, Unit& unit, const std::string& path, std::string text,
                      const parse::ParseOptions& options) {
  diag::CollectingConsumer faults;
  diag::Emitter emitter(faults);
  const FileId id = c.sources.AddText(path, std::move(text));
  unit.owned_tree = parse::Parse(c.sources, id, emitter, options);
  unit.tree = unit.owned_tree.get();
  return !emitter.has_errors();
}

static Value RunFile(Context& c, const ModuleFile& file) {
  Object* module = NewModule(c, file.name, false);
  ModuleInfo& info = module->As<ModuleInfo>();
  info.path = IsMain(c, file) ? PathAsImported(file.path) : file.path;
  info.folder = file.folder;
  StoreName(c, Registry(c), file.path, Value::Of(module));
  StoreName(c, module, "__name__", c.heap.Str(file.name));
  const std::size_t dot = file.folder.empty() ? file.name.rfind('.') : file.name.size();
  StoreName(c, module, "__package__",
            c.heap.Str(file.name.substr(0, dot == std::string::npos ? 0 : dot)));
  GiveDefines(c, module);
  if (!file.text && file.tree == nullptr) {
    return Value::Of(module);
  }
  StoreName(c, module, "__file__", c.heap.Str(file.file.empty() ? file.path : file.file));
  Unit& unit = *c.units.emplace_back(std::make_unique<Unit>());
  unit.tree = file.tree;
  unit.texts = file.texts;
  unit.path = file.path;
  unit.walks = file.tree != nullptr && c.inputs.walks != nullptr ? c.inputs.walks : unit.walks;
  if (file.tree == nullptr && !ParseInto(c, unit, file.path, *file.text, {})) {
    // Python may know more than this parser.
    MayRaise(c);
    return c.heap.Meaning(Lose(c, "comes from a file that is not understood"), Value::Of(module));
  }
  try {
    RunModule(c, module, unit);
  } catch (const Raised&) {
    DeleteAttribute(c, Value::Of(Registry(c)), file.path);
    throw;
  }
  c.heap.EscapeIfExposed(module, c.where);
  return Value::Of(module);
}

static Value LibraryModule(Context& c, std::string_view path) {
  if (const auto found = c.library->modules.find(path); found != c.library->modules.end()) {
    return Value::Of(found->second);
  }
  const Heap::Lasting lasting(c.heap);
  Object* module = NewModule(c, path, true);
  c.library->modules.emplace(path, module);
  if (path == "builtins") {
    c.library->builtins = module;
  }
  return Value::Of(module);
}

// A package that is loaded has what is loaded of it as an attribute, however it was imported.
static void BindInPackage(Context& c, const ModuleFile& file, const Value& module) {
  const std::filesystem::path place = file.folder.empty() ? file.path : file.folder;
  const std::filesystem::path around = place.parent_path();
  // A folder without `__init__.py` is known by its own path.
  for (const std::string& path : {(around / "__init__.py").string(), around.string()}) {
    if (const Value package = OwnAttribute(*Registry(c), path); package.is(Kind::Module)) {
      StoreName(c, package.object, place.stem().string(), module);
    }
  }
}

// One module, without those around it; undefined where nothing is known of it.
static Value FindOne(Context& c, std::string_view name, unsigned level) {
  const bool is_library = c.frame->As<FrameInfo>().unit->is_library;
  if (!is_library && c.inputs.world != nullptr) {
    if (const std::optional<ModuleFile> file =
            c.inputs.world->FindModule(PathOfImporter(c), level, name)) {
      if (const Value known = OwnAttribute(*Registry(c), file->path); !known.is_undefined()) {
        return known;
      }
      // The file itself, imported under its own name, runs a second time, as a module beside
      // `__main__`.
      if (IsMain(c, *file) && !file->text) {
        c.heap.MakeTop(c.main, c.where);
        return Lose(c, "is the file itself, imported");
      }
      const Value module = RunFile(c, *file);
      BindInPackage(c, *file, module);
      return module;
    }
  }
  if (level == 0 && name == c.main->text && name == "__main__") {
    return Value::Of(c.main);
  }
  return level == 0 ? FindLibrary(c, name) : Value();
}

static Value UnknownModule(Context& c, std::string_view name, unsigned level = 0) {
  MayRaise(c);
  const Value lost = Lose(c, fmt::format("comes from module `{}`, which is not known", name));
  return c.heap.Meaning(lost, MakeExternal(c, std::string(level, '.') + std::string(name)));
}

// `from .compat import cuda, float32`
static Value MeantImport(Context& c, const Value& module, std::string_view name) {
  const Value code = c.heap.CodeOf(module);
  return code.is(Kind::External)
             ? c.heap.Meaning(module, MakeExternal(c, MeantPath(code.text(), name)))
             : MeantAttribute(c, module, name);
}

static void StarImport(Context& c, const Value& module, std::string_view name) {
  const auto bind = [&](std::string_view one, const Value& value) { StoreVariable(c, one, value); };
  if (module.is(Kind::External)) {
    // Its names are found when they are used; see LoadName.
    Object* space = c.frame->As<FrameInfo>().module;
    StoreName(c, space, fmt::format("*{}", module.text()), Value::None());
    space->state.attributes->is_uncertain = true;
    return;
  }
  if (module.is(Kind::Module) && !module.As<ModuleInfo>().is_library && !module.object->state.top) {
    if (const Value all = OwnAttribute(*module.object, "__all__"); !all.is_undefined()) {
      for (const Value& one : Elements(c, all)) {
        bind(TextOf(c, one), GetAttribute(c, module, TextOf(c, one)));
      }
      return;
    }
    const Entries entries = module.object->state.attributes->entries();
    for (const Entry& entry : entries) {
      if (!entry.key.is_undefined() && !entry.value.is_undefined() &&
          !entry.key.text().starts_with("_")) {
        bind(entry.key.text(), entry.value.Plain());
      }
    }
    if (module.object->state.attributes->FindName("*") == nullptr) {
      return;
    }
  }
  if (name == "math") {
    for (const auto& [one, row] : *FindNativeMembers(name)) {
      bind(one, GetAttribute(c, module, one));
    }
    return;
  }
  // Any name may be one of it.
  Object* space = c.frame->As<FrameInfo>().module;
  std::vector<std::string_view> names;
  for (const Entry& entry : space->state.attributes->entries()) {
    if (entry.key.is(Kind::Str) && !entry.key.text().starts_with("_")) {
      names.push_back(entry.key.text());
    }
  }
  const Value lost = Lose(c, fmt::format("may be a name of module `{}`", name));
  for (const std::string_view one : names) {
    c.heap.Escape(OwnAttribute(*space, one), c.where);
    StoreName(c, space, one, lost);
  }
  StoreName(c, space, "*", lost);
  space->state.attributes->is_uncertain = true;
}

// Code that is not known has the program's own modules.
void ExposeModules(Context& c) {
  c.heap.MakeTop(c.main, c.where);
  for (const Entry& entry : Entries(Registry(c)->state.attributes->entries())) {
    c.heap.Escape(entry.value, c.where);
  }
}

Value MakeExternal(Context& c, std::string_view path) {
  Object* external = c.heap.New(Kind::External);
  external->text = Pool::current()->Copy(path);
  return Value::Of(external);
}

Value FindLibrary(Context& c, std::string_view path) {
  return IsOfKernels(path)       ? MakeExternal(c, path)
         : IsLibraryModule(path) ? LibraryModule(c, path)
                                 : Value();
}

Object* ModuleFrame(Context& c, Object* module, const Unit& unit) {
  static const Scope scope{ScopeKind::Module};
  Object* frame = c.heap.New(Kind::Frame);
  FrameInfo& info = frame->Attach<FrameInfo>();
  info.scope = &scope;
  info.module = module;
  info.space = module;
  info.unit = &unit;
  return frame;
}

Object* HostModule(Context& c, std::string_view file) {
  Library& library = *c.library;
  if (const auto found = library.host_modules.find(file); found != library.host_modules.end()) {
    return found->second;
  }
  const std::string key = fmt::format("stdlib/host/{}", file);
  const ast::Module* tree = HostTree(file);
  KC_CHECK(tree != nullptr, "the library has no file {}", file);
  auto unit = std::make_unique<Unit>();
  unit->tree = tree;
  unit->path = key;
  unit->is_library = true;
  const Unit& kept = *library.units.emplace_back(std::move(unit));
  // What it makes belongs to no branch of the program, and costs it nothing.
  const Heap::Lasting lasting(c.heap);
  constexpr std::int64_t kLibrarySteps = 1'000'000;
  Position& here = c;
  Position inside;
  inside.steps_left = kLibrarySteps;
  const Position outside = std::exchange(here, inside);
  const llvm::scope_exit leave([&] { here = outside; });
  const bool was_spoilt = std::exchange(library.is_spoilt, true);
  Object* module = NewModule(c, file, true);
  library.modules.emplace(key, module);
  library.host_modules.emplace(file, module);
  StoreName(c, module, "__name__", c.heap.Str(file));
  RunModule(c, module, kept);
  library.is_spoilt = was_spoilt;
  return module;
}

Value LibraryAttribute(Context& c, Object* module, std::string_view name) {
  if (const NativeRow* row = FindNative(module->text, name)) {
    return NativeValue(c, *row);
  }
  const std::string path = fmt::format("{}.{}", module->text, name);
  if (module->text == "builtins") {
    if (Object* cls = BuiltinClass(c, name)) {
      return Value::Of(cls);
    }
  }
  if (IsLibraryModule(path)) {
    return LibraryModule(c, path);
  }
  if (path == "sys.modules") {
    // Its elements are the program's own modules; see ExposeModules.
    return MakeExternal(c, path);
  }
  if (llvm::is_contained(kReachesModules, path)) {
    ExposeModules(c);
  }
  // Python may have no such name.
  MayRaise(c);
  return c.heap.Meaning(Lose(c, fmt::format("`{}` is not followed", path)), MakeExternal(c, path));
}

// `sys.modules[name]`
Value LoadedModule(Context& c, const Value& name) {
  if (name.is(Kind::Str) && name.text() == c.main->text) {
    return Value::Of(c.main);
  }
  for (const Entry& entry : Registry(c)->state.attributes->entries()) {
    if (entry.value.is(Kind::Module) && entry.value.flags == 0 && name.is(Kind::Str) &&
        entry.value.text() == name.text()) {
      return entry.value;
    }
  }
  ExposeModules(c);
  GiveUp(c, "is a module of the program");
}

Value MeantAttribute(Context& c, const Value& unknown, std::string_view name) {
  const Value code = c.heap.CodeOf(unknown);
  if (!code.is(Kind::External)) {
    // Of a file that is not understood: what it gives is wrong as it is.
    return c.heap.Meaning(unknown, code.is(Kind::Module) ? code : Value());
  }
  const std::string path =
      name == "cuda" ? MeantPath(code.text(), name) : fmt::format("{}.{}", code.text(), name);
  return c.heap.Meaning(unknown, MakeExternal(c, path));
}

Value ExternalAttribute(Context& c, Object* external, std::string_view name) {
  if (external->text == "sys.modules") {
    ExposeModules(c);
    return Lose(c, "is a module of the program");
  }
  if (const NativeRow* row = FindNative(external->text, name)) {
    return NativeValue(c, *row);
  }
  return MakeExternal(c, fmt::format("{}.{}", external->text, name));
}

Value ImportModule(Context& c, std::string_view name, unsigned level) {
  // The packages around it first.
  for (std::size_t dot = name.find('.');; dot = name.find('.', dot + 1)) {
    const std::string part(name.substr(0, dot));
    const Value module = FindOne(c, part, level);
    RaiseIf(c,
            module.is_undefined() && level > 0 && c.main->text == "__main__" &&
                c.frame->As<FrameInfo>().unit->path == c.main->As<ModuleInfo>().path,
            "ImportError", "attempted relative import with no known parent package");
    if (module.is_undefined() || module.is_unknown()) {
      return module.is_unknown() ? module : UnknownModule(c, name, level);
    }
    if (dot == std::string_view::npos) {
      return module;
    }
  }
}

// What `import a.b as x` gives `x`: the attribute `b` of the package, which may have made it
// another thing.
static Value PartImported(Context& c, std::string_view name, const Value& module) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || !module.is(Kind::Module)) {
    return module;
  }
  const Value package = ImportModule(c, name.substr(0, dot), 0);
  if (!package.is(Kind::Module) || package.As<ModuleInfo>().is_library) {
    return module;
  }
  const Value part = FindAttribute(c, package, name.substr(dot + 1));
  return part.is_undefined() ? module : part;
}

void ExecImport(Context& c, const ast::Import& stmt) {
  for (const ast::Alias* alias : stmt.names) {
    const Value module = ImportModule(c, alias->name, 0);
    if (!alias->asname.empty()) {
      StoreVariable(c, alias->asname, PartImported(c, alias->name, module));
      continue;
    }
    const std::string_view first = alias->name.substr(0, alias->name.find('.'));
    const bool is_lost = module.is_unknown() && first != alias->name;
    StoreVariable(c, first,
                  is_lost                ? c.heap.Meaning(module, MakeExternal(c, first))
                  : first == alias->name ? module
                                         : ImportModule(c, first, 0));
  }
}

void ExecImportFrom(Context& c, const ast::ImportFrom& stmt) {
  const auto level = static_cast<unsigned>(stmt.level);
  if (stmt.module == "__future__") {
    for (const ast::Alias* alias : stmt.names) {
      const Unit& unit = *c.frame->As<FrameInfo>().unit;
      unit.has_text_annotations = unit.has_text_annotations || alias->name == "annotations";
      StoreVariable(c, alias->asname.empty() ? alias->name : alias->asname,
                    MakeExternal(c, fmt::format("__future__.{}", alias->name)));
    }
    return;
  }
  // `from . import x`: x is a module or a name of the package.
  const Value module =
      stmt.module.empty() ? FindOne(c, "", level) : ImportModule(c, stmt.module, level);
  for (const ast::Alias* alias : stmt.names) {
    if (alias->name == "*") {
      StarImport(c, module, stmt.module);
      continue;
    }
    const std::string_view target = alias->asname.empty() ? alias->name : alias->asname;
    Value value = module.is_undefined() || module.is_unknown()
                      ? Value()
                      : FindAttribute(c, module, alias->name);
    const bool may_be_module = module.is(Kind::Module) && !module.As<ModuleInfo>().is_library;
    if (value.is_undefined() && (may_be_module || module.is_undefined())) {
      const std::string path = stmt.module.empty() ? std::string(alias->name)
                                                   : fmt::format("{}.{}", stmt.module, alias->name);
      value = FindOne(c, path, level);
    }
    if (value.is_undefined() && may_be_module) {
      RaiseError(c, "ImportError", "cannot import name '{}'", alias->name);
    }
    if (value.is_undefined()) {
      value = MeantImport(c, module.is_unknown() ? module : UnknownModule(c, stmt.module, level),
                          alias->name);
      MayRaise(c);
    }
    StoreVariable(c, target, value.Plain());
  }
}

Value ImportlibImport(Context& c, const Arguments& a) {
  if (a.values.size() != 1 || !a.values[0].is(Kind::Str) || a.values[0].text().starts_with(".")) {
    c.heap.MakeTop(c.main, c.where);
    GiveUp(c, "is imported by a name that is not known");
  }
  const std::string_view name = a.values[0].text();
  if (name == "__main__" || name == c.main->text) {
    return Value::Of(c.main);
  }
  return ImportModule(c, name, 0);
}

// `__import__("a.b")` gives a.
Value BuiltinImport(Context& c, const Arguments& a) {
  if (!a.keywords.empty()) {
    c.heap.MakeTop(c.main, c.where);
    GiveUp(c, "is imported with names that are not followed");
  }
  const Value module = ImportlibImport(c, a);
  const std::string_view name = a.values[0].text();
  const std::string_view first = name.substr(0, name.find('.'));
  return first == name || module.is_unknown() ? module : ImportModule(c, first, 0);
}

// importorskip(name, minversion=None, reason=None): Pytest skips files whose module is not there.
Value PytestImport(Context& c, const Arguments& a) {
  return ImportlibImport(c, {a.values.first(std::min<std::size_t>(a.values.size(), 1)), {}});
}

// A text that the program runs; null where it is none.
static const Unit* ParseText(Context& c, const Value& text) {
  if (!text.is(Kind::Str)) {
    return nullptr;
  }
  const Unit& around = *c.frame->As<FrameInfo>().unit;
  Unit& unit = *c.units.emplace_back(std::make_unique<Unit>());
  unit.path = around.path;
  if (around.texts != nullptr && around.texts->contains(text.text())) {
    unit.tree = around.texts->find(text.text())->second;
    unit.walks = around.walks;
    return &unit;
  }
  // Places inside of it mean nothing to the user.
  unit.is_library = true;
  RaiseIf(c, !ParseInto(c, unit, "<string>", std::string(text.text()), {.is_decoded = true}),
          "SyntaxError", "invalid syntax");
  return &unit;
}

// Code that is not known, run here.
[[noreturn]] static void RunUnknown(Context& c, std::string_view why) {
  for (Object* frame = c.frame; frame != nullptr; frame = frame->As<FrameInfo>().outer) {
    c.heap.MakeTop(frame, c.where);
  }
  c.heap.MakeTop(c.frame->As<FrameInfo>().module, c.where);
  if (c.frame->As<FrameInfo>().module == c.main) {
    c.texts.push_back({c.where, std::string(), false});
  }
  GiveUp(c, why);
}

static bool RunsInModule(const Context& c, const Arguments& a) {
  const FrameInfo& info = c.frame->As<FrameInfo>();
  if (info.space != info.module) {
    return false;
  }
  for (std::size_t i = 1; i < a.values.size(); ++i) {
    if (!a.values[i].is_none() &&
        !(a.values[i].is(Kind::Dict) && KeysOwner(a.values[i].object) == info.module)) {
      return false;
    }
  }
  return true;
}

Value BuiltinExec(Context& c, const Arguments& a) {
  Value text = a.Get(0, "source");
  if (text.is(Kind::Instance)) {
    // What compile() gives.
    text = FindAttribute(c, text, "_exec_source");
  }
  const Unit* unit = ParseText(c, text);
  if (unit != nullptr && a.size() == 2 && a.values[1].is(Kind::Dict) &&
      KeysOwner(a.values[1].object) == a.values[1].object) {
    // In names of its own.
    for (const ast::Stmt* stmt : unit->tree->body()) {
      c.heap.EscapeCode(stmt, c.frame, false, c.where);
    }
    c.heap.Escape(a.values[1], c.where);
    MayRaise(c);
    return Value::None();
  }
  if (!RunsInModule(c, a) || unit == nullptr) {
    RunUnknown(c, "is changed by exec()");
  }
  const bool is_of_main = c.frame->As<FrameInfo>().module == c.main;
  const std::size_t place = c.texts.size();
  if (is_of_main) {
    c.texts.push_back({c.where, std::string(text.text()), false});
  }
  const Completion completion = ExecBlock(c, unit->tree->body());
  if (completion.exit == Exit::Gone) {
    throw Ended{};
  }
  if (is_of_main) {
    c.texts[place].is_certain = c.forks == 0;
  }
  return Value::None();
}

Value HostCheckSyntax(Context& c, const Arguments& a) {
  ParseText(c, a.Get(0, "source"));
  return Value::None();
}

Value BuiltinEval(Context& c, const Arguments& a) {
  const bool is_text = a.size() == 1 && a.values[0].is(Kind::Str);
  const Unit* unit =
      is_text ? ParseText(c, c.heap.Str(llvm::StringRef(a.values[0].text()).ltrim(" \t").str()))
              : nullptr;
  if (unit == nullptr || unit->tree->body().size() != 1) {
    RunUnknown(c, "is changed by eval()");
  }
  const auto* expression = ast::As<ast::ExprStmt>(unit->tree->body()[0]);
  RaiseIf(c, expression == nullptr, "SyntaxError", "invalid syntax");
  return Eval(c, expression->value);
}

}  // namespace kernelc::host
