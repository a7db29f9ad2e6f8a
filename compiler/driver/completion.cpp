// What the shells complete, made of the options, and of the file that the command line names.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "compiler/codegen/codegen.h"
#include "compiler/diag/renderer.h"
#include "compiler/driver/cached_compile.h"
#include "compiler/driver/command_pages.h"
#include "compiler/driver/command_words.h"
#include "compiler/driver/reference.h"
#include "compiler/driver/source_unit.h"

namespace kernelc::driver {
namespace {

using Words = std::vector<std::string>;

// The words of a line as a shell reads them, the last one unfinished, and empty behind a blank.
Words SplitLine(std::string_view line) {
  Words words(1);
  char quote = 0;
  bool is_open = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (is_open) {
        words.emplace_back();
      }
      is_open = false;
      continue;
    }
    is_open = true;
    if (c == quote || (quote == 0 && (c == '"' || c == '\''))) {
      quote = quote == 0 ? c : '\0';
    } else if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      words.back() += line[++i];
    } else {
      words.back() += c;
    }
  }
  return words;
}

// How far a command line has come.
struct Place {
  const CLI::App* command;
  // The words that are no options.
  Words positionals;
  // An option whose value comes next.
  const CLI::Option* pending = nullptr;
};

bool IsPositional(const CLI::Option& option) {
  return option.get_snames().empty() && option.get_lnames().empty();
}

const CLI::Option* FindOption(const CLI::App& command, const std::string& name) {
  for (const CLI::App* at = &command; at != nullptr; at = at->get_parent()) {
    if (const CLI::Option* option = at->get_option_no_throw(name)) {
      return option;
    }
  }
  return nullptr;
}

// Whether the word behind an option is its value; one that may do without leaves other options alone.
bool TakesNext(const CLI::Option* option, std::string_view word) {
  return option != nullptr && (option->get_items_expected_min() > 0 || !word.starts_with('-'));
}

Place Walk(const CLI::App& app, const Words& words) {
  Place place{&app, {}};
  for (const std::string& word : words) {
    const bool is_value = TakesNext(place.pending, word);
    place.pending = nullptr;
    if (is_value) {
      continue;
    }
    if (word.starts_with('-') && word.size() > 1) {
      const CLI::Option* option = FindOption(*place.command, word);
      place.pending = option != nullptr && option->get_items_expected_max() > 0 ? option : nullptr;
      continue;
    }
    const std::vector<const CLI::App*> subs = ShownSubcommands(*place.command);
    const auto sub =
        std::ranges::find(subs, word, [](const CLI::App* one) { return one->get_name(); });
    if (sub != subs.end()) {
      place.command = *sub;
    } else {
      place.positionals.push_back(word);
    }
  }
  return place;
}

// The file that the command line names; null where it names none that can be read.
std::shared_ptr<const SourceUnit> FileOf(const Place& place) {
  if (place.positionals.empty()) {
    return nullptr;
  }
  const Result<std::shared_ptr<const SourceUnit>> unit =
      SourceUnit::FromFile(place.positionals[0], {}, OpenStore(true));
  return unit ? *unit : nullptr;
}

// Kernels of the file; where it has none, the functions that `run` takes as well.
Words KernelsOf(const Place& place) {
  const std::shared_ptr<const SourceUnit> unit = FileOf(place);
  Words kernels;
  Words functions;
  for (std::size_t i = 0; unit != nullptr && i < unit->functions().size(); ++i) {
    const sema::FunctionEntry& entry = unit->functions()[i];
    if (!entry.is_replaced) {
      (entry.is_kernel ? kernels : functions).push_back(entry.name);
    }
  }
  return kernels.empty() ? functions : kernels;
}

// Parameters of the kernel that the command line names.
Words ParametersOf(const Place& place, std::string_view suffix) {
  const std::shared_ptr<const SourceUnit> unit = FileOf(place);
  if (unit == nullptr || place.positionals.size() < 2) {
    return {};
  }
  const Result<std::size_t> kernel = unit->FindFunction(place.positionals[1]);
  Words words;
  for (const std::string& name : kernel ? unit->functions()[*kernel].params : Words()) {
    words.push_back(name + std::string(suffix));
  }
  return words;
}

Words Targets() {
  Words targets = codegen::CudaArchitectures();
  for (const char* cpu : {"cpu", "cpu:x86-64", "cpu:x86-64-v2", "cpu:x86-64-v3", "cpu:x86-64-v4"}) {
    targets.emplace_back(cpu);
  }
  return targets;
}

