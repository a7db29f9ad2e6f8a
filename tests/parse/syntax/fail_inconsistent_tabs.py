# RUN: kernelc check %s
def first(x):
        y = x
	# CHECK-ERR: fail_inconsistent_tabs.py:[[@LINE+4]]:1: error: inconsistent use of tabs and spaces in indentation [InconsistentTabs]
	# CHECK-ERR:     return y
	# CHECK-ERR: ^~~~
	# CHECK-ERR: help: indent with blanks alone: how wide a tab is differs from editor to editor
	return y
