// barrier_extents: versions of loops over threads for arrays whose last extents are as small as the
// indices that are used on them.
//
// Pixels of three colours and small matrices lie behind each other: `image[y, x, 0]`, `m[i, r, c]`.
// How far neighbouring threads' elements are apart is an extent, which code for all extents does
// not know, so that it gathers. Where all indices of a last axis are below a small number, the
// extent is most likely that number: one comparison in front of the loop picks a version in which
// it is, and whose accesses LLVM reads as whole vectors. Where a thread loads from one array behind a
// store to another, and nobody knows whether they overlap, the version is also one for arrays that
// lie apart: LLVM would keep the order, and make no whole vectors. Stands in front of
// barrier_groups, as barrier_periods does.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void VersionThreadLoopsByExtents(kir::Module& module);

}  // namespace kernelc::passes