Words Kinds(bool as_flags) {
  Words words;
  for (std::size_t i = 0; i < static_cast<std::size_t>(diag::Kind::kCount); ++i) {
    const diag::KindInfo& info = diag::kind_info(static_cast<diag::Kind>(i));
    if (!as_flags) {
      words.emplace_back(info.name);
    } else if (info.severity == diag::Severity::Warning) {
      words.push_back("no-" + std::string(info.name));
      words.push_back("error=" + std::string(info.name));
    }
  }
  return words;
}

Words Builtins() {
  Words names;
  for (const ReferenceRow& row : Reference()) {
    names.push_back(row.name);
  }
  return names;
}

// Where values come from, by what help calls them; of one command, or of all.
struct Source {
  std::string_view kind;
  std::string_view command;
  Words (*words)(const Place& place);
};

constexpr Source kSources[] = {
    {"ARG=VALUE", "run", [](const Place& place) { return ParametersOf(place, "="); }},
    {"DEVICE", "",
     [](const Place&) {
       return Words{"cpu", "cuda"};
     }},
    {"FLAG", "", [](const Place&) { return Kinds(true); }},
    {"KERNEL", "", KernelsOf},
    {"KIND", "explain", [](const Place&) { return Kinds(false); }},
    {"NAME", "builtins", [](const Place&) { return Builtins(); }},
    {"NAME", "run", [](const Place& place) { return ParametersOf(place, ""); }},
    {"NAME[PART]", "run", [](const Place& place) { return ParametersOf(place, ""); }},
    {"NAME=@REF.npy", "run", [](const Place& place) { return ParametersOf(place, "=@"); }},
    {"NAME=FILE.npy", "run", [](const Place& place) { return ParametersOf(place, "="); }},
    {"TARGET", "", [](const Place&) { return Targets(); }},
};

// The values of an option or a positional by what its help calls them; none for files, numbers and
// free text.
Words ValuesOf(std::string_view kind, const Place& place) {
  if (kind.find('|') != std::string_view::npos) {
    Words choices;
    for (std::size_t begin = 0; begin <= kind.size();) {
      const std::size_t end = std::min(kind.find('|', begin), kind.size());
      choices.emplace_back(kind.substr(begin, end - begin));
      begin = end + 1;
    }
    return choices;
  }
  for (const Source& source : kSources) {
    if (source.kind == kind &&
        (source.command.empty() || source.command == place.command->get_name())) {
      return source.words(place);
    }
  }
  return {};
}

// What can stand where no option does.
Words PositionalsAt(const Place& place) {
  Words names;
  for (const CLI::App* sub : ShownSubcommands(*place.command)) {
    names.push_back(sub->get_name());
  }
  const std::vector<const CLI::Option*> positionals =
      place.command->get_options([](const CLI::Option* option) { return IsPositional(*option); });
  if (!names.empty() || positionals.empty()) {
    return names;
  }
  // The last one takes all that follows.
  const std::size_t index = std::min(place.positionals.size(), positionals.size() - 1);
  return ValuesOf(positionals[index]->get_name(true), place);
}

}  // namespace

Words Complete(const CLI::App& app, std::string_view line) {
  Words words = SplitLine(line);
  const std::string word = words.back();
  words.pop_back();
  // The name of the command itself.
  const Place place = Walk(app, words.empty() ? words : Words(words.begin() + 1, words.end()));
  const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
  Words found;
  std::string kept;
  if (equals != std::string::npos) {
    kept = word.substr(0, equals + 1);
    const CLI::Option* option = FindOption(*place.command, word.substr(0, equals));
    found = option == nullptr ? Words{} : ValuesOf(option->get_type_name(), place);
  } else if (TakesNext(place.pending, word)) {
    found = ValuesOf(place.pending->get_type_name(), place);
  } else if (word.starts_with('-')) {
    found = OptionNames(*place.command);
    if (place.command != &app) {
      found.emplace_back("--diagnostics");
    }
  } else {
    found = PositionalsAt(place);
  }
  for (std::string& one : found) {
    one.insert(0, kept);
  }
  std::erase_if(found, [&](const std::string& one) { return !one.starts_with(word); });
  return found;
}

std::optional<std::string> MakePage(const CLI::App& app, std::span<const std::string> args) {
  if (args.size() == 1 && args[0] == "man") {
    return ManPage(app);
  }
  if (args.size() != 2 || args[0] != "complete") {
    return std::nullopt;
  }
  std::string lines;
  for (const std::string& word : Complete(app, args[1])) {
    lines += word + "\n";
  }
  return lines;
}

}  // namespace kernelc::driver
