// Occupancy: figures worked out by hand, bad input, and on each device what it says itself.
#include "kernelc/occupancy.h"

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class OccupancyTest : public OnDevice {};
KC_ON_EACH_DEVICE(OccupancyTest);

std::string Describe(const OccupancyRecord& record) {
  return std::to_string(record.tb_per_mp) + " blocks, " + std::to_string(record.warps_per_mp) +
         " warps, " + std::string(occupancy_limit_name(record.limited_by));
}

TEST(DeviceDataTest, ArchitecturesHaveTheirFigures) {
  const DeviceData hopper("sm_90a");
  EXPECT_EQ(hopper.arch, "sm_90a");
  EXPECT_EQ(hopper.max_threads, 1024);
  EXPECT_EQ(hopper.warp_size, 32);
  EXPECT_EQ(hopper.warps_per_mp, 64);
  EXPECT_EQ(hopper.thread_blocks_per_mp, 32);
  EXPECT_EQ(hopper.registers, 65536);
  EXPECT_EQ(hopper.shared_memory, 48U * 1024);
  EXPECT_EQ(hopper.shared_memory_optin, 227U * 1024);
  EXPECT_EQ(hopper.smem_granularity, 32);
  EXPECT_EQ(hopper.smem_alloc_granularity, 128U);
  const DeviceData turing("sm_75");
  EXPECT_EQ(turing.warps_per_mp, 32);
  EXPECT_EQ(turing.thread_blocks_per_mp, 16);
  EXPECT_EQ(turing.shared_memory_optin, 64U * 1024);
  EXPECT_EQ(turing.smem_alloc_granularity, 256U);
  EXPECT_EQ(DeviceData::architectures().size(), 12U);
  for (const std::string& arch : DeviceData::architectures()) {
    const DeviceData data(arch);
    EXPECT_EQ(data.shared_memory_optin + data.reserved_shared_memory, data.shared_memory_per_mp);
  }
}

TEST(DeviceDataTest, UnknownArchitecturesAreErrors) {
  for (const char* name : {"", "sm_", "sm_70", "sm_75a", "sm_90f", "sm_90b", "sm_-90", "sm_9 0",
                           "90", "sm_100af", "sm_99999999999999999999", "SM_90", "cpu"}) {
    EXPECT_ERROR(DeviceData{name}, ErrorCode::InvalidArgument, "is no GPU architecture");
    EXPECT_FALSE(DeviceData::Find(name)) << name;
  }
  EXPECT_ERROR(DeviceData("sm_70"), ErrorCode::InvalidArgument, "sm_75 sm_80 sm_86");
  EXPECT_TRUE(DeviceData::Find("sm_120f"));
}

TEST(DeviceDataTest, AlignmentsAreThoseOfPyCuda) {
  const DeviceData data("sm_80");
  EXPECT_EQ(data.align_bytes(), 64U);
  EXPECT_EQ(data.align_bytes(8), 128U);
  EXPECT_EQ(data.align_bytes(16), 128U);
  EXPECT_EQ(data.align_words(4), 16U);
  EXPECT_EQ(data.align_words(8), 16U);
  EXPECT_EQ(data.align_words(16), 8U);
  EXPECT_EQ(data.align(0), 0U);
  EXPECT_EQ(data.align(1), 64U);
  EXPECT_EQ(data.align(64), 64U);
  EXPECT_EQ(data.align(129, 8), 256U);
  EXPECT_EQ(data.align_dtype(17, 4), 32U);
  EXPECT_EQ(data.align_dtype(9, 16), 16U);
  // Exact where a double would not be.
  EXPECT_EQ(data.align((std::size_t{1} << 60) + 1), (std::size_t{1} << 60) + 64);
  for (const std::size_t size : {0U, 1U, 2U, 3U, 5U, 12U, 32U}) {
    EXPECT_ERROR(data.align_bytes(size), ErrorCode::InvalidArgument, "they have 4, 8 or 16");
    EXPECT_ERROR(data.align_words(size), ErrorCode::InvalidArgument, "they have 4, 8 or 16");
    EXPECT_ERROR(data.align_dtype(1, size), ErrorCode::InvalidArgument, "they have 4, 8 or 16");
  }
  const std::size_t most = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(data.align(most - 63), most - 63);
  EXPECT_ERROR(data.align(most - 62), ErrorCode::InvalidArgument, "does not fit");
  EXPECT_ERROR(data.align_dtype(most, 4), ErrorCode::InvalidArgument, "does not fit");
}

