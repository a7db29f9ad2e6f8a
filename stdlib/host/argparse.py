"""argparse for host programs."""

import sys

import _host

SUPPRESS = "==SUPPRESS=="
REMAINDER = "..."


class ArgumentTypeError(Exception):
    _host_whole = True


class Namespace:
    _host_whole = True

    def __init__(self, /, **keywords):
        self.__dict__.update(keywords)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in self.__dict__

    def __repr__(self):
        return "Namespace(" + ", ".join([f"{key}={value!r}" for key, value in self.__dict__.items()]) + ")"


class Action:
    def __init__(self, *args, **keywords):
        _host.unknown("own actions of argparse are not followed")


class HelpFormatter:
    pass


ArgumentDefaultsHelpFormatter = RawTextHelpFormatter = RawDescriptionHelpFormatter = MetavarTypeHelpFormatter = HelpFormatter

_KNOWN = ("action", "nargs", "const", "default", "type", "choices", "required", "help", "metavar", "dest", "version")
_ACTIONS = ("store", "store_true", "store_false", "store_const", "append", "append_const", "count", "help", "version", "extend")


class _Argument:
    def __init__(self, flags, keywords, suppressed):
        for name in keywords:
            if name not in _KNOWN:
                raise TypeError(f"unexpected keyword argument {name!r}")
        self.action = keywords.get("action", "store")
        if self.action not in _ACTIONS:
            _host.unknown("this action of argparse is not followed")
        self.flags = [each for each in flags if each.startswith("-")]
        self.nargs = keywords.get("nargs")
        if self.nargs not in (None, "?", "*", "+") and not isinstance(self.nargs, int):
            _host.unknown("this nargs of argparse is not followed")
        self.const = keywords.get("const")
        default = {"store_true": False, "store_false": True, "help": SUPPRESS, "version": SUPPRESS}.get(self.action)
        self.default = keywords.get("default", SUPPRESS if suppressed else default)
        self.type = keywords.get("type")
        self.choices = keywords.get("choices")
        self.required = keywords.get("required", False)
        if self.action in ("store_true", "store_false"):
            self.const = self.action == "store_true"
        self.dest = keywords.get("dest") or self._destination(flags)
        self.group = None

    def _destination(self, flags):
        if not self.flags:
            return flags[0]
        long = [each for each in self.flags if each.startswith("--")]
        return (long or self.flags)[0].lstrip("-").replace("-", "_")

    def takes_value(self):
        return self.action in ("store", "append", "extend")

    def convert(self, text):
        value = text if self.type is None else self._converted(text)
        if self.choices is not None and value not in self.choices:
            raise SystemExit(2)
        return value

    def _converted(self, text):
        try:
            return self.type(text)
        except (TypeError, ValueError, ArgumentTypeError):
            raise SystemExit(2) from None


