// What the text of a file says of its names, without anything that knows values or types.
#include "compiler/index/index.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diag/emitter.h"
#include "compiler/parse/parse.h"

namespace kernelc::index {
namespace {

class IndexedText {
 public:
  explicit IndexedText(std::string text) {
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    module_ = parse::Parse(sources_, sources_.AddText("text.py", std::move(text)), emitter, {});
    EXPECT_TRUE(consumer.diagnostics().empty());
    file_ = std::make_unique<File>(sources_, *module_, "__main__");
  }
  const File& file() const { return *file_; }
  const Scope& module() const { return file_->module_scope(); }
  // The scope of the function or class of this dotted name.
  const Scope& Find(std::string_view name) const {
    for (const Scope& scope : file_->scopes()) {
      if (scope.name == name) {
        return scope;
      }
    }
    ADD_FAILURE() << "no scope " << name;
    return module();
  }

 private:
  SourceManager sources_;
  std::unique_ptr<ast::Module> module_;
  std::unique_ptr<File> file_;
};

TEST(IndexTest, KeepsEveryBindingOfANameWithItsCondition) {
  const IndexedText text(R"(
N = 1
if FAST:
    N = 2
else:
    N = 3
for N in range(3):
    pass
)");
  std::vector<BindingKind> kinds;
  std::vector<bool> guarded;
  for (const Binding* each = &text.module().bindings.at("N"); each != nullptr; each = each->previous) {
    kinds.push_back(each->kind);
    guarded.push_back(each->condition.is_open);
    EXPECT_TRUE(each->previous == nullptr || each->previous->order < each->order);
  }
  EXPECT_EQ(kinds, (std::vector{BindingKind::Opaque, BindingKind::Assign, BindingKind::Assign, BindingKind::Assign}));
  EXPECT_EQ(guarded, (std::vector{false, true, true, false}));
  EXPECT_NE(text.module().bindings.at("N").previous->condition.test, nullptr);
}

TEST(IndexTest, NamesOfClassesAreSeenFromTheirBodyAlone) {
  const IndexedText text(R"(
x = 1
class C:
    x = 2
    def method(self):
        return x
    y = x
)");
  const Scope* owner = nullptr;
  EXPECT_NE(FindBinding(&text.Find("C"), "x", &owner), nullptr);
  EXPECT_EQ(owner->kind, ScopeKind::Class);
  EXPECT_NE(FindBinding(&text.Find("C.method"), "x", &owner), nullptr);
  EXPECT_EQ(owner, &text.module());
  EXPECT_EQ(FindBinding(&text.Find("C.method"), "y", &owner), nullptr);
}

TEST(IndexTest, GlobalsAreBoundInTheModule) {
  const IndexedText text(R"(
def set_up():
    global fast
    fast = True
def make():
    fast = False
    def kernel():
        global fast
        return fast
)");
  const Scope* owner = nullptr;
  const Binding* binding = FindBinding(&text.Find("make.kernel"), "fast", &owner);
  ASSERT_NE(binding, nullptr);
  EXPECT_EQ(owner, &text.module());
  EXPECT_EQ(binding->kind, BindingKind::Opaque);
}

TEST(IndexTest, OuterNamesAreThoseOfTheHost) {
  const IndexedText text(R"(
TILE = 16
def make(n):
    def kernel(a):
        b = n
        return b
)");
  const Scope& kernel = text.Find("make.kernel");
  for (const std::string_view name : {"TILE", "n", "unbound"}) {
    EXPECT_TRUE(IsOuterName(name, &kernel)) << name;
  }
  EXPECT_FALSE(IsOuterName("a", &kernel));
  EXPECT_FALSE(IsOuterName("b", &kernel));
}

TEST(IndexTest, FindsLaunchesAndNamesForKernels) {
  const IndexedText text(R"(
from numba import cuda
@cuda.jit
def add(a): pass
def run(a):
    add[1, 32](a)
    other.forall(10)(a)
)");
  EXPECT_EQ(LaunchedNames(text.file().module()), (std::set<std::string_view>{"add", "other"}));
  EXPECT_TRUE(text.file().names_kernel("add"));
  EXPECT_TRUE(text.file().launches("run"));
  EXPECT_FALSE(text.file().launches("add"));
  EXPECT_FALSE(MakesKernels(text.file()));
  EXPECT_TRUE(MakesKernels(IndexedText("k = cuda.jit(f)\n").file()));
}

TEST(IndexTest, SeesWhatMayRebindNames) {
  const auto may = [](const char* text) { return MayRebindNames(IndexedText(text).file().module()); };
  EXPECT_FALSE(may("import numpy as np\nN = np.int32(3)\n"));
  EXPECT_TRUE(may("from lib import *\n"));
  EXPECT_TRUE(may("config.tile = 8\n"));
  EXPECT_TRUE(may("globals()['N'] = 3\n"));
  EXPECT_TRUE(HiddenDefinition(IndexedText("exec(text)\n").file().module()).has_value());
}

TEST(IndexTest, MentionsFollowDefinitions) {
  const IndexedText text(R"(
def inner(x): return x + OFFSET
def outer(x): return inner(x)
SIZE = outer(3)
)");
  Mentions mentions(text.file().module().body());
  const Names& names = mentions.Of(text.file().module().body()[2]).names;
  EXPECT_EQ(names, (Names{"OFFSET", "SIZE", "inner", "outer"}));
}

TEST(IndexTest, PathsAreCanonical) {
  EXPECT_EQ(CanonicalModule("numpy"), "np");
  EXPECT_EQ(CanonicalModule("numba.cuda"), "cuda");
  EXPECT_EQ(CanonicalModule("torch.nn"), ".torch.nn");
  EXPECT_EQ(CanonicalMember("numba", "cuda"), "cuda");
  EXPECT_EQ(CanonicalMember("np", "float32"), "np.float32");
  EXPECT_TRUE(IsModulePath("cuda.atomic"));
  EXPECT_FALSE(IsModulePath("np.sin"));
  EXPECT_TRUE(IsDecoratorPath("cuda.jit"));
  EXPECT_FALSE(IsKnownPath(".torch.nn"));
}

}  // namespace
}  // namespace kernelc::index
