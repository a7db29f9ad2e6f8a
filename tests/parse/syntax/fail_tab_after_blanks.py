# RUN: kernelc check %s
def k(a):
    i = 1
	# CHECK-ERR: fail_tab_after_blanks.py:[[@LINE+4]]:1: error: inconsistent use of tabs and spaces in indentation [InconsistentTabs]
	# CHECK-ERR:     a[i] = 1
	# CHECK-ERR: ^~~~
	# CHECK-ERR: help: indent with blanks alone: how wide a tab is differs from editor to editor
	a[i] = 1
