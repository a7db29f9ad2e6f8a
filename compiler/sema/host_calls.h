// What a call of the host may do besides what the functions of its file do, from its text alone: a
// wrong guess is to be on the safe side.
#pragma once

#include <cstdint>
#include <string_view>

#include "compiler/ast/ast.h"
#include "compiler/sema/index.h"

namespace kernelc::sema {

// What a call calls, by its text.
struct CalledThing {
  enum class Kind : std::uint8_t {
    // A function, class or method of the file.
    Own,
    // A builtin of Python.
    Python,
    // Something of a module: `module` and `name` say what, whatever the file calls it.
    Library,
    // A method `name` of something.
    Method,
    // What a variable refers to, a call gives or a lambda is: anything.
    Value,
  };
  Kind kind = Kind::Value;
  std::string_view module;
  std::string_view name;
  // A method that is looked up in its class, and gets its object as an argument: `list.append`,
  // `np.ndarray.sort`.
  bool is_unbound = false;
};

CalledThing ThingCalled(const ast::Call& call, const Scope* scope);

// What a call may change of what it is given and what its method belongs to; the functions of the
// file are not meant.
enum class CallChange : std::uint8_t { Nothing, Receiver, Everything };
CallChange ChangeBy(const ast::Call& call, const Scope* scope);

// Whether a call is known to give something that shares nothing with what it is given.
bool GivesFresh(const ast::Call& call, const Scope* scope);

// Whether operators, truth values, attributes and the like in a node itself may run functions of
// the file's classes that change something.
bool MayRunHidden(const ast::Node* node, const Scope* scope);

// Whether a module's functions leave their arguments alone, but for those of IsChangingFunction.
bool IsHarmlessModule(std::string_view dotted);

}  // namespace kernelc::sema
