// Help, man page and completion are made of the same options, and name the same ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/driver/command.h"

namespace kernelc::driver {
namespace {

using Words = std::vector<std::string>;
using Names = std::set<std::string>;

std::string Said(const Words& words) {
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(RunCommand(words, out, err), kExitDone) << err.str();
  return out.str();
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

// Adds the options of "-k,--kernel KERNEL".
void AddNames(std::string text, Names* names) {
  std::ranges::replace(text, ',', ' ');
  std::istringstream words(text);
  for (std::string word; words >> word && word.starts_with('-');) {
    names->insert(word);
  }
}

Names OfHelp(Words command) {
  command.emplace_back("--help");
  Names names;
  for (const std::string& line : LinesOf(Said(command))) {
    if (line.starts_with("  -")) {
      AddNames(line, &names);
    }
  }
  return names;
}

std::string Joined(const Words& command) {
  std::string line = "kernelc";
  for (const std::string& word : command) {
    line += " " + word;
  }
  return line;
}

Names OfCompletion(const Words& command) {
  Names names;
  for (const std::string& line : LinesOf(Said({"complete", Joined(command) + " -"}))) {
    names.insert(line);
  }
  return names;
}

// A line of troff as it is read.
std::string Plain(const std::string& line) {
  std::string plain;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      plain += line[i];
    } else if (line[i + 1] == 'f') {
      i += 2;
    } else {
      plain += line[++i] == 'e' ? "\\" : line[i] == '&' ? "" : std::string(1, line[i]);
    }
  }
  return plain;
}

// The options under the heading of a command.
Names OfMan(const Words& command) {
  const std::string heading = command.empty() ? ".SH OPTIONS" : ".SS " + Joined(command);
  Names names;
  bool is_here = false;
  std::string before;
  for (const std::string& line : LinesOf(Said({"man"}))) {
    if (line.starts_with(".S")) {
      is_here = Plain(line) == heading;
    } else if (is_here && before == ".TP") {
      AddNames(Plain(line), &names);
    }
    before = line;
  }
  return names;
}

const Words kCommands[] = {
    {},          {"run"},           {"build"},           {"check"},          {"devices"},
    {"cache"},   {"cache", "info"}, {"cache", "verify"}, {"cache", "prune"}, {"cache", "clear"},
    {"explain"}, {"builtins"},      {"version"},         {"occupancy"}};

TEST(Pages, NameTheSameOptions) {
  for (const Words& command : kCommands) {
    Names help = OfHelp(command);
    EXPECT_FALSE(help.empty());
    EXPECT_EQ(help, OfMan(command)) << Joined(command);
    // What every command takes besides.
    help.insert("--diagnostics");
    EXPECT_EQ(help, OfCompletion(command)) << Joined(command);
  }
}

TEST(Pages, NameEveryCommand) {
  Names known;
  for (const Words& command : kCommands) {
    if (command.size() == 1) {
      known.insert(command[0]);
    }
  }
  Names completed;
  for (const std::string& line : LinesOf(Said({"complete", "kernelc "}))) {
    completed.insert(line);
  }
  EXPECT_EQ(known, completed);
}

TEST(Pages, ManHoldsEveryExitStatus) {
  const std::string page = Plain(Said({"man"}));
#define KC_FAULT(name, status, text) EXPECT_NE(page.find(text), std::string::npos) << text;
#include "compiler/driver/faults.def"
}

TEST(Pages, FilesThatAreNotThereCompleteToNothing) {
  EXPECT_EQ(Said({"complete", "kernelc run nowhere.py "}), "");
  EXPECT_EQ(Said({"complete", "kernelc run nowhere.py k a"}), "");
  EXPECT_EQ(Said({"complete", "kernelc build 'open quo"}), "");
  EXPECT_EQ(Said({"complete", ""}), Said({"complete", "kernelc "}));
}

}  // namespace
}  // namespace kernelc::driver
