// The fixtures of kernelc/testing.h, with nothing but GoogleTest and the runtime, as a program uses
// them.
#include "kernelc/testing.h"

#include <vector>

#include "kernelc/array.h"

class Gpu : public kernelc::CudaTest {};

TEST_F(Gpu, HasAContextThatIsCurrent) {
  EXPECT_EQ(kernelc::current_context(), context());
  EXPECT_EQ(context().device().kind(), kernelc::DeviceKind::Cuda);
}

class Each : public kernelc::DeviceTest {};
KERNELC_ON_EACH_DEVICE(Each);

TEST_P(Each, HasAContextThatIsCurrent) {
  EXPECT_EQ(kernelc::current_context(), context());
  const kernelc::DeviceArray<float> x(context(), std::vector<float>{1, 2, 3});
  EXPECT_EQ(x.ToVector()[2], 3.0F);
}
