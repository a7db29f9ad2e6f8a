// Facts about the parser that no file of data can show: encodings, line ends, limits, places,
// threads.
#include <gtest/gtest.h>

#include <thread>

#include "compiler/ast/walk.h"
#include "tests/parse/parse_test_util.h"

namespace kernelc {
namespace {

// The tree of a text without errors.
std::string Tree(const std::string& text) {
  const Parsed parsed = ParseString(text);
  EXPECT_EQ(parsed.report(), "") << text;
  return parsed.tree();
}

const ast::Expr* OnlyExpression(const Parsed& parsed) {
  EXPECT_EQ(parsed.report(), "");
  return ast::As<ast::ExprStmt>(parsed.module->body()[0])->value;
}

TEST(ParseTest, EmptyFiles) {
  for (const char* text : {"", "\n", "# comment", "   \n\t\n\f\n", "\xef\xbb\xbf", "\\\n\n"}) {
    EXPECT_EQ(Tree(text), "Module(body=[], type_ignores=[])") << text;
  }
}

TEST(ParseTest, LineEndsAndFormFeedsDoNotMatter) {
  const std::string unix_text =
      "if x:\n    y = '''a\nb'''\n    z = (1,\n  2)\n# end\nw = a + \\\n b\n";
  std::string crlf;
  std::string cr;
  for (const char c : unix_text) {
    crlf += c == '\n' ? "\r\n" : std::string(1, c);
    cr += c == '\n' ? '\r' : c;
  }
  const std::string tree = Tree(unix_text);
  EXPECT_EQ(Tree(crlf), tree);
  EXPECT_EQ(Tree(cr), tree);
  EXPECT_EQ(Tree("\xef\xbb\xbf" + unix_text), tree);
  EXPECT_EQ(Tree("\f" + unix_text + "\f"), tree);
  EXPECT_EQ(Tree(unix_text.substr(0, unix_text.size() - 1)), tree);
  EXPECT_EQ(Tree("if x:\n\ty = 1\n\tz = 2\n"), Tree("if x:\n        y = 1\n        z = 2\n"));
  EXPECT_EQ(Tree("if x:\n  \f    y = 1\n    z = 2\n"), Tree("if x:\n    y = 1\n    z = 2\n"));
  EXPECT_EQ(Tree("if x:\n  y\n # comment\n  z\n\n  w"), Tree("if x:\n  y\n  z\n  w\n"));
}

TEST(ParseTest, NewFStringsMeanWhatTheOldSpellingMeans) {
  // Python 3.12 against a spelling that CPython 3.11 has been asked about.
  const std::pair<const char*, const char*> pairs[] = {
      {R"(f'{a['b']}')", R"(f'{a["b"]}')"},
      {R"(f"{a["b"]!r:>{c["d"]}}")", R"(f"{a['b']!r:>{c['d']}}")"},
      {R"(f'{f'{f'{1}'}'}')", R"(f'''{f"{f'{1}'}"}''')"},
      {R"(f"{"\n".join(a)}")", "f'''{\"\"\"\n\"\"\".join(a)}'''"},
      {R"(f'{'\x41' '\''}')", R"(f'''{"A'"}''')"},
      {"f'{\na  # comment }'\n + b\n}'", "f'{a + b}'"},
      {R"(f'''{'''a'''}''')", R"(f'{"a"}')"},
      {R"(f'{ {'a': 1}['a'] }')", R"(f'{ {"a": 1}["a"] }')"},
      {R"(f'{a if 'b' else 'c'}')", R"(f'{a if "b" else "c"}')"},
      {R"(f"{rf"\{a}"}")", R"(f"{rf'\{a}'}")"},
      {R"(f"{'a' f'{"b"}'}")", R"(f'''{'a' f'{"b"}'}''')"},
  };
  for (const auto& [new_form, old_form] : pairs) {
    EXPECT_EQ(Tree(new_form), Tree(old_form)) << new_form;
  }
}

TEST(ParseTest, NestedFormatSpecifications) {
  EXPECT_EQ(
      Tree("f'{a:{b:{c}}}'"),
      "Module(\n body=[\n  Expr(\n   value=JoinedStr(\n    values=[\n     FormattedValue(\n"
      "      value=Name(id='a', ctx=Load()),\n      conversion=-1,\n      format_spec=JoinedStr(\n"
      "       values=[\n        FormattedValue(\n         value=Name(id='b', ctx=Load()),\n"
      "         conversion=-1,\n         format_spec=JoinedStr(\n          values=[\n"
      "           FormattedValue(\n            value=Name(id='c', ctx=Load()),\n"
      "            conversion=-1)]))]))]))],\n type_ignores=[])");
}

TEST(ParseTest, TypeParametersAndAliases) {
  EXPECT_EQ(Tree("type X[T: int, *Ts, **P] = T"),
            "Module(\n body=[\n  TypeAlias(\n   name=Name(id='X', ctx=Store()),\n   type_params=[\n"
            "    TypeVar(\n     name='T',\n     bound=Name(id='int', ctx=Load())),\n"
            "    TypeVarTuple(name='Ts'),\n    ParamSpec(name='P')],\n"
            "   value=Name(id='T', ctx=Load()))],\n type_ignores=[])");
  const std::string function = Tree("def f[T](): pass");
  EXPECT_NE(function.find("type_params=[\n    TypeVar(name='T')]"), std::string::npos) << function;
  const std::string cls = Tree("class A[T: (int, str),](B[T]): pass");
  EXPECT_NE(cls.find("TypeVar(\n     name='T',\n     bound=Tuple("), std::string::npos) << cls;
  // `type` stays a name everywhere else.
  EXPECT_EQ(
      Tree("type = 1\ntype(x)\ntype[x]\ntype: int\ntype.x\ntype in y\ntype\n").find("TypeAlias"),
      std::string::npos);
  EXPECT_NE(Tree("if x: type X = int\n").find("TypeAlias"), std::string::npos);
  EXPECT_NE(Tree("a; type X = int; b\n").find("TypeAlias"), std::string::npos);
  EXPECT_NE(Tree("type type = type\n").find("TypeAlias"), std::string::npos);
}

TEST(ParseTest, Encodings) {
  // The same text in four encodings.
  const std::string tree = Tree("# coding: utf-8\nx = 'é'\n");
  EXPECT_EQ(Tree("# -*- coding: latin-1 -*-\nx = '\xe9'\n"), tree);
  EXPECT_EQ(Tree("#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '\xe9'\n"), tree);
  EXPECT_EQ(Tree("# coding: iso8859-15\nx = '\xe9'\n"), tree);
  EXPECT_EQ(Tree("# coding: koi8-r\nx = '\xc1'\n"), Tree("x = 'а'\n"));
  EXPECT_EQ(Tree("# coding: shift_jis\nx = '\x82\xa0'\n"), Tree("x = 'あ'\n"));
  // Only a comment in the first two lines counts.
  EXPECT_EQ(Tree("x = 1\n# coding: no-such\n"), Tree("x = 1\n"));
  EXPECT_EQ(Tree("\n\n# coding: no-such\nx = 1\n"), Tree("x = 1\n"));
}

TEST(ParseTest, PlacesReferToTheDecodedText) {
  const Parsed parsed = ParseString("# coding: latin-1\n'\xe9\xe9'; y = (\n");
  ASSERT_EQ(parsed.diagnostics.size(), 1u);
  EXPECT_EQ(parsed.report(), "2:11-12: `(` was never closed [UnclosedBracket]\n");
  EXPECT_EQ(parsed.text(parsed.diagnostics[0].range), "(");
  EXPECT_EQ(parsed.sources.file(parsed.file).text(), "# coding: latin-1\n'éé'; y = (\n");
}

TEST(ParseTest, BytesThatAreNoText) {
  const Parsed parsed = ParseString("x = 1\ny = '\xff\xfe'\nz = = 1\n");
  EXPECT_EQ(parsed.report(),
            "2:6-7: byte 0xff is not valid UTF-8 [InvalidEncoding]\n"
            "  help: save the file as UTF-8, or declare its encoding: `# -*- coding: latin-1 -*-`\n"
            "3:5-6: invalid syntax: expected an expression, not `=` [SyntaxError]\n");
  EXPECT_EQ(
      ParseString("# coding: ascii\nx = '\xe9'\n").report(),
      "1:11-16: byte 0xe9 at offset 21 is not text in the encoding `ascii` [InvalidEncoding]\n");
  EXPECT_EQ(
      ParseString("\xef\xbb\xbf# coding: latin-1\nx = 1\n").report(),
      "1:12-19: encoding problem: `latin-1` with a UTF-8 byte order mark [InvalidEncoding]\n");
  EXPECT_EQ(ParseString(std::string("x = 1\0\0", 7)).report(),
            "1:6-7: invalid null byte [InvalidCharacter]\n");
}

TEST(ParseTest, DecodedTextIgnoresACodingDeclaration) {
  const Parsed parsed = ParseString("# coding: latin-1\nx = 'é'\n", {.is_decoded = true});
  EXPECT_EQ(parsed.report(), "");
  EXPECT_EQ(parsed.tree(), Tree("x = 'é'\n"));
}

TEST(ParseTest, IdentifiersAreNormalised) {
  EXPECT_EQ(Tree("\xef\xac\x81 = 1"), Tree("fi = 1"));
  EXPECT_EQ(Tree("x.\xf0\x9d\x94\x98"), Tree("x.U"));
}

TEST(ParseTest, RangesAreExact) {
  const Parsed parsed = ParseString("foo((a) + b , *c, d = e[1 : 2])  # comment\n");
  const auto* call = ast::As<ast::Call>(OnlyExpression(parsed));
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(parsed.text(call->range), "foo((a) + b , *c, d = e[1 : 2])");
  EXPECT_EQ(parsed.text(call->args[0]->range), "(a) + b");
  EXPECT_EQ(parsed.text(ast::As<ast::BinOp>(call->args[0])->left->range), "a");
  EXPECT_EQ(parsed.text(call->args[1]->range), "*c");
  EXPECT_EQ(parsed.text(call->keywords[0]->range), "d = e[1 : 2]");
  const auto* subscript = ast::As<ast::Subscript>(call->keywords[0]->value);
  EXPECT_EQ(parsed.text(subscript->slice->range), "1 : 2");
}

TEST(ParseTest, RangesInsideFStrings) {
  const Parsed parsed = ParseString("f'ab{ x + 1 !r:>{w}}cd'\n");
  const auto* joined = ast::As<ast::JoinedStr>(OnlyExpression(parsed));
  ASSERT_EQ(joined->values.size(), 3u);
  EXPECT_EQ(parsed.text(joined->values[0]->range), "ab");
  EXPECT_EQ(parsed.text(joined->values[1]->range), "{ x + 1 !r:>{w}}");
  EXPECT_EQ(parsed.text(ast::As<ast::FormattedValue>(joined->values[1])->value->range), "x + 1");
  EXPECT_EQ(parsed.text(joined->values[2]->range), "cd");
}

TEST(ParseTest, StatementsAroundAnErrorAreKept) {
  const Parsed parsed =
      ParseString("a = 1\nb = = 2\ndef f():\n    c = 3\n    d = )\n    e = 5\nf = 6\n");
  EXPECT_EQ(parsed.report(),
            "2:5-6: invalid syntax: expected an expression, not `=` [SyntaxError]\n"
            "5:9-10: unmatched `)` [UnmatchedBracket]\n");
  ASSERT_EQ(parsed.module->body().size(), 3u);
  const auto* function = ast::As<ast::FunctionDef>(parsed.module->body()[1]);
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(function->body.size(), 2u);
}

TEST(ParseTest, ErrorsAreLimited) {
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    text += "x = = 1\n";
  }
  const Parsed parsed = ParseString(text);
  EXPECT_EQ(parsed.diagnostics.size(), 100u);
  EXPECT_EQ(parsed.diagnostics.back().notes.size(), 1u);
}

std::string Repeat(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    out += text;
  }
  return out;
}

