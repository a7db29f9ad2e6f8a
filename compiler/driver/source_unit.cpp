#include "compiler/driver/source_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "compiler/advice/advice.h"
#include "compiler/cache/codec.h"
#include "compiler/driver/near_word.h"
#include "compiler/driver/outline.h"
#include "compiler/driver/phase_timer.h"
#include "compiler/parse/parse.h"

namespace kernelc::driver {
namespace {

// True when `name` is `full` or a tail of it that starts after a dot.
bool NamesTail(std::string_view full, std::string_view name) {
  if (full == name) {
    return true;
  }
  return full.size() > name.size() && full.ends_with(name) &&
         full[full.size() - name.size() - 1] == '.';
}

// `Tile.__kernel` for `Tile._Tile__kernel`: private names as the program writes them.
std::string AsWritten(std::string_view full) {
  std::string written;
  while (true) {
    const std::size_t dot = full.find('.');
    std::string_view part = full.substr(0, dot);
    const std::size_t own = part.find("__", 1);
    const bool is_private = part.starts_with('_') && own != std::string_view::npos && own > 1 &&
                            !part.ends_with("__");
    part.remove_prefix(is_private ? own : 0);
    written += part;
    if (dot == std::string_view::npos) {
      return written;
    }
    written += '.';
    full.remove_prefix(dot + 1);
  }
}

std::string ListFunctions(const SourceUnit& unit, const std::vector<std::size_t>& functions) {
  std::string list;
  for (const std::size_t index : functions) {
    const sema::FunctionEntry& entry = unit.functions()[index];
    list += fmt::format("\n  {}@{}  {}", entry.name, entry.line, SpellFunction(unit, index));
  }
  return list;
}

// Of a name that no kernel has, what the file says of it.
std::string WhyNoFunction(const sema::FileIndex& index, const SourceFile& file, std::string_view name) {
  const std::string_view variable = name.substr(0, name.find_first_of(".@"));
  const std::optional<std::uint32_t> line = index.LineOfVariable(variable);
  if (line && file.line_text(*line).find("async def") != std::string_view::npos) {
    return fmt::format("`{}` of line {} is `async`, which kernels are not", variable, *line);
  }
  if (index.hidden_definition().has_value()) {
    return fmt::format("line {} may make it, in a way that is not followed", file.line_column(index.hidden_definition().begin).line);
  }
  return line ? fmt::format("what line {} makes `{}` is not known to be a kernel", *line, variable)
              : std::string();
}

}  // namespace

std::shared_ptr<const SourceUnit> SourceUnit::Make(std::string path, std::string text,
                                                   bool is_decoded, ModuleOptions modules,
                                                   std::shared_ptr<const cache::Store> store) {
  std::shared_ptr<SourceUnit> unit(new SourceUnit());
  unit->is_decoded_ = is_decoded;
  unit->store_ = std::move(store);
  if (unit->store_ != nullptr) {
    unit->key_ = UnitKey(path, text, is_decoded, modules);
  }
  unit->modules_ = std::make_unique<ModuleLoader>(unit->sources_, path, std::move(modules));
  unit->file_ = unit->sources_.AddText(std::move(path), std::move(text));
  if (unit->store_ != nullptr && unit->ReadOutline()) {
    return unit;
  }
  unit->EnsureParsed();
  unit->KeepOutline();
  return unit;
}

// The state that this makes is not seen by anybody before it is whole.
void SourceUnit::EnsureParsed() const {
  std::call_once(parsed_, [this] { const_cast<SourceUnit*>(this)->Parse(); });
}

void SourceUnit::Parse() {
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  diag::CollectingConsumer misuse_consumer;
  diag::Emitter misuse_emitter(misuse_consumer);
  const std::string text(sources_.file(file_).text());
  {
    const PhaseTimer timer(times_, "parse");
    module_ = parse::Parse(sources_, file_, emitter,
                           {.is_decoded = is_decoded_, .misuses = &misuse_emitter});
    expanded_ = sema::ExpandTexts(sources_, *module_, {modules_.get(), "__main__"});
  }
  {
    const PhaseTimer timer(times_, "index");
    index_.emplace(sema::IndexNames(sources_, *module_, {modules_.get(), "__main__", &expanded_}));
    modules_->SetMain(*index_);
    sema::IndexFunctions(*index_);
    if (!emitter.has_errors()) {
      advice::ReportUnusedConstants(*index_, emitter);
    }
  }
  // Where the text has other errors, nothing is compiled of it.
  const std::vector<diag::Diagnostic> misuses =
      emitter.has_errors() ? misuse_consumer.Take()
                           : advice::JudgeMisuses(*index_, misuse_consumer.Take());
  for (const diag::Diagnostic& misuse : misuses) {
    emitter.Emit(misuse);
  }
  // A text that the cache knows has nothing of all this, and somebody may be reading that.
  if (!functions_) {
    is_plain_ = sources_.file(file_).text() == text;
    has_errors_ = emitter.has_errors();
    diagnostics_ = consumer.Take();
    std::ranges::stable_sort(diagnostics_, {}, [](const auto& fault) { return fault.range.begin; });
  }
}

const ast::Module& SourceUnit::module() const {
  EnsureParsed();
  return *module_;
}

const sema::FileIndex& SourceUnit::index() const {
  EnsureParsed();
  return *index_;
}

const std::vector<sema::FunctionEntry>& SourceUnit::functions() const {
  return functions_ ? *functions_ : index().functions();
}

const std::vector<diag::Diagnostic>& SourceUnit::decorator_errors(std::size_t function) const {
  static const std::vector<diag::Diagnostic> kNone;
  return functions_ ? kNone : index().decorator_errors(function);
}

std::optional<std::vector<abi::ArgType>> SourceUnit::ParseSignature(std::string_view text,
                                                                    std::string* error) const {
  if (store_ == nullptr) {
    return sema::ParseSignature(index(), text, error);
  }
  const cache::Hash key = SignatureKey(*store_, key_, text);
  if (const auto contents = store_->Get(cache::EntryKind::File, key)) {
    cache::Decoder decoder(*contents);
    const bool holds = cache::DecodeFactsThatHold(decoder, nullptr);
    std::vector<abi::ArgType> types = decoder.Types();
    if (holds && decoder.ok()) {
      return types;
    }
  }
  std::optional<std::vector<abi::ArgType>> types = sema::ParseSignature(index(), text, error);
  if (types && is_plain_) {
    cache::Encoder encoder;
    cache::EncodeFacts(encoder, facts());
    store_->Put(cache::EntryKind::File, key, encoder.Types(*types).bytes());
  }
  return types;
}

std::vector<cache::FileFact> SourceUnit::facts() const { return modules_->facts(); }

bool SourceUnit::ReadOutline() {
  const auto contents = store_->Get(cache::EntryKind::File, OutlineKey(*store_, key_));
  if (!contents) {
    return false;
  }
  functions_ = DecodeOutline(*contents, file_);
  return functions_.has_value();
}

void SourceUnit::KeepOutline() const {
  if (store_ == nullptr || !is_plain_ || !diagnostics_.empty()) {
    return;
  }
  for (std::size_t i = 0; i < index_->functions().size(); ++i) {
    // An outline has places of the file itself alone.
    if (!index_->decorator_errors(i).empty() || index_->functions()[i].name_range.file != file_) {
      return;
    }
  }
  store_->Put(cache::EntryKind::File, OutlineKey(*store_, key_),
              EncodeOutline(facts(), index_->functions()));
}

std::shared_ptr<const SourceUnit> SourceUnit::FromText(std::string path, std::string text,
                                                       ModuleOptions modules,
                                                       std::shared_ptr<const cache::Store> store) {
  // A name that stands for a file says nothing about a folder.
  modules.use_files = modules.use_files && path.find('/') != std::string::npos;
  return Make(std::move(path), std::move(text), true, std::move(modules), std::move(store));
}

std::shared_ptr<const SourceUnit> SourceUnit::FromBytes(std::string path, std::string bytes,
                                                        ModuleOptions modules,
                                                        std::shared_ptr<const cache::Store> store) {
  return Make(std::move(path), std::move(bytes), false, std::move(modules), std::move(store));
}

Result<std::shared_ptr<const SourceUnit>> SourceUnit::FromFile(
    const std::string& path, ModuleOptions modules, std::shared_ptr<const cache::Store> store) {
  if (path.ends_with(".ipynb")) {
    return Failure{fmt::format("`{}` is a notebook: export it as a Python file", path)};
  }
  SourceManager reader;
  const Result<FileId> file = reader.AddFile(path);
  if (!file) {
    return file.failure();
  }
  return FromBytes(path, std::string(reader.file(*file).text()), std::move(modules),
                   std::move(store));
}

std::vector<std::size_t> SourceUnit::FindFunctions(std::string_view name) const {
  std::uint32_t line = 0;
  if (const std::size_t at = name.rfind('@'); at != std::string_view::npos) {
    const std::string_view digits = name.substr(at + 1);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), line);
    if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() || line == 0) {
      return {};
    }
    name = name.substr(0, at);
  }
  std::vector<std::size_t> exact;
  std::vector<std::size_t> tails;
  const std::vector<sema::FunctionEntry>& entries = functions();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (line != 0 ? entries[i].line != line : entries[i].is_replaced) {
      continue;
    }
    const std::string written = AsWritten(entries[i].name);
    if (entries[i].name == name || written == name) {
      exact.push_back(i);
    } else if ((line != 0 || !entries[i].whole_name_only) &&
               (NamesTail(entries[i].name, name) || NamesTail(written, name))) {
      tails.push_back(i);
    }
  }
  // Inner functions of the same name count as well: `name` alone then means several.
  exact.insert(exact.end(), tails.begin(), tails.end());
  return exact;
}

