// kernelc(1), made of the options.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "compiler/driver/command_pages.h"
#include "compiler/driver/command_words.h"
#include "compiler/driver/compile.h"

namespace kernelc::driver {
namespace {

// What troff reads as text: backslashes and hyphens stand for themselves, and no line begins with a
// command.
std::string Text(std::string_view text) {
  std::string page;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) {
      page += "\\&";
    }
    begins = c == '\n';
    if (c == '\\') {
      page += "\\e";
    } else if (c == '-') {
      page += "\\-";
    } else {
      page += c;
    }
  }
  return page;
}

std::string Bold(std::string_view text) { return "\\fB" + Text(text) + "\\fR"; }
std::string Italic(std::string_view text) { return "\\fI" + Text(text) + "\\fR"; }

// "-k, --kernel KERNEL"
std::string OptionHead(const CLI::Option& option) {
  std::string head;
  for (const std::string& name : option.get_snames()) {
    head += (head.empty() ? "" : ", ") + Bold("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    head += (head.empty() ? "" : ", ") + Bold("--" + name);
  }
  const bool takes_value = option.get_items_expected_max() > 0;
  return takes_value ? head + " " + Italic(option.get_type_name()) : head;
}

bool IsPositional(const CLI::Option& option) {
  return option.get_snames().empty() && option.get_lnames().empty();
}

void AppendOptions(const CLI::App& command, std::string* page) {
  for (const bool positional : {true, false}) {
    for (const CLI::Option* option : command.get_options()) {
      if (IsPositional(*option) == positional) {
        const std::string head = positional ? Italic(option->get_name(true)) : OptionHead(*option);
        *page += fmt::format(".TP\n{}\n{}\n", head, Text(option->get_description()));
      }
    }
  }
}

// "Example:" and what follows, as it stands.
void AppendFooter(const CLI::App& command, std::string* page) {
  *page += fmt::format(".PP\n.nf\n{}\n.fi\n", Text(command.get_footer()));
}

void AppendCommand(const CLI::App& command, std::string* page) {
  *page +=
      fmt::format(".SS {}\n{}.\n", Text(CommandPath(command)), Text(command.get_description()));
  AppendOptions(command, page);
  AppendFooter(command, page);
  for (const CLI::App* sub : ShownSubcommands(command)) {
    AppendCommand(*sub, page);
  }
}

// A paragraph for each status, with the faults that have it.
std::string ExitStatuses() {
  struct Status {
    std::string_view name;
    int number;
    std::string_view text;
  };
  struct Row {
    std::string_view status;
    std::string_view text;
  };
  constexpr Status kStatuses[] = {
#define KC_EXIT_STATUS(name, number, text) {#name, number, text},
#include "compiler/driver/faults.def"
  };
  constexpr Row kRows[] = {
#define KC_FAULT(name, status, text) {#status, text},
#include "compiler/driver/faults.def"
  };
  std::string page;
  for (const Status& status : kStatuses) {
    std::string when;
    for (const Row& row : kRows) {
      if (row.status == status.name) {
        when += fmt::format("{} {}", when.empty() ? ":" : ";", row.text);
      }
    }
    page += fmt::format(".TP\n{}\n{}{}.\n", Bold(std::to_string(status.number)), Text(status.text),
                        Text(when));
  }
  return page;
}

}  // namespace

std::string ManPage(const CLI::App& app) {
  std::string page =
      fmt::format(".TH KERNELC 1 \"\" \"kernelc {}\"\n.SH NAME\nkernelc \\- {}\n.SH SYNOPSIS\n",
                  Version(), Text(app.get_description()));
  for (const CLI::App* command : ShownSubcommands(app)) {
    page += fmt::format("{} ...\n.br\n", Bold(CommandPath(*command)));
  }
  page += ".SH OPTIONS\nEvery command takes these.\n";
  AppendOptions(app, &page);
  page += ".SH COMMANDS\n";
  for (const CLI::App* command : ShownSubcommands(app)) {
    AppendCommand(*command, &page);
  }
  page += ".SH EXIT STATUS\n" + ExitStatuses();
  return page;
}

}  // namespace kernelc::driver
