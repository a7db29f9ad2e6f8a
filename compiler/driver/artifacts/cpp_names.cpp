#include "compiler/driver/artifacts/cpp_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernelc::driver {
namespace {

constexpr std::string_view kKeywords[] = {
    "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic", "_Imaginary", "_Noreturn",
    "_Static_assert", "_Thread_local", "alignas", "alignof", "and", "and_eq", "asm", "auto",
    "bitand", "bitor", "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t",
    "class", "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast",
    "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do",
    "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float",
    "for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new",
    "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected",
    "public", "register", "reinterpret_cast", "requires", "return", "short", "signed", "sizeof",
    "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
    "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned",
    "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
};
static_assert(std::ranges::is_sorted(kKeywords));

// What the header says without `::` in front, in its namespace or in its functions.
constexpr std::string_view kOwn[] = {
    "LoadImage", "image", "kernelc", "kernelc_cuda", "launch", "params", "std",
};
static_assert(std::ranges::is_sorted(kOwn));

// Of <sys/sysmacros.h>, <complex.h>, <cassert>, <cerrno>, <cfloat>, <climits>, <cmath>, <cstdio> and of what generated
// headers include, cuda.h among it.
constexpr std::string_view kMacros[] = {
    "ADJ_ESTERROR", "ADJ_FREQUENCY", "ADJ_MAXERROR", "ADJ_MICRO", "ADJ_NANO", "ADJ_OFFSET",
    "ADJ_OFFSET_SINGLESHOT", "ADJ_OFFSET_SS_READ", "ADJ_SETOFFSET", "ADJ_STATUS", "ADJ_TAI",
    "ADJ_TICK", "ADJ_TIMECONST", "AIO_PRIO_DELTA_MAX", "ATOMIC_BOOL_LOCK_FREE",
    "ATOMIC_CHAR16_T_LOCK_FREE", "ATOMIC_CHAR32_T_LOCK_FREE", "ATOMIC_CHAR8_T_LOCK_FREE",
    "ATOMIC_CHAR_LOCK_FREE", "ATOMIC_FLAG_INIT", "ATOMIC_INT_LOCK_FREE", "ATOMIC_LLONG_LOCK_FREE",
    "ATOMIC_LONG_LOCK_FREE", "ATOMIC_POINTER_LOCK_FREE", "ATOMIC_SHORT_LOCK_FREE",
    "ATOMIC_VAR_INIT", "ATOMIC_WCHAR_T_LOCK_FREE", "BC_BASE_MAX", "BC_DIM_MAX", "BC_SCALE_MAX",
    "BC_STRING_MAX", "BIG_ENDIAN", "BOOL_MAX", "BOOL_WIDTH", "BUFSIZ", "BYTE_ORDER",
    "CHARCLASS_NAME_MAX", "CHAR_BIT", "CHAR_MAX", "CHAR_MIN", "CHAR_WIDTH", "CLOCKS_PER_SEC",
    "CLOCK_BOOTTIME", "CLOCK_BOOTTIME_ALARM", "CLOCK_MONOTONIC", "CLOCK_MONOTONIC_COARSE",
    "CLOCK_MONOTONIC_RAW", "CLOCK_PROCESS_CPUTIME_ID", "CLOCK_REALTIME", "CLOCK_REALTIME_ALARM",
    "CLOCK_REALTIME_COARSE", "CLOCK_TAI", "CLOCK_THREAD_CPUTIME_ID", "CLONE_CHILD_CLEARTID",
    "CLONE_CHILD_SETTID", "CLONE_DETACHED", "CLONE_FILES", "CLONE_FS", "CLONE_IO",
    "CLONE_NEWCGROUP", "CLONE_NEWIPC", "CLONE_NEWNET", "CLONE_NEWNS", "CLONE_NEWPID",
    "CLONE_NEWTIME", "CLONE_NEWUSER", "CLONE_NEWUTS", "CLONE_PARENT", "CLONE_PARENT_SETTID",
    "CLONE_PIDFD", "CLONE_PTRACE", "CLONE_SETTLS", "CLONE_SIGHAND", "CLONE_SYSVSEM", "CLONE_THREAD",
    "CLONE_UNTRACED", "CLONE_VFORK", "CLONE_VM", "CLOSE_RANGE_CLOEXEC", "CLOSE_RANGE_UNSHARE",
    "COLL_WEIGHTS_MAX", "CPU_ALLOC", "CPU_ALLOC_SIZE", "CPU_AND", "CPU_AND_S", "CPU_CLR",
    "CPU_CLR_S", "CPU_COUNT", "CPU_COUNT_S", "CPU_EQUAL", "CPU_EQUAL_S", "CPU_FREE", "CPU_ISSET",
    "CPU_ISSET_S", "CPU_OR", "CPU_OR_S", "CPU_SET", "CPU_SETSIZE", "CPU_SET_S", "CPU_XOR",
    "CPU_XOR_S", "CPU_ZERO", "CPU_ZERO_S", "CSIGNAL", "CUDAAPI", "CUDA_ARRAY3D_2DARRAY",
    "CUDA_ARRAY3D_COLOR_ATTACHMENT", "CUDA_ARRAY3D_CUBEMAP", "CUDA_ARRAY3D_DEFERRED_MAPPING",
    "CUDA_ARRAY3D_DEPTH_TEXTURE", "CUDA_ARRAY3D_LAYERED", "CUDA_ARRAY3D_SPARSE",
    "CUDA_ARRAY3D_SURFACE_LDST", "CUDA_ARRAY3D_TEXTURE_GATHER", "CUDA_ARRAY3D_VIDEO_ENCODE_DECODE",
    "CUDA_CB", "CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC",
    "CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC", "CUDA_EXTERNAL_MEMORY_DEDICATED",
    "CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC",
    "CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC", "CUDA_NVSCISYNC_ATTR_SIGNAL",
    "CUDA_NVSCISYNC_ATTR_WAIT", "CUDA_VERSION", "CU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL",
    "CU_COMPUTE_ACCELERATED_TARGET_BASE", "CU_COMPUTE_FAMILY_TARGET_BASE", "CU_DEVICE_CPU",
    "CU_DEVICE_INVALID", "CU_GRAPH_COND_ASSIGN_DEFAULT", "CU_GRAPH_KERNEL_NODE_PORT_DEFAULT",
    "CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER", "CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC",
    "CU_IPC_HANDLE_SIZE", "CU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW",
    "CU_KERNEL_NODE_ATTRIBUTE_CLUSTER_DIMENSION",
    "CU_KERNEL_NODE_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE",
    "CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE", "CU_KERNEL_NODE_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE",
    "CU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN", "CU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP",
    "CU_KERNEL_NODE_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION",
    "CU_KERNEL_NODE_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT",
    "CU_KERNEL_NODE_ATTRIBUTE_PRIORITY", "CU_LAUNCH_KERNEL_REQUIRED_BLOCK_DIM",
    "CU_LAUNCH_PARAM_BUFFER_POINTER", "CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT",
    "CU_LAUNCH_PARAM_BUFFER_SIZE", "CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT", "CU_LAUNCH_PARAM_END",
    "CU_LAUNCH_PARAM_END_AS_INT", "CU_MEMHOSTALLOC_DEVICEMAP", "CU_MEMHOSTALLOC_PORTABLE",
    "CU_MEMHOSTALLOC_WRITECOMBINED", "CU_MEMHOSTREGISTER_DEVICEMAP", "CU_MEMHOSTREGISTER_IOMEMORY",
    "CU_MEMHOSTREGISTER_PORTABLE", "CU_MEMHOSTREGISTER_READ_ONLY",
    "CU_MEM_CREATE_USAGE_HW_DECOMPRESS", "CU_MEM_CREATE_USAGE_TILE_POOL",
    "CU_MEM_POOL_CREATE_USAGE_HW_DECOMPRESS", "CU_PARAM_TR_DEFAULT",
    "CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW", "CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN",
    "CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP", "CU_STREAM_ATTRIBUTE_PRIORITY",
    "CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY", "CU_STREAM_LEGACY", "CU_STREAM_PER_THREAD",
    "CU_TENSOR_MAP_NUM_QWORDS", "CU_TRSA_OVERRIDE_FORMAT", "CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION",
    "CU_TRSF_NORMALIZED_COORDINATES", "CU_TRSF_READ_AS_INTEGER", "CU_TRSF_SEAMLESS_CUBEMAP",
    "CU_TRSF_SRGB", "CU_UUID_HAS_BEEN_DEFINED", "DBL_DECIMAL_DIG", "DBL_DIG", "DBL_EPSILON",
    "DBL_HAS_SUBNORM", "DBL_MANT_DIG", "DBL_MAX", "DBL_MAX_10_EXP", "DBL_MAX_EXP", "DBL_MIN",
    "DBL_MIN_10_EXP", "DBL_MIN_EXP", "DBL_TRUE_MIN", "DECIMAL_DIG", "DELAYTIMER_MAX",
    "DLFO_EH_SEGMENT_TYPE", "DLFO_STRUCT_HAS_EH_COUNT", "DLFO_STRUCT_HAS_EH_DBASE", "DL_CALL_FCT",
    "E2BIG", "EACCES", "EADDRINUSE", "EADDRNOTAVAIL", "EADV", "EAFNOSUPPORT", "EAGAIN", "EALREADY",
    "EBADE", "EBADF", "EBADFD", "EBADMSG", "EBADR", "EBADRQC", "EBADSLT", "EBFONT", "EBUSY",
    "ECANCELED", "ECHILD", "ECHRNG", "ECOMM", "ECONNABORTED", "ECONNREFUSED", "ECONNRESET",
    "EDEADLK", "EDEADLOCK", "EDESTADDRREQ", "EDOM", "EDOTDOT", "EDQUOT", "EEXIST", "EFAULT",
    "EFBIG", "EHOSTDOWN", "EHOSTUNREACH", "EHWPOISON", "EIDRM", "EILSEQ", "EINPROGRESS", "EINTR",
    "EINVAL", "EIO", "EISCONN", "EISDIR", "EISNAM", "EKEYEXPIRED", "EKEYREJECTED", "EKEYREVOKED",
    "EL2HLT", "EL2NSYNC", "EL3HLT", "EL3RST", "ELIBACC", "ELIBBAD", "ELIBEXEC", "ELIBMAX",
    "ELIBSCN", "ELNRNG", "ELOOP", "EMEDIUMTYPE", "EMFILE", "EMLINK", "EMSGSIZE", "EMULTIHOP",
    "ENAMETOOLONG", "ENAVAIL", "ENETDOWN", "ENETRESET", "ENETUNREACH", "ENFILE", "ENOANO",
    "ENOBUFS", "ENOCSI", "ENODATA", "ENODEV", "ENOENT", "ENOEXEC", "ENOKEY", "ENOLCK", "ENOLINK",
    "ENOMEDIUM", "ENOMEM", "ENOMSG", "ENONET", "ENOPKG", "ENOPROTOOPT", "ENOSPC", "ENOSR", "ENOSTR",
    "ENOSYS", "ENOTBLK", "ENOTCONN", "ENOTDIR", "ENOTEMPTY", "ENOTNAM", "ENOTRECOVERABLE",
    "ENOTSOCK", "ENOTSUP", "ENOTTY", "ENOTUNIQ", "ENXIO", "EOF", "EOPNOTSUPP", "EOVERFLOW",
    "EOWNERDEAD", "EPERM", "EPFNOSUPPORT", "EPIPE", "EPROTO", "EPROTONOSUPPORT", "EPROTOTYPE",
    "ERANGE", "EREMCHG", "EREMOTE", "EREMOTEIO", "ERESTART", "ERFKILL", "EROFS", "ESHUTDOWN",
    "ESOCKTNOSUPPORT", "ESPIPE", "ESRCH", "ESRMNT", "ESTALE", "ESTRPIPE", "ETIME", "ETIMEDOUT",
    "ETOOMANYREFS", "ETXTBSY", "EUCLEAN", "EUNATCH", "EUSERS", "EWOULDBLOCK", "EXDEV", "EXFULL",
    "EXIT_FAILURE", "EXIT_SUCCESS", "EXPR_NEST_MAX", "FD_CLR", "FD_ISSET", "FD_SET", "FD_SETSIZE",
    "FD_ZERO", "FILENAME_MAX", "FLT_DECIMAL_DIG", "FLT_DIG", "FLT_EPSILON", "FLT_EVAL_METHOD",
    "FLT_HAS_SUBNORM", "FLT_MANT_DIG", "FLT_MAX", "FLT_MAX_10_EXP", "FLT_MAX_EXP", "FLT_MIN",
    "FLT_MIN_10_EXP", "FLT_MIN_EXP", "FLT_RADIX", "FLT_ROUNDS", "FLT_TRUE_MIN", "FOPEN_MAX",
    "FP_ILOGB0", "FP_ILOGBNAN", "FP_INFINITE", "FP_INT_DOWNWARD", "FP_INT_TONEAREST",
    "FP_INT_TONEARESTFROMZERO", "FP_INT_TOWARDZERO", "FP_INT_UPWARD", "FP_LLOGB0", "FP_LLOGBNAN",
    "FP_NAN", "FP_NORMAL", "FP_SUBNORMAL", "FP_ZERO", "F_LOCK", "F_OK", "F_TEST", "F_TLOCK",
    "F_ULOCK", "HOST_NAME_MAX", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL", "HUGE_VAL_F128",
    "HUGE_VAL_F32", "HUGE_VAL_F32X", "HUGE_VAL_F64", "HUGE_VAL_F64X", "I", "INFINITY", "INT16_C",
    "INT16_MAX", "INT16_MIN", "INT16_WIDTH", "INT32_C", "INT32_MAX", "INT32_MIN", "INT32_WIDTH",
    "INT64_C", "INT64_MAX", "INT64_MIN", "INT64_WIDTH", "INT8_C", "INT8_MAX", "INT8_MIN",
    "INT8_WIDTH", "INTMAX_C", "INTMAX_MAX", "INTMAX_MIN", "INTMAX_WIDTH", "INTPTR_MAX",
    "INTPTR_MIN", "INTPTR_WIDTH", "INT_FAST16_MAX", "INT_FAST16_MIN", "INT_FAST16_WIDTH",
    "INT_FAST32_MAX", "INT_FAST32_MIN", "INT_FAST32_WIDTH", "INT_FAST64_MAX", "INT_FAST64_MIN",
    "INT_FAST64_WIDTH", "INT_FAST8_MAX", "INT_FAST8_MIN", "INT_FAST8_WIDTH", "INT_LEAST16_MAX",
    "INT_LEAST16_MIN", "INT_LEAST16_WIDTH", "INT_LEAST32_MAX", "INT_LEAST32_MIN",
    "INT_LEAST32_WIDTH", "INT_LEAST64_MAX", "INT_LEAST64_MIN", "INT_LEAST64_WIDTH",
    "INT_LEAST8_MAX", "INT_LEAST8_MIN", "INT_LEAST8_WIDTH", "INT_MAX", "INT_MIN", "INT_WIDTH",
    "IOV_MAX", "KC_RUNTIME_API", "LC_ADDRESS", "LC_ADDRESS_MASK", "LC_ALL", "LC_ALL_MASK",
    "LC_COLLATE", "LC_COLLATE_MASK", "LC_CTYPE", "LC_CTYPE_MASK", "LC_GLOBAL_LOCALE",
    "LC_IDENTIFICATION", "LC_IDENTIFICATION_MASK", "LC_MEASUREMENT", "LC_MEASUREMENT_MASK",
    "LC_MESSAGES", "LC_MESSAGES_MASK", "LC_MONETARY", "LC_MONETARY_MASK", "LC_NAME", "LC_NAME_MASK",
    "LC_NUMERIC", "LC_NUMERIC_MASK", "LC_PAPER", "LC_PAPER_MASK", "LC_TELEPHONE",
    "LC_TELEPHONE_MASK", "LC_TIME", "LC_TIME_MASK", "LDBL_DECIMAL_DIG", "LDBL_DIG", "LDBL_EPSILON",
    "LDBL_HAS_SUBNORM", "LDBL_MANT_DIG", "LDBL_MAX", "LDBL_MAX_10_EXP", "LDBL_MAX_EXP", "LDBL_MIN",
    "LDBL_MIN_10_EXP", "LDBL_MIN_EXP", "LDBL_TRUE_MIN", "LINE_MAX", "LITTLE_ENDIAN", "LLONG_MAX",
    "LLONG_MIN", "LLONG_WIDTH", "LM_ID_BASE", "LM_ID_NEWLM", "LOGIN_NAME_MAX", "LONG_BIT",
    "LONG_LONG_MAX", "LONG_LONG_MIN", "LONG_MAX", "LONG_MIN", "LONG_WIDTH", "L_INCR", "L_SET",
    "L_XTND", "L_ctermid", "L_cuserid", "L_tmpnam", "MATH_ERREXCEPT", "MATH_ERRNO", "MAXFLOAT",
    "MAX_CANON", "MAX_INPUT", "MB_CUR_MAX", "MB_LEN_MAX", "MOD_CLKA", "MOD_CLKB", "MOD_ESTERROR",
    "MOD_FREQUENCY", "MOD_MAXERROR", "MOD_MICRO", "MOD_NANO", "MOD_OFFSET", "MOD_STATUS", "MOD_TAI",
    "MOD_TIMECONST", "MQ_PRIO_MAX", "M_1_PI", "M_1_PIf", "M_1_PIf128", "M_1_PIf32", "M_1_PIf32x",
    "M_1_PIf64", "M_1_PIf64x", "M_1_PIl", "M_2_PI", "M_2_PIf", "M_2_PIf128", "M_2_PIf32",
    "M_2_PIf32x", "M_2_PIf64", "M_2_PIf64x", "M_2_PIl", "M_2_SQRTPI", "M_2_SQRTPIf",
    "M_2_SQRTPIf128", "M_2_SQRTPIf32", "M_2_SQRTPIf32x", "M_2_SQRTPIf64", "M_2_SQRTPIf64x",
    "M_2_SQRTPIl", "M_E", "M_Ef", "M_Ef128", "M_Ef32", "M_Ef32x", "M_Ef64", "M_Ef64x", "M_El",
    "M_LN10", "M_LN10f", "M_LN10f128", "M_LN10f32", "M_LN10f32x", "M_LN10f64", "M_LN10f64x",
    "M_LN10l", "M_LN2", "M_LN2f", "M_LN2f128", "M_LN2f32", "M_LN2f32x", "M_LN2f64", "M_LN2f64x",
    "M_LN2l", "M_LOG10E", "M_LOG10Ef", "M_LOG10Ef128", "M_LOG10Ef32", "M_LOG10Ef32x", "M_LOG10Ef64",
    "M_LOG10Ef64x", "M_LOG10El", "M_LOG2E", "M_LOG2Ef", "M_LOG2Ef128", "M_LOG2Ef32", "M_LOG2Ef32x",
    "M_LOG2Ef64", "M_LOG2Ef64x", "M_LOG2El", "M_PI", "M_PI_2", "M_PI_2f", "M_PI_2f128", "M_PI_2f32",
    "M_PI_2f32x", "M_PI_2f64", "M_PI_2f64x", "M_PI_2l", "M_PI_4", "M_PI_4f", "M_PI_4f128",
    "M_PI_4f32", "M_PI_4f32x", "M_PI_4f64", "M_PI_4f64x", "M_PI_4l", "M_PIf", "M_PIf128", "M_PIf32",
    "M_PIf32x", "M_PIf64", "M_PIf64x", "M_PIl", "M_SQRT1_2", "M_SQRT1_2f", "M_SQRT1_2f128",
    "M_SQRT1_2f32", "M_SQRT1_2f32x", "M_SQRT1_2f64", "M_SQRT1_2f64x", "M_SQRT1_2l", "M_SQRT2",
    "M_SQRT2f", "M_SQRT2f128", "M_SQRT2f32", "M_SQRT2f32x", "M_SQRT2f64", "M_SQRT2f64x", "M_SQRT2l",
    "NAME_MAX", "NAN", "NFDBITS", "NGROUPS_MAX", "NL_ARGMAX", "NL_LANGMAX", "NL_MSGMAX", "NL_NMAX",
    "NL_SETMAX", "NL_TEXTMAX", "NULL", "NZERO", "PATH_MAX", "PDP_ENDIAN", "PIPE_BUF",
    "PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP", "PTHREAD_ATTR_NO_SIGMASK_NP",
    "PTHREAD_BARRIER_SERIAL_THREAD", "PTHREAD_CANCELED", "PTHREAD_CANCEL_ASYNCHRONOUS",
    "PTHREAD_CANCEL_DEFERRED", "PTHREAD_CANCEL_DISABLE", "PTHREAD_CANCEL_ENABLE",
    "PTHREAD_COND_INITIALIZER", "PTHREAD_CREATE_DETACHED", "PTHREAD_CREATE_JOINABLE",
    "PTHREAD_DESTRUCTOR_ITERATIONS", "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP",
    "PTHREAD_EXPLICIT_SCHED", "PTHREAD_INHERIT_SCHED", "PTHREAD_KEYS_MAX",
    "PTHREAD_MUTEX_INITIALIZER", "PTHREAD_ONCE_INIT", "PTHREAD_PROCESS_PRIVATE",
    "PTHREAD_PROCESS_SHARED", "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
    "PTHREAD_RWLOCK_INITIALIZER", "PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP",
    "PTHREAD_SCOPE_PROCESS", "PTHREAD_SCOPE_SYSTEM", "PTHREAD_STACK_MIN", "PTRDIFF_MAX",
    "PTRDIFF_MIN", "PTRDIFF_WIDTH", "P_tmpdir", "RAND_MAX", "RENAME_EXCHANGE", "RENAME_NOREPLACE",
    "RENAME_WHITEOUT", "RESOURCE_ABI_EXTERNAL_BYTES", "RESOURCE_ABI_VERSION", "RE_DUP_MAX",
    "RTLD_BINDING_MASK", "RTLD_DEEPBIND", "RTLD_DEFAULT", "RTLD_GLOBAL", "RTLD_LAZY", "RTLD_LOCAL",
    "RTLD_NEXT", "RTLD_NODELETE", "RTLD_NOLOAD", "RTLD_NOW", "RTSIG_MAX", "R_OK", "SCHAR_MAX",
    "SCHAR_MIN", "SCHAR_WIDTH", "SCHED_BATCH", "SCHED_DEADLINE", "SCHED_FIFO", "SCHED_IDLE",
    "SCHED_ISO", "SCHED_OTHER", "SCHED_RESET_ON_FORK", "SCHED_RR", "SEEK_CUR", "SEEK_DATA",
    "SEEK_END", "SEEK_HOLE", "SEEK_SET", "SEM_VALUE_MAX", "SHRT_MAX", "SHRT_MIN", "SHRT_WIDTH",
    "SIG_ATOMIC_MAX", "SIG_ATOMIC_MIN", "SIG_ATOMIC_WIDTH", "SIZE_MAX", "SIZE_WIDTH", "SNAN",
    "SNANF", "SNANF128", "SNANF32", "SNANF32X", "SNANF64", "SNANF64X", "SNANL", "SSIZE_MAX",
    "STA_CLK", "STA_CLOCKERR", "STA_DEL", "STA_FLL", "STA_FREQHOLD", "STA_INS", "STA_MODE",
    "STA_NANO", "STA_PLL", "STA_PPSERROR", "STA_PPSFREQ", "STA_PPSJITTER", "STA_PPSSIGNAL",
    "STA_PPSTIME", "STA_PPSWANDER", "STA_RONLY", "STA_UNSYNC", "STDERR_FILENO", "STDIN_FILENO",
    "STDOUT_FILENO", "SYS__sysctl", "SYS_accept", "SYS_accept4", "SYS_access", "SYS_acct",
    "SYS_add_key", "SYS_adjtimex", "SYS_afs_syscall", "SYS_alarm", "SYS_arch_prctl", "SYS_bind",
    "SYS_bpf", "SYS_brk", "SYS_capget", "SYS_capset", "SYS_chdir", "SYS_chmod", "SYS_chown",
    "SYS_chroot", "SYS_clock_adjtime", "SYS_clock_getres", "SYS_clock_gettime",
    "SYS_clock_nanosleep", "SYS_clock_settime", "SYS_clone", "SYS_clone3", "SYS_close",
    "SYS_close_range", "SYS_connect", "SYS_copy_file_range", "SYS_creat", "SYS_create_module",
    "SYS_delete_module", "SYS_dup", "SYS_dup2", "SYS_dup3", "SYS_epoll_create", "SYS_epoll_create1",
    "SYS_epoll_ctl", "SYS_epoll_ctl_old", "SYS_epoll_pwait", "SYS_epoll_pwait2", "SYS_epoll_wait",
    "SYS_epoll_wait_old", "SYS_eventfd", "SYS_eventfd2", "SYS_execve", "SYS_execveat", "SYS_exit",
    "SYS_exit_group", "SYS_faccessat", "SYS_faccessat2", "SYS_fadvise64", "SYS_fallocate",
    "SYS_fanotify_init", "SYS_fanotify_mark", "SYS_fchdir", "SYS_fchmod", "SYS_fchmodat",
    "SYS_fchown", "SYS_fchownat", "SYS_fcntl", "SYS_fdatasync", "SYS_fgetxattr", "SYS_finit_module",
    "SYS_flistxattr", "SYS_flock", "SYS_fork", "SYS_fremovexattr", "SYS_fsconfig", "SYS_fsetxattr",
    "SYS_fsmount", "SYS_fsopen", "SYS_fspick", "SYS_fstat", "SYS_fstatfs", "SYS_fsync",
    "SYS_ftruncate", "SYS_futex", "SYS_futex_waitv", "SYS_futimesat", "SYS_get_kernel_syms",
    "SYS_get_mempolicy", "SYS_get_robust_list", "SYS_get_thread_area", "SYS_getcpu", "SYS_getcwd",
    "SYS_getdents", "SYS_getdents64", "SYS_getegid", "SYS_geteuid", "SYS_getgid", "SYS_getgroups",
    "SYS_getitimer", "SYS_getpeername", "SYS_getpgid", "SYS_getpgrp", "SYS_getpid", "SYS_getpmsg",
    "SYS_getppid", "SYS_getpriority", "SYS_getrandom", "SYS_getresgid", "SYS_getresuid",
    "SYS_getrlimit", "SYS_getrusage", "SYS_getsid", "SYS_getsockname", "SYS_getsockopt",
    "SYS_gettid", "SYS_gettimeofday", "SYS_getuid", "SYS_getxattr", "SYS_init_module",
    "SYS_inotify_add_watch", "SYS_inotify_init", "SYS_inotify_init1", "SYS_inotify_rm_watch",
    "SYS_io_cancel", "SYS_io_destroy", "SYS_io_getevents", "SYS_io_pgetevents", "SYS_io_setup",
    "SYS_io_submit", "SYS_io_uring_enter", "SYS_io_uring_register", "SYS_io_uring_setup",
    "SYS_ioctl", "SYS_ioperm", "SYS_iopl", "SYS_ioprio_get", "SYS_ioprio_set", "SYS_kcmp",
    "SYS_kexec_file_load", "SYS_kexec_load", "SYS_keyctl", "SYS_kill", "SYS_landlock_add_rule",
    "SYS_landlock_create_ruleset", "SYS_landlock_restrict_self", "SYS_lchown", "SYS_lgetxattr",
    "SYS_link", "SYS_linkat", "SYS_listen", "SYS_listxattr", "SYS_llistxattr", "SYS_lookup_dcookie",
    "SYS_lremovexattr", "SYS_lseek", "SYS_lsetxattr", "SYS_lstat", "SYS_madvise", "SYS_mbind",
    "SYS_membarrier", "SYS_memfd_create", "SYS_memfd_secret", "SYS_migrate_pages", "SYS_mincore",
    "SYS_mkdir", "SYS_mkdirat", "SYS_mknod", "SYS_mknodat", "SYS_mlock", "SYS_mlock2",
    "SYS_mlockall", "SYS_mmap", "SYS_modify_ldt", "SYS_mount", "SYS_mount_setattr",
    "SYS_move_mount", "SYS_move_pages", "SYS_mprotect", "SYS_mq_getsetattr", "SYS_mq_notify",
    "SYS_mq_open", "SYS_mq_timedreceive", "SYS_mq_timedsend", "SYS_mq_unlink", "SYS_mremap",
    "SYS_msgctl", "SYS_msgget", "SYS_msgrcv", "SYS_msgsnd", "SYS_msync", "SYS_munlock",
    "SYS_munlockall", "SYS_munmap", "SYS_name_to_handle_at", "SYS_nanosleep", "SYS_newfstatat",
    "SYS_nfsservctl", "SYS_open", "SYS_open_by_handle_at", "SYS_open_tree", "SYS_openat",
    "SYS_openat2", "SYS_pause", "SYS_perf_event_open", "SYS_personality", "SYS_pidfd_getfd",
    "SYS_pidfd_open", "SYS_pidfd_send_signal", "SYS_pipe", "SYS_pipe2", "SYS_pivot_root",
    "SYS_pkey_alloc", "SYS_pkey_free", "SYS_pkey_mprotect", "SYS_poll", "SYS_ppoll", "SYS_prctl",
    "SYS_pread64", "SYS_preadv", "SYS_preadv2", "SYS_prlimit64", "SYS_process_madvise",
    "SYS_process_mrelease", "SYS_process_vm_readv", "SYS_process_vm_writev", "SYS_pselect6",
    "SYS_ptrace", "SYS_putpmsg", "SYS_pwrite64", "SYS_pwritev", "SYS_pwritev2", "SYS_query_module",
    "SYS_quotactl", "SYS_quotactl_fd", "SYS_read", "SYS_readahead", "SYS_readlink",
    "SYS_readlinkat", "SYS_readv", "SYS_reboot", "SYS_recvfrom", "SYS_recvmmsg", "SYS_recvmsg",
    "SYS_remap_file_pages", "SYS_removexattr", "SYS_rename", "SYS_renameat", "SYS_renameat2",
    "SYS_request_key", "SYS_restart_syscall", "SYS_rmdir", "SYS_rseq", "SYS_rt_sigaction",
    "SYS_rt_sigpending", "SYS_rt_sigprocmask", "SYS_rt_sigqueueinfo", "SYS_rt_sigreturn",
    "SYS_rt_sigsuspend", "SYS_rt_sigtimedwait", "SYS_rt_tgsigqueueinfo",
    "SYS_sched_get_priority_max", "SYS_sched_get_priority_min", "SYS_sched_getaffinity",
    "SYS_sched_getattr", "SYS_sched_getparam", "SYS_sched_getscheduler",
    "SYS_sched_rr_get_interval", "SYS_sched_setaffinity", "SYS_sched_setattr", "SYS_sched_setparam",
    "SYS_sched_setscheduler", "SYS_sched_yield", "SYS_seccomp", "SYS_security", "SYS_select",
    "SYS_semctl", "SYS_semget", "SYS_semop", "SYS_semtimedop", "SYS_sendfile", "SYS_sendmmsg",
    "SYS_sendmsg", "SYS_sendto", "SYS_set_mempolicy", "SYS_set_mempolicy_home_node",
    "SYS_set_robust_list", "SYS_set_thread_area", "SYS_set_tid_address", "SYS_setdomainname",
    "SYS_setfsgid", "SYS_setfsuid", "SYS_setgid", "SYS_setgroups", "SYS_sethostname",
    "SYS_setitimer", "SYS_setns", "SYS_setpgid", "SYS_setpriority", "SYS_setregid", "SYS_setresgid",
    "SYS_setresuid", "SYS_setreuid", "SYS_setrlimit", "SYS_setsid", "SYS_setsockopt",
    "SYS_settimeofday", "SYS_setuid", "SYS_setxattr", "SYS_shmat", "SYS_shmctl", "SYS_shmdt",
    "SYS_shmget", "SYS_shutdown", "SYS_sigaltstack", "SYS_signalfd", "SYS_signalfd4", "SYS_socket",
    "SYS_socketpair", "SYS_splice", "SYS_stat", "SYS_statfs", "SYS_statx", "SYS_swapoff",
    "SYS_swapon", "SYS_symlink", "SYS_symlinkat", "SYS_sync", "SYS_sync_file_range", "SYS_syncfs",
    "SYS_sysfs", "SYS_sysinfo", "SYS_syslog", "SYS_tee", "SYS_tgkill", "SYS_time",
    "SYS_timer_create", "SYS_timer_delete", "SYS_timer_getoverrun", "SYS_timer_gettime",
    "SYS_timer_settime", "SYS_timerfd_create", "SYS_timerfd_gettime", "SYS_timerfd_settime",
    "SYS_times", "SYS_tkill", "SYS_truncate", "SYS_tuxcall", "SYS_umask", "SYS_umount2",
    "SYS_uname", "SYS_unlink", "SYS_unlinkat", "SYS_unshare", "SYS_uselib", "SYS_userfaultfd",
    "SYS_ustat", "SYS_utime", "SYS_utimensat", "SYS_utimes", "SYS_vfork", "SYS_vhangup",
    "SYS_vmsplice", "SYS_vserver", "SYS_wait4", "SYS_waitid", "SYS_write", "SYS_writev",
    "TEMP_FAILURE_RETRY", "TIMER_ABSTIME", "TIME_UTC", "TMP_MAX", "TTY_NAME_MAX", "UCHAR_MAX",
    "UCHAR_WIDTH", "UINT16_C", "UINT16_MAX", "UINT16_WIDTH", "UINT32_C", "UINT32_MAX",
    "UINT32_WIDTH", "UINT64_C", "UINT64_MAX", "UINT64_WIDTH", "UINT8_C", "UINT8_MAX", "UINT8_WIDTH",
    "UINTMAX_C", "UINTMAX_MAX", "UINTMAX_WIDTH", "UINTPTR_MAX", "UINTPTR_WIDTH", "UINT_FAST16_MAX",
    "UINT_FAST16_WIDTH", "UINT_FAST32_MAX", "UINT_FAST32_WIDTH", "UINT_FAST64_MAX",
    "UINT_FAST64_WIDTH", "UINT_FAST8_MAX", "UINT_FAST8_WIDTH", "UINT_LEAST16_MAX",
    "UINT_LEAST16_WIDTH", "UINT_LEAST32_MAX", "UINT_LEAST32_WIDTH", "UINT_LEAST64_MAX",
    "UINT_LEAST64_WIDTH", "UINT_LEAST8_MAX", "UINT_LEAST8_WIDTH", "UINT_MAX", "UINT_WIDTH",
    "ULLONG_MAX", "ULLONG_WIDTH", "ULONG_LONG_MAX", "ULONG_MAX", "ULONG_WIDTH", "USHRT_MAX",
    "USHRT_WIDTH", "WCHAR_MAX", "WCHAR_MIN", "WCHAR_WIDTH", "WCONTINUED", "WEOF", "WEXITED",
    "WEXITSTATUS", "WIFCONTINUED", "WIFEXITED", "WIFSIGNALED", "WIFSTOPPED", "WINT_MAX", "WINT_MIN",
    "WINT_WIDTH", "WNOHANG", "WNOWAIT", "WORD_BIT", "WSTOPPED", "WSTOPSIG", "WTERMSIG", "WUNTRACED",
    "W_OK", "XATTR_LIST_MAX", "XATTR_NAME_MAX", "XATTR_SIZE_MAX", "X_OK", "alloca", "assert",
    "assert_perror", "be16toh", "be32toh", "be64toh", "errno", "htobe16", "htobe32", "htobe64",
    "htole16", "htole32", "htole64", "issubnormal", "le16toh", "le32toh", "le64toh", "linux",
    "major", "makedev", "math_errhandling", "minor", "offsetof", "pthread_cleanup_pop",
    "pthread_cleanup_pop_restore_np", "pthread_cleanup_push", "pthread_cleanup_push_defer_np",
    "sched_priority", "stderr", "stdin", "stdout", "strdupa", "strndupa", "unix",
};
static_assert(std::ranges::is_sorted(kMacros));

// What glibc's headers declare in no namespace, so that no namespace of the program has the name.
constexpr std::string_view kGlobals[] = {
    "a64l", "abort", "abs", "access", "acct", "acos", "acosf", "acosh", "acoshf", "acoshl", "acosl",
    "alarm", "aligned_alloc", "arc4random", "arc4random_buf", "arc4random_uniform", "asctime",
    "asctime_r", "asin", "asinf", "asinh", "asinhf", "asinhl", "asinl", "asprintf", "atan", "atan2",
    "atan2f", "atan2l", "atanf", "atanh", "atanhf", "atanhl", "atanl", "atexit", "atof", "atoi",
    "atol", "atoll", "bcmp", "bcopy", "blkcnt64_t", "blkcnt_t", "blksize_t", "brk", "bsearch",
    "bzero", "caddr_t", "calloc", "canonicalize", "canonicalize_file_name", "canonicalizef",
    "canonicalizel", "cbrt", "cbrtf", "cbrtl", "ceil", "ceilf", "ceill", "chroot", "clearenv",
    "clearerr", "clearerr_unlocked", "clock", "clock_adjtime", "clock_getcpuclockid",
    "clock_getres", "clock_gettime", "clock_nanosleep", "clock_settime", "clock_t", "clockid_t",
    "close", "comparison_fn_t", "cookie_close_function_t", "cookie_io_functions_t",
    "cookie_read_function_t", "cookie_seek_function_t", "cookie_write_function_t", "copysign",
    "copysignf", "copysignl", "cos", "cosf", "cosh", "coshf", "coshl", "cosl", "crypt", "ctermid",
    "ctime", "ctime_r", "cuserid", "daddl", "daddr_t", "daemon", "daylight", "ddivl", "dev_t",
    "dfmal", "difftime", "div", "div_t", "dmull", "double_t", "dprintf", "drand48", "drand48_r",
    "drem", "dremf", "dreml", "dsqrtl", "dsubl", "dup", "dysize", "ecvt", "ecvt_r", "environ",
    "erand48", "erand48_r", "erf", "erfc", "erfcf", "erfcl", "erff", "erfl", "exit", "exp", "exp10",
    "exp10f", "exp10l", "exp2", "exp2f", "exp2l", "expf", "expl", "explicit_bzero", "expm1",
    "expm1f", "expm1l", "fabs", "fabsf", "fabsl", "fadd", "faddl", "fclose", "fcloseall", "fcvt",
    "fcvt_r", "fd_mask", "fd_set", "fdim", "fdimf", "fdiml", "fdiv", "fdivl", "fdopen", "feof",
    "feof_unlocked", "ferror", "ferror_unlocked", "fflush", "fflush_unlocked", "ffma", "ffmal",
    "ffs", "ffsl", "ffsll", "fgetc", "fgetc_unlocked", "fgetpos", "fgetpos64", "fgets",
    "fgets_unlocked", "fileno", "fileno_unlocked", "finite", "finitef", "finitel", "float_t",
    "flockfile", "floor", "floorf", "floorl", "fma", "fmaf", "fmal", "fmax", "fmaxf", "fmaximum",
    "fmaximum_mag", "fmaximum_mag_num", "fmaximum_mag_numf", "fmaximum_mag_numl", "fmaximum_magf",
    "fmaximum_magl", "fmaximum_num", "fmaximum_numf", "fmaximum_numl", "fmaximumf", "fmaximuml",
    "fmaxl", "fmaxmag", "fmaxmagf", "fmaxmagl", "fmemopen", "fmin", "fminf", "fminimum",
    "fminimum_mag", "fminimum_mag_num", "fminimum_mag_numf", "fminimum_mag_numl", "fminimum_magf",
    "fminimum_magl", "fminimum_num", "fminimum_numf", "fminimum_numl", "fminimumf", "fminimuml",
    "fminl", "fminmag", "fminmagf", "fminmagl", "fmod", "fmodf", "fmodl", "fmul", "fmull", "fopen",
    "fopen64", "fopencookie", "fork", "fpos64_t", "fpos_t", "fprintf", "fputc", "fputc_unlocked",
    "fputs", "fputs_unlocked", "fread", "fread_unlocked", "free", "freopen", "freopen64", "frexp",
    "frexpf", "frexpl", "fromfp", "fromfpf", "fromfpl", "fromfpx", "fromfpxf", "fromfpxl",
    "fsblkcnt64_t", "fsblkcnt_t", "fscanf", "fseek", "fseeko", "fseeko64", "fsetpos", "fsetpos64",
    "fsfilcnt64_t", "fsfilcnt_t", "fsid_t", "fsqrt", "fsqrtl", "fsub", "fsubl", "ftell", "ftello",
    "ftello64", "ftrylockfile", "funlockfile", "fwrite", "fwrite_unlocked", "gamma", "gammaf",
    "gammal", "gcvt", "getc", "getc_unlocked", "getchar", "getchar_unlocked", "getdate",
    "getdate_err", "getdate_r", "getdelim", "getenv", "getline", "getloadavg", "getopt",
    "getpayload", "getpayloadf", "getpayloadl", "getpt", "getsubopt", "getw", "gid_t", "gmtime",
    "gmtime_r", "grantpt", "hypot", "hypotf", "hypotl", "id_t", "ilogb", "ilogbf", "ilogbl",
    "index", "initstate", "initstate_r", "ino64_t", "ino_t", "int16_t", "int32_t", "isalnum",
    "isalnum_l", "isalpha", "isalpha_l", "isascii", "isblank", "isblank_l", "iscntrl", "iscntrl_l",
    "isctype", "isdigit", "isdigit_l", "isgraph", "isgraph_l", "isinff", "isinfl", "islower",
    "islower_l", "isnanf", "isnanl", "isprint", "isprint_l", "ispunct", "ispunct_l", "isspace",
    "isspace_l", "isupper", "isupper_l", "isxdigit", "isxdigit_l", "j0", "j0f", "j0l", "j1", "j1f",
    "j1l", "jn", "jnf", "jnl", "jrand48", "jrand48_r", "key_t", "l64a", "labs", "lcong48",
    "lcong48_r", "ldexp", "ldexpf", "ldexpl", "ldiv", "ldiv_t", "lgamma", "lgamma_r", "lgammaf",
    "lgammaf_r", "lgammal", "lgammal_r", "link", "llabs", "lldiv", "lldiv_t", "llogb", "llogbf",
    "llogbl", "llrint", "llrintf", "llrintl", "llround", "llroundf", "llroundl", "locale_t",
    "localtime", "localtime_r", "lockf", "loff_t", "log", "log10", "log10f", "log10l", "log1p",
    "log1pf", "log1pl", "log2", "log2f", "log2l", "logb", "logbf", "logbl", "logf", "logl",
    "lrand48", "lrand48_r", "lrint", "lrintf", "lrintl", "lround", "lroundf", "lroundl", "main",
    "malloc", "max_align_t", "mblen", "mbstowcs", "mbtowc", "memccpy", "memcmp", "memcpy",
    "memfrob", "memmem", "memmove", "mempcpy", "memset", "mkdtemp", "mkostemp", "mkostemp64",
    "mkostemps", "mkostemps64", "mkstemp", "mkstemp64", "mkstemps", "mkstemps64", "mktemp",
    "mktime", "mode_t", "modf", "modff", "modfl", "mrand48", "mrand48_r", "nan", "nanf", "nanl",
    "nanosleep", "nearbyint", "nearbyintf", "nearbyintl", "nextafter", "nextafterf", "nextafterl",
    "nextdown", "nextdownf", "nextdownl", "nexttoward", "nexttowardf", "nexttowardl", "nextup",
    "nextupf", "nextupl", "nice", "nlink_t", "nrand48", "nrand48_r", "nullptr_t", "obstack_printf",
    "obstack_vprintf", "off64_t", "off_t", "on_exit", "open", "open_memstream", "optarg", "pause",
    "pclose", "perror", "pid_t", "pipe", "popen", "posix_memalign", "posix_openpt", "pow", "powf",
    "powl", "printf", "profil", "pselect", "ptrdiff_t", "ptsname", "ptsname_r", "putc",
    "putc_unlocked", "putchar", "putchar_unlocked", "putenv", "puts", "putw", "qecvt", "qecvt_r",
    "qfcvt", "qfcvt_r", "qgcvt", "qsort", "qsort_r", "quad_t", "quick_exit", "raise", "rand",
    "rand_r", "random", "random_r", "read", "realloc", "reallocarray", "realpath", "register_t",
    "remainder", "remainderf", "remainderl", "remove", "remquo", "remquof", "remquol", "rename",
    "renameat", "renameat2", "rewind", "rint", "rintf", "rintl", "round", "roundeven", "roundevenf",
    "roundevenl", "roundf", "roundl", "rpmatch", "scalb", "scalbf", "scalbl", "scalbln", "scalblnf",
    "scalblnl", "scalbn", "scalbnf", "scalbnl", "scanf", "secure_getenv", "seed48", "seed48_r",
    "select", "setbuf", "setbuffer", "setenv", "setlinebuf", "setpayload", "setpayloadf",
    "setpayloadl", "setpayloadsig", "setpayloadsigf", "setpayloadsigl", "setstate", "setstate_r",
    "setvbuf", "sigabbrev_np", "sigdescr_np", "signal", "signgam", "significand", "significandf",
    "significandl", "sigset_t", "sin", "sincos", "sincosf", "sincosl", "sinf", "sinh", "sinhf",
    "sinhl", "sinl", "size_t", "sleep", "snprintf", "sprintf", "sqrt", "sqrtf", "sqrtl", "srand",
    "srand48", "srand48_r", "srandom", "srandom_r", "sscanf", "ssize_t", "stat", "stpcpy",
    "stpncpy", "strcasecmp", "strcasecmp_l", "strcat", "strcmp", "strcoll", "strcoll_l", "strcpy",
    "strcspn", "strdup", "strerror", "strerror_l", "strerror_r", "strerrordesc_np",
    "strerrorname_np", "strfromd", "strfromf", "strfroml", "strfry", "strftime", "strftime_l",
    "strlen", "strncasecmp", "strncasecmp_l", "strncat", "strncmp", "strncpy", "strndup", "strnlen",
    "strptime", "strptime_l", "strsep", "strsignal", "strspn", "strtod", "strtod_l", "strtof",
    "strtof_l", "strtok", "strtok_r", "strtol", "strtol_l", "strtold", "strtold_l", "strtoll",
    "strtoll_l", "strtoq", "strtoul", "strtoul_l", "strtoull", "strtoull_l", "strtouq",
    "strverscmp", "strxfrm", "strxfrm_l", "suseconds_t", "swab", "sync", "system", "tan", "tanf",
    "tanh", "tanhf", "tanhl", "tanl", "tempnam", "tgamma", "tgammaf", "tgammal", "time", "time_t",
    "timegm", "timelocal", "timer_create", "timer_delete", "timer_getoverrun", "timer_gettime",
    "timer_settime", "timer_t", "timespec_get", "timespec_getres", "timezone", "tmpfile",
    "tmpfile64", "tmpnam", "tmpnam_r", "toascii", "tolower", "tolower_l", "totalorder",
    "totalorderf", "totalorderl", "totalordermag", "totalordermagf", "totalordermagl", "toupper",
    "toupper_l", "trunc", "truncate", "truncf", "truncl", "tzname", "tzset", "u_char", "u_int",
    "u_int16_t", "u_int32_t", "u_int64_t", "u_int8_t", "u_long", "u_quad_t", "u_short", "ualarm",
    "ufromfp", "ufromfpf", "ufromfpl", "ufromfpx", "ufromfpxf", "ufromfpxl", "uid_t", "uint",
    "ulong", "ungetc", "unlockpt", "unsetenv", "useconds_t", "ushort", "usleep", "va_list",
    "valloc", "vasprintf", "vdprintf", "vfprintf", "vfscanf", "vprintf", "vscanf", "vsnprintf",
    "vsprintf", "vsscanf", "wcstombs", "wctomb", "write", "y0", "y0f", "y0l", "y1", "y1f", "y1l",
    "yn", "ynf", "ynl",
};
static_assert(std::ranges::is_sorted(kGlobals));

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }

