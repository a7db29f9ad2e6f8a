// Runs a program in a sandbox where the system has no barrier for all threads of a process: resets
// then need one in each operation. `without_membarrier PROGRAM [ARGUMENT...]`; exits with 77 where
// there are no such sandboxes.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <iterator>

namespace {

constexpr int kSkipped = 77;

bool ForbidMembarrier() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(filter)), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

int main(int, char** arguments) {
  if (!ForbidMembarrier()) {
    std::puts("the system lets no process restrict itself");
    return kSkipped;
  }
  execv(arguments[1], arguments + 1);
  std::perror("execv");
  return 1;
}
