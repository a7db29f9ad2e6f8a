// Which loops pay to be unrolled on a GPU.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::codegen {

// What to do with a loop.
struct UnrollPlan {
  // Iterations that one turn should run; 1 leaves the loop as it is.
  unsigned count = 1;
  // Iterations do not depend on each other: their loads may all come first.
  bool interleave = false;
  // What is left behind the last turn is small enough to be written out.
  bool writes_rest = false;
  // The trip count is constant: LLVM unrolls, by itself where the whole loop is small, else by
  // `count`.
  bool constant_trips = false;
  // All iterations are to be written out: the loop picks numbers from tables of constants, which makes constants of them
  // and of what follows from them, and little enough remains.
  bool whole = false;
  // A branch of the body writes memory, so that no load of a later iteration goes ahead: several
  // iterations a turn would take registers and gain nothing.
  bool once = false;
};

// What is gained: several loads in flight instead of one, and one test for several iterations. So a
// loop qualifies when it is innermost, small (with the device functions that it calls), without
// synchronisation, and every load may move ahead of every store of the body, its own iteration's
// aside. With barriers one of constant trip count does, by a divisor of it. Measured on a H200
// against nvcc 13, which unrolls such loops by 4:
//   sums over a grid-stride loop   1.30 times nvcc's time without, 1.00 with 4
//   histogram (shared atomics)     0.42 with 4
//   n-body, tile of 256            0.90 of LLVM's own choice with 4
//   escape time (two exits)        1.06 without, 0.82 with 4
//   wavefront, a barrier a step    1.14 without, 0.66 with 3 (H100), remainders by 3 gone
//   sums of sines                  1.51 of the time with 4 without (H200), 150 lines of PTX each
//   atomics under a condition      1.06 with 4, 1.00 with 1
//   saxpy in place                 1.40 with 4 in order, each load of y waiting for the store
//   before it; such loops are
//                                  unrolled only where the loads can be put first (interleave)
//
// What is left behind the last turn is written out where it is small: a window of 3 x 3 clamped to
// an image takes 0.91 of nvcc's time, 1.10 with a loop; running means with a double division
// 0.82, 1.01.
//
// A large function has many loops of which none runs long, and copies of all of them would cost
// more time to compile than they gain: only loops of constant trip count are unrolled there.
bool IsLarge(const kir::Function& function);
UnrollPlan PlanUnroll(const kir::Module& module, const kir::Function& function,
                      const kir::Inst& loop);

}  // namespace kernelc::codegen
