"""contextlib for host programs."""

import functools

import _host

class _GeneratorContextManager:
    def __init__(self, func, args, keywords): self.gen = func(*args, **keywords)
    def __call__(self, func): _host.unknown("context managers as decorators are not followed")

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if exc_value is None:
            exc_value = exc_type()
        try:
            self.gen.throw(exc_value)
        except StopIteration as stop:
            return stop is not exc_value
        except BaseException as error:
            is_wrapped = isinstance(error, RuntimeError) and isinstance(exc_value, StopIteration) and error.__cause__ is exc_value
            if error is not exc_value and not is_wrapped:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")

def contextmanager(func):
    @functools.wraps(func)
    def helper(*args, **keywords): return _GeneratorContextManager(func, args, keywords)
    return helper

class suppress:
    def __init__(self, *exceptions): self._exceptions = exceptions
    def __enter__(self): pass
    def __exit__(self, exc_type, exc_value, traceback): return exc_type is not None and issubclass(exc_type, self._exceptions)

class nullcontext:
    def __init__(self, enter_result=None): self.enter_result = enter_result
    def __enter__(self): return self.enter_result
    def __exit__(self, *error): pass
