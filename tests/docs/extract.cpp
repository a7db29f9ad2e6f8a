// Makes sources of the blocks of a page.
//
//   extract program PAGE OUTPUT.cpp   a program of its examples
//   extract file PAGE NAME OUTPUT     the block that is the file NAME
//
// In a program each block of `cpp` without a mark becomes a function, with #line so that an error
// of the compiler names the page; what the blocks include comes first, and nothing of kernelc
// beside it but Context. main() runs the functions on the device that its argument names, in a
// folder with the files of the page, and compares what they print with the comments `// prints
// TEXT`.
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/docs/page.h"

namespace {

using kernelc::docs_test::Block;

bool IsExample(const Block& block) { return block.language == "cpp" && block.mark.empty(); }

std::string Prints(const Block& block) {
  constexpr std::string_view kPrints = "// prints ";
  std::string prints;
  for (const std::string& line : kernelc::docs_test::LinesOf(block.text)) {
    if (const std::size_t place = line.find(kPrints); place != std::string::npos) {
      prints += line.substr(place + kPrints.size()) + "\n";
    }
  }
  return prints;
}

bool IsInclude(const std::string& line) { return line.starts_with("#include "); }

// The lines that are no includes; an empty one stands for each that is.
std::string Body(const Block& block) {
  std::string body;
  for (const std::string& line : kernelc::docs_test::LinesOf(block.text)) {
    body += (IsInclude(line) ? "" : line) + "\n";
  }
  return body;
}

bool WriteProgram(const std::string& path, const std::string& output) {
  const std::vector<Block> blocks = kernelc::docs_test::BlocksOf(path);
  std::ofstream out(output);
  for (const Block& block : blocks) {
    for (const std::string& line : kernelc::docs_test::LinesOf(block.text)) {
      out << (IsExample(block) && IsInclude(line) ? line + "\n" : "");
    }
  }
  out << "#include <array>\n#include <cstddef>\n#include <cstdio>\n#include <cstdlib>\n"
         "#include <iostream>\n#include <thread>\n#include <vector>\n\n#include "
         "\"tests/docs/example.h\"\n"
         "\nnamespace {\nusing namespace kernelc;\n";
  for (const Block& block : blocks) {
    if (IsExample(block)) {
      out << "void Example" << block.line << "([[maybe_unused]] const Context& context) {\n#line "
          << block.line << " \"" << path << "\"\n"
          << Body(block) << "}\n";
    }
  }
  std::size_t count = 0;
  out << "const kernelc::docs_test::Example kExamples[] = {\n";
  for (const Block& block : blocks) {
    if (IsExample(block)) {
      ++count;
      out << "    {" << block.line << ", Example" << block.line << ", R\"kctext(" << Prints(block)
          << ")kctext\"},\n";
    }
  }
  out << "};\nconst kernelc::docs_test::File kFiles[] = {\n";
  for (const Block& block : blocks) {
    if (block.is_file()) {
      out << "    {\"" << block.mark << "\", R\"kctext(" << block.text << ")kctext\"},\n";
    }
  }
  out << "};\n}  // namespace\n\nint main(int argc, char** argv) {\n"
         "  return kernelc::docs_test::Run(kExamples, kFiles, argc, argv);\n}\n";
  if (count == 0) {
    std::cerr << path << ": no example\n";
  }
  return count > 0 && out.flush();
}

bool WriteFile(const std::string& path, const std::string& name, const std::string& output) {
  for (const Block& block : kernelc::docs_test::BlocksOf(path)) {
    if (block.mark == name) {
      std::ofstream out(output);
      out << block.text;
      return static_cast<bool>(out.flush());
    }
  }
  std::cerr << path << ": no block is the file " << name << "\n";
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (args.size() == 3 && args[0] == "program") {
    return WriteProgram(args[1], args[2]) ? 0 : 1;
  }
  if (args.size() == 4 && args[0] == "file") {
    return WriteFile(args[1], args[2], args[3]) ? 0 : 1;
  }
  std::cerr << "usage: extract program PAGE OUTPUT.cpp | extract file PAGE NAME OUTPUT\n";
  return 2;
}