TEST(ParseTest, DeepNestingIsAnErrorAndNoCrash) {
  const std::string texts[] = {
      Repeat("(", 10000) + "1" + Repeat(")", 10000),
      Repeat("[", 100000),
      "x = 1" + Repeat(" + 1", 100000),
      "x = 1" + Repeat(" ** 1", 100000),
      "x = " + Repeat("not ", 100000) + "1",
      "x = " + Repeat("-", 100000) + "1",
      "x = a" + Repeat(".b", 100000),
      "x = a" + Repeat("[0]", 100000),
      "x = " + Repeat("lambda: ", 100000) + "1",
      "x = " + Repeat("lambda a=", 100000) + "1" + Repeat(": 1", 100000),
      "x = " + Repeat("1 if 1 else ", 100000) + "1",
      "if 1:\n pass\n" + Repeat("elif 1:\n pass\n", 100000),
      "x = " + Repeat("f'{", 1000) + "1" + Repeat("}'", 1000),
      "x = f'" + Repeat("{a:", 1000) + Repeat("}", 1000) + "'",
      "match x:\n case " + Repeat("[", 1000) + Repeat("]", 1000) + ": pass\n",
  };
  for (const std::string& text : texts) {
    const Parsed parsed = ParseString(text);
    bool found = false;
    for (const diag::Diagnostic& diagnostic : parsed.diagnostics) {
      found |= diagnostic.kind == diag::Kind::NestingLimit;
    }
    EXPECT_TRUE(found) << text.substr(0, 60) << "\n" << parsed.report();
  }
  std::string blocks;
  for (int i = 0; i < 500; ++i) {
    blocks += std::string(static_cast<std::size_t>(i), ' ') + "if 1:\n";
  }
  EXPECT_NE(ParseString(blocks).report().find("[NestingLimit]"), std::string::npos);
}

