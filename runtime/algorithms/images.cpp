#include "runtime/algorithms/images.h"

#include <algorithms/histogram.h>
#include <algorithms/moves.h>
#include <algorithms/radix_sort.h>
#include <algorithms/radix_sort_chunks.h>
#include <algorithms/radix_sort_pairs.h>
#include <algorithms/reduce.h>
#include <algorithms/reduce_chunks.h>
#include <algorithms/scan.h>
#include <algorithms/scan_chunks.h>
#include <algorithms/segments.h>
#include <algorithms/select.h>
#include <algorithms/select_chunks.h>

namespace kernelc::algorithms {

std::span<StaticImage* const> ImagesFor(DeviceKind kind) {
  static constexpr StaticImage* kGpu[] = {
      &algorithms_reduce::image::kImage,     &algorithms_scan::image::kImage,
      &algorithms_radix_sort::image::kImage, &algorithms_radix_sort_pairs::image::kImage,
      &algorithms_select::image::kImage,     &algorithms_moves::image::kImage,
      &algorithms_histogram::image::kImage,  &algorithms_segments::image::kImage,
  };
  static constexpr StaticImage* kCpu[] = {
      &algorithms_reduce_chunks::image::kImage,
      &algorithms_scan_chunks::image::kImage,
      &algorithms_radix_sort_chunks::image::kImage,
      &algorithms_select_chunks::image::kImage,
      &algorithms_moves::image::kImage,
      &algorithms_histogram::image::kImage,
      &algorithms_segments::image::kImage,
  };
  return kind == DeviceKind::Cuda ? std::span<StaticImage* const>(kGpu)
                                  : std::span<StaticImage* const>(kCpu);
}

}  // namespace kernelc::algorithms
