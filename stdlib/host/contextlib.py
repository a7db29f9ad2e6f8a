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
        exc_value = exc_type() if exc_value is None else exc_value
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

class ExitStack:
    def __init__(self): self._exits = []
    def __enter__(self): return self
    def close(self): self.__exit__(None, None, None)

    def enter_context(self, cm):
        leave, value = type(cm).__exit__, type(cm).__enter__(cm)
        self._exits.append(lambda *error: leave(cm, *error))
        return value

    def callback(self, callback, /, *args, **keywords):
        self._exits.append(lambda *error: bool([callback(*args, **keywords)]) and False)
        return callback

    def __exit__(self, *error):
        is_raised, had_error = False, error[0] is not None
        while self._exits:
            try:
                if self._exits.pop()(*error):
                    is_raised, error = False, (None, None, None)
            except BaseException as other:
                is_raised, error = True, (type(other), other, None)
        if is_raised:
            raise error[1]
        return had_error and error[0] is None

class nullcontext:
    def __init__(self, enter_result=None): self.enter_result = enter_result
    def __enter__(self): return self.enter_result
    def __exit__(self, *error): pass
