// Every architecture of runtime/occupancy against the toolkit's own calculator.
#include <cuda_occupancy.h>
#include <gtest/gtest.h>

#include <climits>
#include <string>

#include "kernelc/occupancy.h"

namespace kernelc::runtime_test {
namespace {

int NumberOf(const std::string& arch) { return std::stoi(arch.substr(3)); }

cudaOccDeviceProp PropertiesOf(const DeviceData& data) {
  cudaOccDeviceProp properties;
  properties.computeMajor = NumberOf(data.arch) / 10;
  properties.computeMinor = NumberOf(data.arch) % 10;
  properties.maxThreadsPerBlock = data.max_threads;
  properties.maxThreadsPerMultiprocessor = data.warps_per_mp * data.warp_size;
  properties.regsPerBlock = data.registers;
  properties.regsPerMultiprocessor = data.registers_per_mp;
  properties.warpSize = data.warp_size;
  properties.sharedMemPerBlock = data.shared_memory;
  properties.sharedMemPerMultiprocessor = data.shared_memory_per_mp;
  properties.numSms = 1;
  properties.sharedMemPerBlockOptin = data.shared_memory_optin;
  properties.reservedSharedMemPerBlock = data.reserved_shared_memory;
  return properties;
}

TEST(OccupancyOracleTest, TheTableHasTheToolkitsFigures) {
  for (const std::string& arch : DeviceData::architectures()) {
    const DeviceData data(arch);
    const cudaOccDeviceProp properties = PropertiesOf(data);
    int blocks = 0;
    int shared_unit = 0;
    int register_unit = 0;
    int parts = 0;
    ASSERT_EQ(cudaOccMaxBlocksPerMultiprocessor(&blocks, &properties), CUDA_OCC_SUCCESS) << arch;
    ASSERT_EQ(cudaOccSMemAllocationGranularity(&shared_unit, &properties), CUDA_OCC_SUCCESS);
    ASSERT_EQ(cudaOccRegAllocationGranularity(&register_unit, &properties), CUDA_OCC_SUCCESS);
    ASSERT_EQ(cudaOccSubPartitionsPerMultiprocessor(&parts, &properties), CUDA_OCC_SUCCESS);
    EXPECT_EQ(data.thread_blocks_per_mp, blocks) << arch;
    EXPECT_EQ(data.smem_alloc_granularity, static_cast<std::size_t>(shared_unit)) << arch;
    EXPECT_EQ(data.register_alloc_granularity, register_unit) << arch;
    EXPECT_EQ(data.warp_alloc_granularity, parts) << arch;
    // The largest carve-out.
    std::size_t most = data.shared_memory_per_mp;
    EXPECT_EQ(cudaOccAlignUpShmemSizeVoltaPlus(&most, &properties), CUDA_OCC_SUCCESS) << arch;
    EXPECT_EQ(most, data.shared_memory_per_mp) << arch;
    ++most;
    EXPECT_NE(cudaOccAlignUpShmemSizeVoltaPlus(&most, &properties), CUDA_OCC_SUCCESS) << arch;
  }
}

// The bits of the toolkit's answer, in our order.
bool Names(unsigned factors, OccupancyLimit limit) {
  constexpr unsigned kBits[] = {OCC_LIMIT_BLOCKS, OCC_LIMIT_REGISTERS, OCC_LIMIT_SHARED_MEMORY,
                                OCC_LIMIT_WARPS};
  return (factors & kBits[static_cast<std::size_t>(limit)]) != 0;
}

// How many configurations were compared.
int Compare(const DeviceData& data, std::size_t static_bytes, int registers) {
  const cudaOccDeviceProp properties = PropertiesOf(data);
  const cudaOccDeviceState state;
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = INT_MAX;
  function.numRegs = registers;
  function.sharedSizeBytes = static_bytes;
  function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  function.maxDynamicSharedSizeBytes = data.shared_memory_optin - static_bytes;
  function.numBlockBarriers = 1;
  int compared = 0;
  const std::size_t room = data.shared_memory_optin - static_bytes;
  const std::size_t sizes[] = {0, 1, 127, 1000, 4096, 12345, room / 3, room / 2, room, room + 1};
  for (const std::size_t dynamic : sizes) {
    for (int threads = 1; threads <= data.max_threads; threads += threads < 64 ? 9 : 31) {
      cudaOccResult result;
      EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &function, &state,
                                                        threads, dynamic),
                CUDA_OCC_SUCCESS);
      const OccupancyRecord record(data, threads, static_bytes + dynamic, registers);
      EXPECT_EQ(record.tb_per_mp, result.activeBlocksPerMultiprocessor)
          << data.arch << ", " << threads << " threads, " << static_bytes << " + " << dynamic
          << " bytes, " << registers << " registers";
      EXPECT_TRUE(Names(result.limitingFactors, record.limited_by));
      ++compared;
    }
  }
  return compared;
}

TEST(OccupancyOracleTest, RecordsAreTheToolkits) {
  for (const std::string& arch : DeviceData::architectures()) {
    const DeviceData data(arch);
    int compared = 0;
    for (const int registers :
         {0, 1, 8, 16, 24, 32, 33, 40, 48, 63, 64, 65, 96, 128, 168, 254, 255}) {
      for (const std::size_t static_bytes : {0U, 16U, 1024U, 30000U, 49152U}) {
        compared += Compare(data, static_bytes, registers);
      }
    }
    EXPECT_GE(compared, 5000) << arch;
  }
}

TEST(OccupancyOracleTest, TheBestBlockIsTheToolkits) {
  for (const std::string& arch : DeviceData::architectures()) {
    const DeviceData data(arch);
    const cudaOccDeviceProp properties = PropertiesOf(data);
    const cudaOccDeviceState state;
    for (int registers = 1; registers <= 255; ++registers) {
      for (const std::size_t shared : {0U, 3000U, 20000U, 49152U}) {
        cudaOccFuncAttributes function;
        function.maxThreadsPerBlock = data.max_threads;
        function.numRegs = registers;
        function.sharedSizeBytes = shared;
        function.numBlockBarriers = 1;
        int grid = 0;
        int block = 0;
        ASSERT_EQ(cudaOccMaxPotentialOccupancyBlockSize(&grid, &block, &properties, &function,
                                                        &state, nullptr, 0),
                  CUDA_OCC_SUCCESS);
        const auto best = BestOccupancy(OccupancyCurve(data, shared, registers));
        ASSERT_TRUE(best);
        EXPECT_EQ(best->threads, block) << arch << ", " << registers << " registers, " << shared;
      }
    }
  }
}

}  // namespace
}  // namespace kernelc::runtime_test
