/* The threads of a grid on one thread of the CPU, for random_programs_gpu.py: those of a block take turns, each on a stack of its
 * own, and wait at barriers and shuffles until all that are left of the block or the warp are there. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { kMostThreads = 1024, kStackBytes = 128 * 1024, kLanes = 32 };

enum State { kRuns, kAtBarrier, kAtShuffle, kEnded };
enum Vote { kNone, kOr, kAnd, kCount };
enum Shuffle { kIndex, kUp, kDown, kXor };

struct Thread {
  ucontext_t context;
  enum State state;
  /* A Vote or a Shuffle, what the thread gives, by which lane or distance, and what it gets. */
  int kind;
  int value;
  int by;
  int result;
};

static struct Thread threads[kMostThreads];
static ucontext_t scheduler;
static char* stacks;
static int current;
static int count;
static int thread_index[3], block_index[3], block_size[3], grid_size[3];
static void (*kernel)(int64_t*);
static int64_t* arguments;

#define KC_PLACES(name, values)                     \
  int place_##name##_x(void) { return values[0]; } \
  int place_##name##_y(void) { return values[1]; } \
  int place_##name##_z(void) { return values[2]; }

KC_PLACES(tid, thread_index)
KC_PLACES(ctaid, block_index)
KC_PLACES(ntid, block_size)
KC_PLACES(nctaid, grid_size)

int place_laneid(void) { return current % kLanes; }
int place_warpsize(void) { return kLanes; }

static void Continue(int thread) {
  current = thread;
  thread_index[0] = thread % block_size[0];
  thread_index[1] = thread / block_size[0] % block_size[1];
  thread_index[2] = thread / block_size[0] / block_size[1];
  swapcontext(&scheduler, &threads[thread].context);
}

static void Start(void) {
  kernel(arguments);
  threads[current].state = kEnded;
  swapcontext(&threads[current].context, &scheduler);
}

static int Wait(enum State state, int kind, int value, int by) {
  struct Thread* thread = &threads[current];
  thread->state = state;
  thread->kind = kind;
  thread->value = value;
  thread->by = by;
  swapcontext(&thread->context, &scheduler);
  return thread->result;
}

void wait_block(void) { Wait(kAtBarrier, kNone, 0, 0); }
int vote_or(int value) { return Wait(kAtBarrier, kOr, value != 0, 0); }
int vote_and(int value) { return Wait(kAtBarrier, kAnd, value != 0, 0); }
int vote_count(int value) { return Wait(kAtBarrier, kCount, value != 0, 0); }
int shuffle(int kind, int value, int by) { return Wait(kAtShuffle, kind, value, by); }

static int SourceLane(int lane, const struct Thread* thread) {
  switch (thread->kind) {
    case kIndex:
      return thread->by % kLanes;
    case kUp:
      return lane - thread->by;
    case kDown:
      return lane + thread->by;
    default:
      return lane ^ thread->by;
  }
}

static int ShuffleWarp(int first) {
  const int end = first + kLanes < count ? first + kLanes : count;
  int waiting = 0;
  int left = 0;
  for (int i = first; i < end; ++i) {
    waiting += threads[i].state == kAtShuffle;
    left += threads[i].state != kEnded;
  }
  if (waiting == 0 || waiting != left) {
    return 0;
  }
  for (int i = first; i < end; ++i) {
    const int lane = SourceLane(i - first, &threads[i]);
    const int is_there = lane >= 0 && lane < end - first && threads[first + lane].state == kAtShuffle;
    threads[i].result = threads[is_there ? first + lane : i].value;
  }
  for (int i = first; i < end; ++i) {
    threads[i].state = threads[i].state == kAtShuffle ? kRuns : threads[i].state;
  }
  return 1;
}

static int PassBarrier(void) {
  int waiting = 0;
  int left = 0;
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    waiting += threads[i].state == kAtBarrier;
    left += threads[i].state != kEnded;
    sum += threads[i].state == kAtBarrier ? threads[i].value : 0;
  }
  if (waiting == 0 || waiting != left) {
    return 0;
  }
  for (int i = 0; i < count; ++i) {
    if (threads[i].state == kAtBarrier) {
      threads[i].result = threads[i].kind == kOr ? sum != 0 : threads[i].kind == kAnd ? sum == waiting : sum;
      threads[i].state = kRuns;
    }
  }
  return 1;
}

/* False where its threads wait for each other forever. */
static int RunBlock(void) {
  for (int i = 0; i < count; ++i) {
    getcontext(&threads[i].context);
    threads[i].context.uc_stack.ss_sp = stacks + (size_t)kStackBytes * i;
    threads[i].context.uc_stack.ss_size = kStackBytes;
    makecontext(&threads[i].context, Start, 0);
    threads[i].state = kRuns;
  }
  for (int goes_on = 1; goes_on;) {
    goes_on = 0;
    for (int i = 0; i < count; ++i) {
      if (threads[i].state == kRuns) {
        goes_on = 1;
        Continue(i);
      }
    }
    for (int first = 0; first < count; first += kLanes) {
      goes_on |= ShuffleWarp(first);
    }
    goes_on |= PassBarrier();
  }
  for (int i = 0; i < count; ++i) {
    if (threads[i].state != kEnded) {
      return 0;
    }
  }
  return 1;
}

/* Runs `function` for each thread of the grid; false where threads wait forever. */
int run_grid(void* function, int64_t* values, const int* grid, const int* block) {
  kernel = (void (*)(int64_t*))function;
  arguments = values;
  stacks = stacks != NULL ? stacks : malloc((size_t)kStackBytes * kMostThreads);
  memcpy(grid_size, grid, sizeof grid_size);
  memcpy(block_size, block, sizeof block_size);
  count = block[0] * block[1] * block[2];
  for (block_index[2] = 0; block_index[2] < grid[2]; ++block_index[2]) {
    for (block_index[1] = 0; block_index[1] < grid[1]; ++block_index[1]) {
      for (block_index[0] = 0; block_index[0] < grid[0]; ++block_index[0]) {
        if (!RunBlock()) {
          return 0;
        }
      }
    }
  }
  return 1;
}
