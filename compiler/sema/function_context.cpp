#include "compiler/sema/function_context.h"

namespace kernelc::sema {

FunctionContext::FunctionContext(Program& in_program, Instance& of_instance)
    : program(in_program),
      instance(of_instance),
      function(*of_instance.function),
      kir_function(in_program.module().function(of_instance.id)),
      builder(in_program.module(), kir_function),
      emitter(consumer) {}

}  // namespace kernelc::sema
