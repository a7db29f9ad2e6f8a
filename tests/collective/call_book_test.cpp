// What is said of calls that do not fit together.
#include "runtime/collective/call_book.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

namespace kernelc::collective {
namespace {

using std::chrono::milliseconds;

class CallBookTest : public testing::Test {
 protected:
  static CallRecord Sum(std::uint64_t count) {
    CallRecord call;
    call.name = CallName::AllReduce;
    call.type = ScalarKind::Float32;
    call.count = count;
    return call;
  }
  void Add(int rank, const CallRecord& call) { book_->Add(rank, call, now_); }
  std::string Check() {
    const std::optional<ErrorInfo> wrong = book_->Check(now_);
    code_ = wrong ? wrong->code : ErrorCode::NotReady;
    return wrong ? wrong->message : "";
  }

  CallBook::Time now_{};
  std::optional<CallBook> book_{std::in_place, 3, milliseconds(100)};
  ErrorCode code_ = ErrorCode::NotReady;
};

TEST_F(CallBookTest, CallsThatFit) {
  for (int round = 0; round < 3; ++round) {
    for (int rank = 2; rank >= 0; --rank) {
      Add(rank, Sum(10));
      EXPECT_EQ(Check(), "");
    }
    now_ += milliseconds(90);
  }
  now_ += milliseconds(1000);
  EXPECT_EQ(Check(), "");
}

TEST_F(CallBookTest, OtherSizesOperationsRootsAndTypes) {
  CallRecord other = Sum(10);
  other.type = ScalarKind::Int32;
  CallRecord broadcast = Sum(10);
  broadcast.name = CallName::Broadcast;
  broadcast.root = 1;
  CallRecord max = Sum(10);
  max.op = ReduceOp::Max;
  const std::pair<CallRecord, const char*> cases[] = {
      {Sum(20), "rank 0 all reduce (sum) of 10 float32, rank 2 all reduce (sum) of 20 float32"},
      {other, "rank 2 all reduce (sum) of 10 int32"},
      {broadcast, "rank 2 broadcast of 10 float32 with root 1"},
      {max, "rank 2 all reduce (max) of 10 float32"}};
  for (const auto& [call, text] : cases) {
    book_.emplace(3, milliseconds(100));
    Add(0, Sum(10));
    Add(1, Sum(10));
    Add(2, call);
    EXPECT_NE(Check().find(text), std::string::npos) << Check();
    EXPECT_EQ(code_, ErrorCode::InvalidArgument);
  }
}

TEST_F(CallBookTest, MessagesOfOtherSizes) {
  CallRecord call;
  call.name = CallName::Exchange;
  call.sends = {{1, 40}, {1, 8}};
  Add(0, call);
  call.sends.clear();
  call.receives = {{0, 40}, {0, 9}};
  Add(1, call);
  call.receives.clear();
  Add(2, call);
  EXPECT_EQ(Check(), "rank 0 sends 40, 8 bytes to rank 1, which expects 40, 9 bytes");
}

TEST_F(CallBookTest, AMessageThatNobodyExpects) {
  CallRecord call;
  call.name = CallName::Exchange;
  Add(0, call);
  Add(1, call);
  call.sends = {{0, 4}};
  Add(2, call);
  EXPECT_EQ(Check(), "rank 2 sends 4 bytes to rank 0, which expects nothing");
}

TEST_F(CallBookTest, WhoDoesNotCome) {
  Add(1, Sum(10));
  now_ += milliseconds(99);
  EXPECT_EQ(Check(), "");
  now_ += milliseconds(2);
  EXPECT_EQ(Check(), "rank 0, rank 2 did not come to all reduce (sum) of 10 float32 (operation 1 of the group) within 100 ms");
  EXPECT_EQ(code_, ErrorCode::TimedOut);
}

TEST_F(CallBookTest, TimeCountsFromTheFirstOpenCall) {
  Add(1, Sum(10));
  now_ += milliseconds(80);
  Add(0, Sum(10));
  Add(1, Sum(10));
  Add(2, Sum(10));
  EXPECT_EQ(Check(), "");
  now_ += milliseconds(80);
  EXPECT_EQ(Check(), "");
  now_ += milliseconds(30);
  EXPECT_NE(Check(), "");
}

TEST_F(CallBookTest, WhoLeft) {
  Add(2, Sum(10));
  book_->Leave(2);
  Add(0, Sum(10));
  Add(1, Sum(10));
  EXPECT_EQ(Check(), "");
  Add(0, Sum(10));
  EXPECT_EQ(Check(), "rank 2 left the group before all reduce (sum) of 10 float32 (operation 2 of the group)");
  EXPECT_EQ(code_, ErrorCode::PeerLost);
}

TEST_F(CallBookTest, CallsTravelAsBytes) {
  CallRecord call = Sum(1234567890123);
  call.root = 3;
  call.op = ReduceOp::Min;
  call.sends = {{1, 5}};
  call.receives = {{2, 6}, {0, 7}};
  Bytes bytes;
  PutCall(bytes, call);
  Reader reader(bytes);
  const CallRecord back = GetCall(reader);
  EXPECT_TRUE(reader.ok() && reader.at_end());
  EXPECT_EQ(back.count, call.count);
  EXPECT_EQ(back.root, 3);
  EXPECT_EQ(back.op, ReduceOp::Min);
  EXPECT_EQ(back.sends, call.sends);
  EXPECT_EQ(back.receives, call.receives);
  // Bytes that end too early are no call.
  bytes.resize(bytes.size() - 1);
  Reader shorter(bytes);
  GetCall(shorter);
  EXPECT_FALSE(shorter.ok());
}

}  // namespace
}  // namespace kernelc::collective