TEST(ParseTest, LongFlatProgramsAreFine) {
  Tree("x = [" + Repeat("1, ", 100000) + "]");
  Tree("x = 1" + Repeat(" < 1", 100000));
  Tree("x = a" + Repeat(" and a", 100000));
  Tree("x = " + Repeat("'a' ", 100000));
  Tree(Repeat("x = ", 10000) + "1");
  Tree(Repeat("x;", 10000));
  Tree("x = 1" + Repeat(" + 1", 450));
  Tree("x = " + Repeat("(", 190) + "1" + Repeat(")", 190));
}

TEST(ParseTest, EveryPrefixOfAProgramIsSafe) {
  const std::string text =
      "@a\nasync def f[T](x: int = f'{a!r:>{w}}', *b, **c) -> (yield):\n  match x:\n    case [1, "
      "*_] if y:\n"
      "      return {**a, 'b': '''c\n''' b\"d\"}\n  try: pass\n  except* E as e: del x[1:2, ...]\n"
      "  with (a as b, c): x = lambda *, k=1: (k := 2)\n";
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const Parsed parsed = ParseString(text.substr(0, i));
    EXPECT_LE(parsed.diagnostics.size(), 10u);
    parsed.tree();
  }
}

TEST(ParseTest, NodeIdsAreDense) {
  const Parsed parsed = ParseString("def f(a, b=1):\n  return a + b\nx = [f(i) for i in y]\n");
  std::vector<int> seen(parsed.module->node_count());
  std::vector<const ast::Node*> pending(parsed.module->body().begin(), parsed.module->body().end());
  while (!pending.empty()) {
    const ast::Node* node = pending.back();
    pending.pop_back();
    ASSERT_LT(node->id.index, seen.size());
    EXPECT_EQ(seen[node->id.index]++, 0);
    ast::ForEachChild(node, [&](const ast::Node* child) { pending.push_back(child); });
  }
}

TEST(ParseTest, ThreadsMayParseAtTheSameTime) {
  const std::string text = "def f(a, b):\n    return f'{a}' + b['c'] * 1.5e3\n";
  const std::string expected = Tree(text);
  std::vector<std::thread> threads;
  std::vector<std::string> trees(8);
  for (std::string& tree : trees) {
    threads.emplace_back([&tree, &text] {
      for (int i = 0; i < 20; ++i) {
        tree = ParseString(text).tree();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const std::string& tree : trees) {
    EXPECT_EQ(tree, expected);
  }
}

}  // namespace
}  // namespace kernelc
