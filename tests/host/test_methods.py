"""Programs made of unittest's test methods: each calls one, and what that asserts becomes names."""

import ast

# What a test's class has beside assertions; the names begin as none of a test's own does.
_HEAD = '''
class _Case:
    def setUp(self): pass
    def tearDown(self): pass
    def subTest(self, *args, **named): return self
    def __enter__(self): return self
    def __exit__(self, *args): return False
    def addCleanup(self, *args, **named): pass
    def skipTest(self, why): raise KeyboardInterrupt
    def id(self): return "test"
    @classmethod
    def setUpClass(cls): pass
'''

_TWO = {"assertEqual", "assertEquals", "assertIs", "assertNotEqual", "assertListEqual", "assertTupleEqual", "assertDictEqual",
        "assertSetEqual", "assertSequenceEqual", "assertMultiLineEqual", "assertAlmostEqual", "assertIsNot", "assertLess",
        "assertLessEqual", "assertGreater", "assertGreaterEqual", "assertCountEqual", "assert_equal", "assert_array_equal",
        "assert_allclose", "assert_almost_equal", "assert_array_almost_equal", "assert_"}
_ONE = {"assertTrue", "assertFalse", "assertIsNone", "assertIsNotNone"}
_IN = {"assertIn": "in", "assertNotIn": "not in"}


class _Assertions(ast.NodeTransformer):
    def __init__(self):
        self.count = 0

    def _new(self):
        self.count += 1
        return f"_n{self.count}"

    def visit_Expr(self, node):
        call = node.value
        if not isinstance(call, ast.Call) or any(isinstance(a, ast.Starred) for a in call.args):
            return self.generic_visit(node)
        function = call.func
        name = function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
        args = [ast.unparse(a) for a in call.args]
        if name in _TWO and len(args) >= 2:
            return self._bind(node, *args[:2])
        if name in _ONE and args:
            return self._bind(node, args[0])
        if name in _IN and len(args) >= 2:
            return self._bind(node, f"({args[0]}) {_IN[name]} ({args[1]})")
        if name == "assertIsInstance" and len(args) >= 2:
            return self._bind(node, f"isinstance({args[0]}, {args[1]})")
        if name in ("assertRaises", "assert_raises") and len(args) >= 2:
            rest = args[2:] + [ast.unparse(k) for k in call.keywords]
            return self._raising(node, args[0], ast.parse(f"({args[1]})({', '.join(rest)})").body)
        return self.generic_visit(node)

    def visit_With(self, node):
        self.generic_visit(node)
        call = node.items[0].context_expr
        if len(node.items) == 1 and isinstance(call, ast.Call) and call.args:
            name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
            if name in ("assertRaises", "assertRaisesRegex") and node.items[0].optional_vars is None:
                return self._raising(node, ast.unparse(call.args[0]), node.body)
            if name == "subTest":
                return node.body
        return node

    def _bind(self, node, *texts):
        made = []
        for text in texts:
            name = self._new()
            made += ast.parse(f"global {name}; {name} = {text}").body
        return [ast.copy_location(each, node) for each in made]

    def _raising(self, node, error, body):
        name = self._new()
        made = ast.parse(f"global {name}\ntry:\n  pass\n  {name} = 'passed'\nexcept {error}: {name} = 'raised'").body
        made[1].body[:1] = body
        return [ast.copy_location(each, node) for each in made]


def _is_case(node):
    return isinstance(node, ast.ClassDef) and any("TestCase" in ast.unparse(b) for b in node.bases)


class _Bases(ast.NodeTransformer):
    def visit_ClassDef(self, node):
        self.generic_visit(node)
        for i, base in enumerate(node.bases):
            if ast.unparse(base) in ("unittest.TestCase", "TestCase"):
                node.bases[i] = ast.Name("_Case")
        return node


def programs(text):
    """(name, text) of each test method, and of each function test_... of the module."""
    tree = _Bases().visit(_Assertions().visit(ast.parse(text)))
    future = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    tree.body = future + ast.parse(_HEAD).body + [
        n for n in tree.body if n not in future and not (isinstance(n, ast.If) and "__main__" in ast.unparse(n.test))]
    head = ast.unparse(ast.fix_missing_locations(tree))
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any("_Case" in ast.unparse(b) or "Test" in ast.unparse(b) for b in node.bases):
            for each in node.body:
                if isinstance(each, ast.FunctionDef) and each.name.startswith("test"):
                    yield f"{node.name}.{each.name}", (
                        f"{head}\n_t = {node.name}()\n_t.setUp()\ntry: _t.{each.name}()\nexcept Exception: pass\ndel _t\n")
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not node.args.args:
            yield node.name, f"{head}\ntry: {node.name}()\nexcept Exception: pass\n"
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for each in node.body:
                if isinstance(each, ast.FunctionDef) and each.name.startswith("test") and len(each.args.args) == 1:
                    yield f"{node.name}.{each.name}", f"{head}\n_t = {node.name}()\ntry: _t.{each.name}()\nexcept Exception: pass\ndel _t\n"