Result<std::size_t> SourceUnit::FindFunction(std::string_view name) const {
  const std::vector<std::size_t> found = FindFunctions(name);
  if (found.size() == 1) {
    return found.front();
  }
  // A kernel, and what stands in for it under its name where there is no GPU.
  const auto is_kernel = [&](std::size_t i) { return functions()[i].is_kernel; };
  const bool same_name = std::ranges::all_of(
      found, [&](std::size_t i) { return functions()[i].name == functions()[found.front()].name; });
  if (same_name && std::ranges::count_if(found, is_kernel) == 1) {
    return *std::ranges::find_if(found, is_kernel);
  }
  if (found.size() > 1) {
    return Failure{fmt::format("`{}` names {} functions of `{}`; say which one:{}", name,
                               found.size(), path(), ListFunctions(*this, found))};
  }
  std::vector<std::size_t> kernels;
  for (std::size_t i = 0; i < functions().size(); ++i) {
    if (functions()[i].is_kernel && !functions()[i].is_replaced) {
      kernels.push_back(i);
    }
  }
  if (name.empty()) {
    return Failure{kernels.empty()
                       ? fmt::format("KERNEL is required, the name of a function of `{}`", path())
                       : fmt::format("KERNEL is required; the kernels of `{}` are:{}", path(),
                                     ListFunctions(*this, kernels))};
  }
  std::vector<std::string> names;
  for (const sema::FunctionEntry& entry : functions()) {
    names.push_back(AsWritten(entry.name));
  }
  const std::string why = WhyNoFunction(index(), sources_.file(file_), name);
  const std::string near = why.empty() ? DidYouMean(name, names) : "";
  if (kernels.empty()) {
    return Failure{fmt::format("`{}` has no function `{}`, and no kernel: {}{}", path(), name,
                               why.empty() ? "decorate one with `@kernel` or `@cuda.jit`" : why,
                               near)};
  }
  return Failure{fmt::format("`{}` has no function `{}`{}{}{} kernels are:{}", path(), name,
                             why.empty() ? "" : ": ", why, near.empty() ? "; its" : near + " Its",
                             ListFunctions(*this, kernels))};
}

std::string SpellFunction(const SourceUnit& unit, std::size_t function) {
  const sema::FunctionEntry& entry = unit.functions()[function];
  return fmt::format("{}({})", entry.name, fmt::join(entry.params, ", "));
}

std::string SpellCount(const sema::FunctionEntry& entry) {
  const std::size_t most = entry.params.size();
  return entry.optional_params > 0
             ? fmt::format("{} to {} arguments", most - entry.optional_params, most)
             : fmt::format("{} argument{}", most, most == 1 ? "" : "s");
}

}  // namespace kernelc::driver
