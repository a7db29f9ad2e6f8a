#include "runtime/collective/call_book.h"

#include <algorithm>
#include <utility>

#include "runtime/backend/text.h"

namespace kernelc::collective {
namespace {

using backend::Concat;

constexpr std::string_view kOpNames[] = {"sum", "product", "min", "max"};

bool Reduces(CallName name) {
  return name == CallName::Reduce || name == CallName::AllReduce || name == CallName::ReduceScatter;
}

// "all reduce (sum) of 100 float32".
std::string Text(const CallRecord& call) {
  std::string text(NameOf(call.name));
  if (Reduces(call.name)) {
    text += Concat(" (", kOpNames[static_cast<std::size_t>(call.op)], ')');
  }
  if (call.count != 0) {
    text += Concat(" of ", call.count, ' ', abi::scalar_info(call.type).text);
  }
  return call.root < 0 ? text : Concat(text, " with root ", call.root);
}

ErrorInfo Wrong(ErrorCode code, const CallRecord& call, std::string message) {
  ErrorInfo info;
  info.code = code;
  info.operation = NameOf(call.name);
  info.message = std::move(message);
  return info;
}

std::vector<std::uint64_t> BytesWith(const std::vector<CallRecord::Part>& parts, int peer) {
  std::vector<std::uint64_t> bytes;
  for (const CallRecord::Part& part : parts) {
    if (part.peer == peer) {
      bytes.push_back(part.bytes);
    }
  }
  return bytes;
}

std::string ListText(const std::vector<std::uint64_t>& bytes) {
  if (bytes.empty()) {
    return "nothing";
  }
  std::string text;
  for (const std::uint64_t each : bytes) {
    text += Concat(text.empty() ? "" : ", ", each);
  }
  return text + " bytes";
}

void PutParts(Bytes& out, const std::vector<CallRecord::Part>& parts) {
  Put(out, static_cast<std::uint32_t>(parts.size()));
  for (const CallRecord::Part& part : parts) {
    Put(out, part.peer);
    Put(out, part.bytes);
  }
}

std::vector<CallRecord::Part> GetParts(Reader& reader) {
  std::vector<CallRecord::Part> parts;
  const auto count = reader.Get<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    const int peer = reader.Get<int>();
    parts.push_back({peer, reader.Get<std::uint64_t>()});
  }
  return parts;
}

}  // namespace

std::string_view NameOf(CallName name) {
  constexpr std::string_view kNames[] = {"broadcast", "reduce", "all reduce", "all gather",
                                         "reduce scatter", "scatter", "gather", "exchange"};
  return kNames[static_cast<std::size_t>(name)];
}

void PutCall(Bytes& out, const CallRecord& call) {
  Put(out, call.name);
  Put(out, call.op);
  Put(out, call.type);
  Put(out, call.root);
  Put(out, call.count);
  PutParts(out, call.sends);
  PutParts(out, call.receives);
}

CallRecord GetCall(Reader& reader) {
  CallRecord call;
  call.name = reader.Get<CallName>();
  call.op = reader.Get<ReduceOp>();
  call.type = reader.Get<ScalarKind>();
  call.root = reader.Get<int>();
  call.count = reader.Get<std::uint64_t>();
  call.sends = GetParts(reader);
  call.receives = GetParts(reader);
  return call;
}

CallBook::CallBook(int size, std::chrono::milliseconds timeout)
    : ranks_(static_cast<std::size_t>(size)), timeout_(timeout) {}

void CallBook::Add(int rank, CallRecord call, Time now) {
  Rank& caller = ranks_[static_cast<std::size_t>(rank)];
  caller.calls.push_back(std::move(call));
  ++caller.count;
  if (!since_) {
    since_ = now;
  }
}

void CallBook::Leave(int rank) { ranks_[static_cast<std::size_t>(rank)].left = true; }

std::optional<ErrorInfo> CallBook::Check(Time now) {
  const auto has_call = [](const Rank& rank) { return !rank.calls.empty(); };
  while (std::all_of(ranks_.begin(), ranks_.end(), has_call)) {
    if (std::optional<ErrorInfo> wrong = Compare()) {
      return wrong;
    }
    for (Rank& rank : ranks_) {
      rank.calls.pop_front();
    }
    ++complete_;
    since_ = now;
  }
  return FindMissing(now);
}

std::optional<ErrorInfo> CallBook::Compare() const {
  const CallRecord& first = ranks_[0].calls.front();
  for (std::size_t i = 1; i < ranks_.size(); ++i) {
    const CallRecord& other = ranks_[i].calls.front();
    if (other.name != first.name || other.root != first.root || other.count != first.count ||
        other.type != first.type || (Reduces(first.name) && other.op != first.op)) {
      return Wrong(ErrorCode::InvalidArgument, first,
                   Concat("ranks called what does not fit together: rank 0 ", Text(first), ", rank ", i, ' ',
                          Text(other)));
    }
  }
  for (std::size_t from = 0; from < ranks_.size(); ++from) {
    for (std::size_t to = 0; to < ranks_.size(); ++to) {
      if (std::optional<ErrorInfo> wrong = CompareParts(static_cast<int>(from), static_cast<int>(to))) {
        return wrong;
      }
    }
  }
  return std::nullopt;
}

std::optional<ErrorInfo> CallBook::CompareParts(int from, int to) const {
  const CallRecord& sender = ranks_[static_cast<std::size_t>(from)].calls.front();
  const CallRecord& receiver = ranks_[static_cast<std::size_t>(to)].calls.front();
  if (sender.sends.empty() && receiver.receives.empty()) {
    return std::nullopt;
  }
  const std::vector<std::uint64_t> sent = BytesWith(sender.sends, to);
  const std::vector<std::uint64_t> expected = BytesWith(receiver.receives, from);
  if (sent == expected) {
    return std::nullopt;
  }
  return Wrong(ErrorCode::InvalidArgument, sender,
               Concat("rank ", from, " sends ", ListText(sent), " to rank ", to, ", which expects ",
                      ListText(expected)));
}

std::optional<ErrorInfo> CallBook::FindMissing(Time now) {
  const Rank* ahead = nullptr;
  std::string missing;
  std::string left;
  for (const Rank& rank : ranks_) {
    if (!rank.calls.empty() && ahead == nullptr) {
      ahead = &rank;
    }
  }
  if (ahead == nullptr) {
    since_.reset();
    return std::nullopt;
  }
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    if (ranks_[i].calls.empty()) {
      std::string& list = ranks_[i].left ? left : missing;
      list += Concat(list.empty() ? "rank " : ", rank ", i);
    }
  }
  const CallRecord& call = ahead->calls.front();
  const std::string what = Concat(Text(call), " (operation ", complete_ + 1, " of the group)");
  if (!left.empty()) {
    return Wrong(ErrorCode::PeerLost, call, Concat(left, " left the group before ", what));
  }
  if (now - *since_ < timeout_) {
    return std::nullopt;
  }
  return Wrong(ErrorCode::TimedOut, call,
               Concat(missing, " did not come to ", what, " within ", timeout_.count(), " ms"));
}

}  // namespace kernelc::collective