// Words and macros of compilers, `__asm__`, `_Complex`: none of them ends with one underscore or three.
bool IsOfCompiler(std::string_view name) {
  const std::size_t underscores = name.size() - (name.find_last_not_of('_') + 1);
  return name.size() > 1 && name[0] == '_' && (name[1] == '_' || IsUpper(name[1])) &&
         (underscores == 0 || underscores == 2);
}

bool IsReserved(std::string_view name) {
  return std::ranges::binary_search(kKeywords, name) || std::ranges::binary_search(kOwn, name) ||
         std::ranges::binary_search(kMacros, name) || IsOfCompiler(name);
}

std::string Identifier(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || IsUpper(c) || c == '_';
    const bool digit = c >= '0' && c <= '9';
    if (digit && text.empty()) {
      text += '_';
    }
    text += letter || digit ? std::string(1, c)
            : static_cast<unsigned char>(c) < 128
                ? "_"
                : fmt::format("x{:02x}", static_cast<unsigned char>(c));
  }
  return text;
}

}  // namespace

std::string CppName(std::string_view name) {
  std::string text = Identifier(name);
  while (IsReserved(text)) {
    text += '_';
  }
  return text;
}

std::string CppNamespaceName(std::string_view name) {
  std::string text = CppName(name);
  while (std::ranges::binary_search(kGlobals, text)) {
    text += '_';
  }
  return text;
}

std::vector<std::string> CppScope::Add(std::span<const std::string> wanted) {
  std::vector<std::string> names(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (CppName(wanted[i]) == wanted[i] && taken_.insert(wanted[i]).second) {
      names[i] = wanted[i];
    }
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (names[i].empty()) {
      names[i] = AddChanged(CppName(wanted[i]));
    }
  }
  return names;
}

std::string CppScope::AddChanged(std::string name) {
  while (!taken_.insert(name).second) {
    name = CppName(name + '_');
  }
  return name;
}

}  // namespace kernelc::driver
