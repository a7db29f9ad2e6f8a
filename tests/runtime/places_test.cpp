// The CPU devices that a machine is shared out among.
#include "runtime/cpu/places.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace kernelc::cpu {
namespace {

TEST(CoreList, NumbersAndRanges) {
  EXPECT_EQ(ParseCoreList("0-3,8"), (std::vector<int>{0, 1, 2, 3, 8}));
  EXPECT_EQ(ParseCoreList("5"), std::vector<int>{5});
  for (const char* wrong : {"", "3-1", "a", "1-", "-1", "1,,2", "0-99999"}) {
    EXPECT_TRUE(ParseCoreList(wrong).empty()) << wrong;
  }
}

class PlacesTest : public testing::Test {
 protected:
  PlacesTest() {
    folder_ = std::filesystem::temp_directory_path() / ("kernelc_places_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~PlacesTest() override { std::filesystem::remove_all(folder_); }
  void AddNode(const char* name, const char* cores) const {
    std::filesystem::create_directories(folder_ / name);
    std::ofstream(folder_ / name / "cpulist") << cores << '\n';
  }
  std::vector<Place> Share(std::string_view wanted, unsigned threads) {
    return SharePlaces(wanted, threads, {0, 1, 2, 3, 4, 5, 6, 7}, folder_, &why_);
  }

  std::filesystem::path folder_;
  std::string why_;
};

TEST_F(PlacesTest, ANumberSharesTheThreads) {
  const std::vector<Place> places = Share("3", 8);
  ASSERT_EQ(places.size(), 3u);
  EXPECT_EQ(places[0].threads, 3u);
  EXPECT_EQ(places[1].threads, 3u);
  EXPECT_EQ(places[2].threads, 2u);
  EXPECT_TRUE(places[0].cores.empty());
  // More devices than threads have one each.
  EXPECT_EQ(Share("4", 2)[3].threads, 1u);
}

TEST_F(PlacesTest, NodesHaveTheirCoresAndMemory) {
  AddNode("node1", "4-7,12");
  AddNode("node0", "0-3");
  AddNode("node2", "8-11");
  AddNode("possible", "0-2");
  const std::vector<Place> places = Share("numa", 4);
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0].node, 0);
  EXPECT_EQ(places[1].node, 1);
  EXPECT_EQ(places[1].cores, (std::vector<int>{4, 5, 6, 7}));
  EXPECT_EQ(places[1].threads, 2u);
}

TEST_F(PlacesTest, AMachineWithoutNodesIsOne) {
  const std::vector<Place> places = Share("numa", 4);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].threads, 4u);
  EXPECT_EQ(places[0].node, -1);
}

TEST_F(PlacesTest, WhatIsNoNumberIsNamed) {
  for (const char* wrong : {"0", "x", "-1", "1000", "2 "}) {
    EXPECT_TRUE(Share(wrong, 4).empty());
    EXPECT_NE(why_.find(wrong), std::string::npos) << why_;
  }
}

}  // namespace
}  // namespace kernelc::cpu
