"""argparse for host programs."""

import sys

import _host

SUPPRESS = "==SUPPRESS=="
REMAINDER = "..."

class ArgumentTypeError(Exception):
    _host_whole = True

class Namespace:
    _host_whole = True

    def __init__(self, /, **keywords): self.__dict__.update(keywords)
    def __eq__(self, other): return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented
    def __contains__(self, key): return key in self.__dict__
    def __repr__(self): return "Namespace(" + ", ".join([f"{key}={value!r}" for key, value in self.__dict__.items()]) + ")"

class Action:
    def __init__(self, *args, **keywords): _host.unknown("own actions of argparse are not followed")

class HelpFormatter: pass

ArgumentDefaultsHelpFormatter = RawTextHelpFormatter = RawDescriptionHelpFormatter = MetavarTypeHelpFormatter = HelpFormatter

_ACTIONS = ("store", "store_true", "store_false", "store_const", "append", "append_const", "count", "help", "version", "extend")
_NOT_GIVEN = object()

class _Argument:
    group = None

    def __init__(self, flags, missing, *, action="store", nargs=None, const=None, default=_NOT_GIVEN, type=None, choices=None,
                 required=False, help=None, metavar=None, dest=None, version=None):
        if action not in _ACTIONS or nargs not in (None, "?", "*", "+") and not isinstance(nargs, int):
            _host.unknown("this action or nargs of argparse is not followed")
        self.action, self.nargs, self.type, self.choices, self.required = action, nargs, type, choices, required
        self.const = action == "store_true" if action in ("store_true", "store_false") else const
        implied = {"store_true": False, "store_false": True, "help": SUPPRESS, "version": SUPPRESS}.get(action)
        self.default = default if default is not _NOT_GIVEN else implied if missing is None else missing
        self.flags = [each for each in flags if each.startswith("-")]
        long = [each for each in self.flags if each.startswith("--")]
        self.dest = dest or ((long or flags)[0].lstrip("-").replace("-", "_") if self.flags else flags[0])

    def takes_more(self, count):
        """Whether it may have a value behind `count` of them."""
        most = 1 if self.nargs in (None, "?") else self.nargs
        return self.action in ("store", "append", "extend") and (not isinstance(most, int) or count < most)

    def converted(self, text):
        try:
            return text if self.type is None else self.type(text)
        except (TypeError, ValueError, ArgumentTypeError):
            raise SystemExit(2) from None

    def _checked(self, text):
        value = self.converted(text)
        if self.choices is not None and value not in self.choices:
            raise SystemExit(2)
        return value

    def value_of(self, values):
        wanted = {None: len(values) == 1, "?": True, "*": True, "+": len(values) > 0}.get(self.nargs, len(values) == self.nargs)
        if not wanted:
            raise SystemExit(2)
        if self.nargs == "?" and not values:
            return self.const
        checked = [self._checked(each) for each in values]
        return checked[0] if self.nargs in (None, "?") else checked

class _Exclusive:
    def __init__(self, parser): self.parser = parser

    def add_argument(self, *flags, **keywords):
        made = self.parser.add_argument(*flags, **keywords)
        made.group = self
        return made