class _Group:
    def __init__(self, parser, exclusive):
        self.parser = parser
        self.exclusive = exclusive

    def add_argument(self, *flags, **keywords):
        made = self.parser.add_argument(*flags, **keywords)
        if self.exclusive:
            made.group = self
        return made


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=None, prefix_chars="-",
                 fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True, allow_abbrev=True,
                 exit_on_error=True):
        if prefix_chars != "-" or fromfile_prefix_chars is not None or conflict_handler != "error" or not exit_on_error or parents:
            _host.unknown("this option of ArgumentParser is not followed")
        self.description, self.prog, self.epilog = description, prog, epilog
        self._suppressed = argument_default == SUPPRESS
        if argument_default is not None and not self._suppressed:
            _host.unknown("this option of ArgumentParser is not followed")
        self._arguments = []
        self._defaults = {}
        if add_help:
            self.add_argument("-h", "--help", action="help")

    def add_argument(self, *flags, **keywords):
        if not flags:
            flags = (keywords["dest"],)
        taken = [flag for each in self._arguments for flag in each.flags]
        if any([flag in taken for flag in flags]):
            raise ValueError("conflicting option string")
        made = _Argument(flags, keywords, self._suppressed)
        if made.dest in self._defaults:
            made.default = self._defaults[made.dest]
        self._arguments.append(made)
        return made

    def add_argument_group(self, *args, **keywords):
        return _Group(self, False)

    def add_mutually_exclusive_group(self, required=False):
        return _Group(self, True)

    def set_defaults(self, **keywords):
        self._defaults.update(keywords)
        for each in self._arguments:
            if each.dest in keywords:
                each.default = keywords[each.dest]

    def error(self, message):
        raise SystemExit(2)

    def exit(self, status=0, message=None):
        raise SystemExit(status)

    def print_help(self, file=None):
        pass

    print_usage = print_help

    def parse_args(self, args=None, namespace=None):
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments")
        return found

    def parse_known_args(self, args=None, namespace=None):
        given = sys.argv[1:] if args is None else list(args)
        found = Namespace() if namespace is None else namespace
        for each in self._arguments:
            if not _is_suppressed(each.dest) and not _is_suppressed(each.default) and not hasattr(found, each.dest):
                setattr(found, each.dest, each.default)
        for name, value in self._defaults.items():
            if not hasattr(found, name):
                setattr(found, name, value)
        seen = []
        rest = self._walk(given, found, seen)
        for each in self._arguments:
            if each not in seen:
                if each.required:
                    self.error("the following arguments are required")
                # A default that is a text is converted as if it were given.
                if isinstance(each.default, str) and not _is_suppressed(each.default) and each.type is not None and getattr(found, each.dest, None) == each.default:
                    setattr(found, each.dest, each._converted(each.default))
        return found, rest

    def _option(self, text):
        for each in self._arguments:
            if text in each.flags:
                return each
        if text.startswith("--") and any([flag.startswith(text) for each in self._arguments for flag in each.flags]):
            _host.unknown("shortened options are not followed")
        return None

    def _walk(self, given, found, seen):
        if "--" in given:
            _host.unknown("-- on the command line is not followed")
        rest = []
        loose = []
        place = 0
        while place < len(given):
            text = given[place]
            place += 1
            if not _is_flag(text):
                loose.append(text)
                continue
            name, equals, value = text.partition("=")
            option = self._option(name if equals else text)
            if option is None:
                if not text.startswith("--") and len(text) > 2:
                    _host.unknown("joined short options are not followed")
                rest.append(text)
                continue
            values = [value] if equals else []
            if not equals and option.takes_value():
                while place < len(given) and not _is_flag(given[place]) and _wants(option, len(values)):
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
        if option.action in ("store_true", "store_false", "store_const"):
            setattr(found, option.dest, option.const)
        elif option.action == "count":
            setattr(found, option.dest, (held or 0) + 1)
        else:
            value = self._value(option, values) if option.action != "append_const" else option.const
            if option.action == "store":
                setattr(found, option.dest, value)
            else:
                setattr(found, option.dest, list(held or []) + (value if option.action == "extend" else [value]))

    def _value(self, option, values):
        if option.nargs is None:
            if len(values) != 1:
                self.error("expected one argument")
            return option.convert(values[0])
        if option.nargs == "?":
            return option.convert(values[0]) if values else option.const
        if isinstance(option.nargs, int) and len(values) != option.nargs or option.nargs == "+" and not values:
            self.error("expected more arguments")
        return [option.convert(each) for each in values]

    def _positional(self, loose, found, seen):
        for each in [each for each in self._arguments if not each.flags]:
            if each.nargs not in (None, "?"):
                if loose:
                    _host.unknown("positional arguments of open number are not followed")
                if each.nargs != "*":
                    self.error("the following arguments are required")
                if each.default is None:
                    setattr(found, each.dest, [])
                continue
            taken, loose = loose[:1], loose[1:]
            if taken:
                seen.append(each)
                setattr(found, each.dest, self._value(each, taken))
            elif each.nargs is None:
                self.error("the following arguments are required")
        return loose


def _is_suppressed(value):
    return isinstance(value, str) and value == SUPPRESS


def _is_flag(text):
    return text.startswith("-") and len(text) > 1 and not text[1:].replace(".", "", 1).isdigit()


def _wants(option, count):
    if option.nargs is None or option.nargs == "?":
        return count < 1
    return count < option.nargs if isinstance(option.nargs, int) else True


def FileType(*args, **keywords):
    _host.unknown("this function of argparse is not followed")


BooleanOptionalAction = FileType
