// Makes a program of the examples of a page: extract PAGE OUTPUT.cpp [KERNELS.py HEADER]
//
// Each block of `cpp` becomes a function, with #line so that an error of the compiler names the
// page; the blocks of `python` become the file kernels.py beside which the functions run. main()
// runs them on the device that its argument names, and compares what they print with the comments
// `// prints TEXT`. With KERNELS.py these blocks are also written there, for artifacts that are made when
// the program is built, whose HEADER it then includes.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

struct Block {
  // Of the first line inside.
  int line = 0;
  std::string text;
  std::string prints;
};

struct Page {
  std::vector<Block> examples;
  std::string kernels;
};

Page ReadPage(std::istream& in) {
  constexpr std::string_view kPrints = "// prints ";
  Page page;
  std::string language;
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.starts_with("```")) {
      inside = !inside;
      language = inside ? line.substr(3) : "";
      if (language == "cpp") {
        page.examples.push_back({number + 1, "", ""});
      }
    } else if (language == "python") {
      page.kernels += line + "\n";
    } else if (language == "cpp") {
      Block& block = page.examples.back();
      block.text += line + "\n";
      if (const std::size_t place = line.find(kPrints); place != std::string::npos) {
        block.prints += line.substr(place + kPrints.size()) + "\n";
      }
    }
  }
  return page;
}

void WriteProgram(std::ostream& out, const std::string& path, const Page& page,
                  const std::string& header) {
  out << "#include <kernelc/program.h>\n\n#include <array>\n#include <cstdio>\n#include <cstdlib>\n"
         "#include <iostream>\n#include <thread>\n#include <vector>\n\n#include \"tests/docs/example.h\"\n"
      << (header.empty() ? "" : "#include \"" + header + "\"\n")
      << "\nnamespace {\nusing namespace kernelc;\n";
  for (const Block& block : page.examples) {
    out << "void Example" << block.line << "([[maybe_unused]] const Context& context) {\n#line "
        << block.line << " \"" << path << "\"\n" << block.text << "}\n";
  }
  out << "const kernelc::docs_test::Example kExamples[] = {\n";
  for (const Block& block : page.examples) {
    out << "    {" << block.line << ", Example" << block.line << ", R\"kctext(" << block.prints
        << ")kctext\"},\n";
  }
  out << "};\n}  // namespace\n\nint main(int argc, char** argv) {\n"
         "  return kernelc::docs_test::Run(kExamples, R\"kctext("
      << page.kernels << ")kctext\", argc, argv);\n}\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 5) {
    std::cerr << "usage: extract PAGE OUTPUT.cpp [KERNELS.py HEADER]\n";
    return 2;
  }
  std::ifstream in(argv[1]);
  const Page page = ReadPage(in);
  if (page.examples.empty()) {
    std::cerr << argv[1] << ": no example\n";
    return 1;
  }
  std::ofstream program(argv[2]);
  WriteProgram(program, argv[1], page, argc == 5 ? argv[4] : "");
  if (argc == 5) {
    std::ofstream kernels(argv[3]);
    kernels << page.kernels;
    if (!kernels.flush()) {
      return 1;
    }
  }
  return program.flush() ? 0 : 1;
}