TEST(DeviceDataTest, TexturesHaveOneTwoOrFourChannels) {
  EXPECT_EQ(DeviceData::make_valid_tex_channel_count(1), 1);
  EXPECT_EQ(DeviceData::make_valid_tex_channel_count(2), 2);
  EXPECT_EQ(DeviceData::make_valid_tex_channel_count(3), 4);
  EXPECT_EQ(DeviceData::make_valid_tex_channel_count(4), 4);
  EXPECT_ERROR(DeviceData::make_valid_tex_channel_count(0), ErrorCode::InvalidArgument, "not 0");
  EXPECT_ERROR(DeviceData::make_valid_tex_channel_count(5), ErrorCode::InvalidArgument, "not 5");
}

TEST(OccupancyRecordTest, LimitsByHand) {
  const DeviceData ampere("sm_80");
  // 64 warps, 32 blocks of one.
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 32)), "32 blocks, 32 warps, device");
  // Blocks of 64 threads: both limits are 32, and "device" comes before "warps".
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 64)), "32 blocks, 64 warps, device");
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 96)), "21 blocks, 63 warps, warps");
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 1024)), "2 blocks, 64 warps, warps");
  // 33 registers take 1280 of a warp; 16384 of each quarter hold 12 warps.
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 256, 0, 33)), "6 blocks, 48 warps, regs");
  // 32 registers hold all 64 warps: the same as the limit of warps, and "regs" comes first.
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 256, 0, 32)), "8 blocks, 64 warps, regs");
  // 255 registers are 8192 of a warp: blocks of 8 warps, and none larger.
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 256, 0, 255)), "1 blocks, 8 warps, regs");
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 257, 0, 255)), "0 blocks, 0 warps, regs");
  // 164 KiB, of which each block has 1 KiB that it does not see.
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 128, 40 * 1024)), "4 blocks, 16 warps, smem");
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 128, 40 * 1024 + 1)), "3 blocks, 12 warps, smem");
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 128, 163 * 1024)), "1 blocks, 4 warps, smem");
  EXPECT_EQ(Describe(OccupancyRecord(ampere, 128, 163 * 1024 + 1)), "0 blocks, 0 warps, smem");
  // All of "regs", "smem" and "warps" are 4.
  const OccupancyRecord tie(ampere, 512, 40 * 1024, 32);
  EXPECT_EQ(Describe(tie), "4 blocks, 64 warps, regs");
  EXPECT_EQ(tie.tb_per_mp_limits, (std::array<int, 4>{32, 4, 4, 4}));
  EXPECT_EQ(tie.occupancy, 1.0);
  EXPECT_EQ(OccupancyRecord(ampere, 33).tb_per_mp_limits[1], OccupancyRecord::kUnlimited);
  EXPECT_EQ(OccupancyRecord(DeviceData("sm_75"), 32).tb_per_mp_limits[2],
            OccupancyRecord::kUnlimited);
  EXPECT_EQ(OccupancyRecord(DeviceData("sm_86"), 1024).occupancy, 32.0 / 48);
}

