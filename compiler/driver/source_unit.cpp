#include "compiler/driver/source_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

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

std::string ListFunctions(const SourceUnit& unit, const std::vector<std::size_t>& functions) {
  std::string list;
  for (const std::size_t index : functions) {
    const sema::FunctionEntry& entry = unit.index().functions()[index];
    list += fmt::format("\n  {}@{}  {}", entry.name, entry.line, SpellFunction(unit, index));
  }
  return list;
}

}  // namespace

std::shared_ptr<const SourceUnit> SourceUnit::Make(std::string path, std::string text,
                                                   bool is_decoded, ModuleOptions modules) {
  std::shared_ptr<SourceUnit> unit(new SourceUnit());
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  unit->modules_ = std::make_unique<ModuleLoader>(unit->sources_, path, std::move(modules));
  const FileId file = unit->sources_.AddText(std::move(path), std::move(text));
  {
    const PhaseTimer timer(unit->times_, "parse");
    unit->module_ = parse::Parse(unit->sources_, file, emitter, {.is_decoded = is_decoded});
  }
  {
    const PhaseTimer timer(unit->times_, "index");
    unit->index_.emplace(
        sema::IndexNames(unit->sources_, *unit->module_, {unit->modules_.get(), "__main__"}));
    unit->modules_->SetMain(*unit->index_);
    sema::IndexFunctions(*unit->index_);
  }
  unit->has_errors_ = emitter.has_errors();
  unit->diagnostics_ = consumer.Take();
  return unit;
}

std::shared_ptr<const SourceUnit> SourceUnit::FromText(std::string path, std::string text,
                                                       ModuleOptions modules) {
  // A name that stands for a file says nothing about a folder.
  modules.use_files = modules.use_files && path.find('/') != std::string::npos;
  return Make(std::move(path), std::move(text), true, std::move(modules));
}

Result<std::shared_ptr<const SourceUnit>> SourceUnit::FromFile(const std::string& path,
                                                               ModuleOptions modules) {
  SourceManager reader;
  const Result<FileId> file = reader.AddFile(path);
  if (!file) {
    return file.failure();
  }
  return Make(path, std::string(reader.file(*file).text()), false, std::move(modules));
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
  const std::vector<sema::FunctionEntry>& functions = index_->functions();
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (line != 0 && functions[i].line != line) {
      continue;
    }
    if (functions[i].name == name) {
      exact.push_back(i);
    } else if (NamesTail(functions[i].name, name)) {
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
  if (found.size() > 1) {
    return Failure{fmt::format("`{}` names {} functions of `{}`; say which one:{}", name,
                               found.size(), path(), ListFunctions(*this, found))};
  }
  std::vector<std::size_t> kernels;
  for (std::size_t i = 0; i < index_->functions().size(); ++i) {
    if (index_->functions()[i].is_kernel) {
      kernels.push_back(i);
    }
  }
  if (kernels.empty()) {
    return Failure{fmt::format(
        "`{}` has no function `{}`, and no kernel: decorate one with `@kernel` or `@cuda.jit`",
        path(), name)};
  }
  return Failure{fmt::format("`{}` has no function `{}`; its kernels are:{}", path(), name,
                             ListFunctions(*this, kernels))};
}

std::string SpellFunction(const SourceUnit& unit, std::size_t function) {
  const sema::FunctionEntry& entry = unit.index().functions()[function];
  return fmt::format("{}({})", entry.name, fmt::join(entry.params, ", "));
}

}  // namespace kernelc::driver
