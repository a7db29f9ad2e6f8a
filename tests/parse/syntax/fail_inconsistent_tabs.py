# RUN: kernelc check %s
def first(x):
        y = x
	# CHECK-ERR: fail_inconsistent_tabs.py:[[@LINE+3]]:1: error: inconsistent use of tabs and spaces in indentation [InconsistentTabs]
	# CHECK-ERR:     return y
	# CHECK-ERR: ^~~~
	return y