class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=None, prefix_chars="-",
                 fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True, allow_abbrev=True,
                 exit_on_error=True):
        is_plain = prefix_chars == "-" and fromfile_prefix_chars is None and conflict_handler == "error" and exit_on_error
        if not is_plain or parents or argument_default not in (None, SUPPRESS):
            _host.unknown("this option of ArgumentParser is not followed")
        self.description, self.prog, self.epilog = description, prog, epilog
        self._missing, self._arguments, self._defaults = argument_default, [], {}
        if add_help:
            self.add_argument("-h", "--help", action="help")

    def add_argument(self, *flags, **keywords):
        flags = flags or (keywords["dest"],)
        if any([flag in each.flags for each in self._arguments for flag in flags]):
            raise ValueError("conflicting option string")
        made = _Argument(flags, self._missing, **keywords)
        made.default = self._defaults.get(made.dest, made.default)
        self._arguments.append(made)
        return made

    def add_argument_group(self, *args, **keywords): return self
    def add_mutually_exclusive_group(self, required=False): return _Exclusive(self)
    def error(self, message): raise SystemExit(2)
    def exit(self, status=0, message=None): raise SystemExit(status)
    def print_help(self, file=None): pass

    print_usage = print_help

    def set_defaults(self, **keywords):
        self._defaults.update(keywords)
        for each in self._arguments:
            each.default = keywords.get(each.dest, each.default)

    def parse_args(self, args=None, namespace=None):
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments")
        return found

    def parse_known_args(self, args=None, namespace=None):
        found = Namespace() if namespace is None else namespace
        defaults = [(each.dest, each.default) for each in self._arguments] + list(self._defaults.items())
        for name, value in defaults:
            if not _is_suppressed(name) and not _is_suppressed(value) and not hasattr(found, name):
                setattr(found, name, value)
        seen = []
        rest = self._walk(sys.argv[1:] if args is None else list(args), found, seen)
        for each in [each for each in self._arguments if each not in seen]:
            if each.required:
                self.error("the following arguments are required")
            # A default that is a text is converted as if it were given.
            is_text = isinstance(each.default, str) and not _is_suppressed(each.default)
            if is_text and each.type is not None and getattr(found, each.dest, None) == each.default:
                setattr(found, each.dest, each.converted(each.default))
        return found, rest

    def _option(self, name, text):
        for each in self._arguments:
            if name in each.flags:
                return each
        if name.startswith("--") and any([flag.startswith(name) for each in self._arguments for flag in each.flags]):
            _host.unknown("shortened options are not followed")
        _host.unknown_if(not text.startswith("--") and len(text) > 2, "joined short options are not followed")
        return None

    def _walk(self, given, found, seen):
        """Sets what options are given, then the positional arguments; what neither takes is left."""
        _host.unknown_if("--" in given, "-- on the command line is not followed")
        rest, loose, place = [], [], 0
        while place < len(given):
            text = given[place]
            place += 1
            name, equals, value = text.partition("=")
            option = self._option(name, text) if _is_flag(text) else None
            if option is None:
                (rest if _is_flag(text) else loose).append(text)
                continue
            values = [value] if equals else []
            while not equals and place < len(given) and not _is_flag(given[place]) and option.takes_more(len(values)):
                values.append(given[place])
                place += 1
            self._apply(option, values, found, seen)
        return rest + self._positional(loose, found, seen)

    def _apply(self, option, values, found, seen):
        if option.group is not None and any([each.group is option.group and each is not option for each in seen]):
            self.error("not allowed with another argument")
        seen.append(option)
        if option.action in ("help", "version"):
            raise SystemExit(0)
        held = getattr(found, option.dest, None)
        if option.action == "count":
            value = (held or 0) + 1
        else:
            value = option.const if option.action.endswith(("_true", "_false", "_const")) else option.value_of(values)
            if option.action in ("append", "append_const", "extend"):
                value = list(held or []) + (value if option.action == "extend" else [value])
        setattr(found, option.dest, value)

    def _positional(self, loose, found, seen):
        for each in [each for each in self._arguments if not each.flags]:
            _host.unknown_if(each.nargs not in (None, "?") and loose, "positional arguments of open number are not followed")
            if loose:
                seen.append(each)
                setattr(found, each.dest, each.value_of(loose[:1]))
                loose = loose[1:]
            elif each.nargs == "*" and each.default is None:
                setattr(found, each.dest, [])
            elif each.nargs not in ("?", "*"):
                self.error("the following arguments are required")
        return loose

def _is_suppressed(value): return isinstance(value, str) and value == SUPPRESS
def _is_flag(text): return text.startswith("-") and len(text) > 1 and not text[1:].replace(".", "", 1).isdigit()
def FileType(*args, **keywords): _host.unknown("this function of argparse is not followed")

BooleanOptionalAction = FileType