TEST(OccupancyRecordTest, BadInputIsAnError) {
  const DeviceData data("sm_90");
  EXPECT_ERROR(OccupancyRecord(data, 1025), ErrorCode::LaunchLimit, "the limit is 1024");
  EXPECT_ERROR(OccupancyRecord(data, 0), ErrorCode::InvalidArgument, "at least 1 thread, not 0");
  EXPECT_ERROR(OccupancyRecord(data, -32), ErrorCode::InvalidArgument, "not -32");
  EXPECT_ERROR(OccupancyRecord(data, 32, 0, 256), ErrorCode::InvalidArgument,
               "256 registers: a thread has 0 to 255");
  EXPECT_ERROR(OccupancyRecord(data, 32, 0, -1), ErrorCode::InvalidArgument, "-1 registers");
  const std::size_t most = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(OccupancyRecord(data, 32, most).tb_per_mp, 0);
  EXPECT_ERROR(OccupancyCurve(data, 0, 0, 2048), ErrorCode::LaunchLimit, "2048 threads");
  EXPECT_ERROR(OccupancyCurve(data, 0, 0, -1), ErrorCode::InvalidArgument, "not -1");
}

TEST(OccupancyRecordTest, CurvesHaveTheirBest) {
  const DeviceData data("sm_90");
  const std::vector<OccupancyRecord> curve = OccupancyCurve(data, 0, 40);
  ASSERT_EQ(curve.size(), 32U);
  EXPECT_EQ(curve[7].threads, 256);
  // 1280 registers of a warp: 12 warps in a quarter, 48 in all, which blocks of 768 threads fill.
  EXPECT_EQ(BestOccupancy(curve)->threads, 768);
  EXPECT_EQ(BestOccupancy(curve)->warps_per_mp, 48);
  EXPECT_EQ(OccupancyCurve(data, 0, 40, 100).back().threads, 96);
  EXPECT_FALSE(BestOccupancy(OccupancyCurve(data, 228 * 1024)));
  EXPECT_FALSE(BestOccupancy({}));
}

TEST_P(OccupancyTest, DevicesSayWhatTheirArchitectureHas) {
  const DeviceData data(context->device());
  EXPECT_EQ(data.arch, context->device().arch());
  EXPECT_GE(data.max_threads, 1024);
  const std::optional<DeviceData> known = DeviceData::Find(data.arch);
  if (is_cpu() || !known) {
    EXPECT_GE(data.thread_blocks_per_mp, 1);
    return;
  }
  EXPECT_EQ(data.max_threads, known->max_threads);
  EXPECT_EQ(data.warp_size, known->warp_size);
  EXPECT_EQ(data.warps_per_mp, known->warps_per_mp);
  EXPECT_EQ(data.thread_blocks_per_mp, known->thread_blocks_per_mp);
  EXPECT_EQ(data.registers, known->registers);
  EXPECT_EQ(data.registers_per_mp, known->registers_per_mp);
  EXPECT_EQ(data.shared_memory, known->shared_memory);
  EXPECT_EQ(data.shared_memory_optin, known->shared_memory_optin);
  EXPECT_EQ(data.shared_memory_per_mp, known->shared_memory_per_mp);
  EXPECT_EQ(data.reserved_shared_memory, known->reserved_shared_memory);
  EXPECT_EQ(data.smem_alloc_granularity, known->smem_alloc_granularity);
}

TEST_P(OccupancyTest, KernelsHaveWhatTheDriverSays) {
  for (const char* name : {"add", "shared"}) {
    const Kernel code = kernel(name);
    const DeviceData data(context->device());
    const std::size_t room = data.shared_memory_optin - code.attributes().static_shared_bytes;
    for (int threads = 1; threads <= code.attributes().max_threads_per_block; threads += 37) {
      for (const std::size_t shared : {std::size_t{0}, std::size_t{1}, std::size_t{5000}, room}) {
        const OccupancyRecord record(code, threads, shared);
        EXPECT_EQ(record.tb_per_mp,
                  code.max_active_blocks(static_cast<std::uint32_t>(threads), shared))
            << name << ", " << threads << " threads, " << shared << " bytes";
      }
    }
    EXPECT_EQ(OccupancyRecord(code, 32, room + 1).tb_per_mp, 0);
    EXPECT_EQ(OccupancyRecord(code, 32, std::numeric_limits<std::size_t>::max()).tb_per_mp, 0);
    EXPECT_ERROR(OccupancyRecord(code, 4096), ErrorCode::LaunchLimit, "a block of 4096 threads");
  }
}

}  // namespace
}  // namespace kernelc::runtime_test
