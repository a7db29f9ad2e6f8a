"""Gadgets of Python's library."""

from expressions import simple
from gadgets import gadget

_ARGPARSE = (
    "import argparse\n{n}p = argparse.ArgumentParser()\n{n}p.add_argument('--size', type=int, default={a})\n{n}p.add_argument('--name', default='x')\n{n}p.add_argument('-v', '--verbose', action='store_true')\n{n} = {n}p.parse_args([])\n{n}s = {n}.size * 2",
    "import argparse\n{n}p = argparse.ArgumentParser(description='d')\n{n}p.add_argument('--n', type=int, default={a})\n{n}q = argparse.ArgumentParser()\n{n}q.add_argument('--n', type=int, default=77)\n{n} = {n}p.parse_args()\n{n}r = {n}q.parse_args(['--n', '5']).n",
    "from argparse import ArgumentParser\ndef {n}f():\n    p = ArgumentParser()\n    p.add_argument('--tile', type=int, default={a}, choices=[{a}, 64])\n    g = p.add_argument_group('g')\n    g.add_argument('--rate', type=float, default=0.5)\n    return p\n{n} = {n}f().parse_args(['--rate=0.25'])\n{n}t = {n}.tile",
    "import argparse\n{n}p = argparse.ArgumentParser()\ndef {n}never():\n    {n}p.add_argument('--late', default=1)\n{n}p.add_argument('pos', nargs='?', type=int, default={a})\n{n}p.set_defaults(extra=3)\n{n} = {n}p.parse_args([])\n{n}h = hasattr({n}, 'late')",
    "import argparse\n{n}p = argparse.ArgumentParser()\n{n}s = {n}p.add_subparsers(dest='cmd')\n{n}a = {n}s.add_parser('run')\n{n}a.add_argument('--k', type=int, default={a})\n{n}v = {n}p.parse_args(['run'])\n{n}w = {n}p.parse_args([])\n{n}k = {n}v.k\n{n}l = hasattr({n}w, 'k')",
    "import argparse\n{n}p = argparse.ArgumentParser()\n{n}p.add_argument('--dims', nargs=2, type=int, default=[{a}, 2])\n{n}p.add_argument('--no-x', dest='x', action='store_false')\n{n} = vars({n}p.parse_args(['--dims', '3', '4']))\n{n}k, _ = {n}p.parse_known_args(['--zzz'])",
)

_LIBRARY = (
    "import math\n{n} = (math.gcd({a}, 12), math.isqrt({b}), math.ceil({a} / 4), math.floor(-{a} / 4), math.comb(8, {s}), math.prod({l} or [1]) % 1009, math.sqrt({s} * {s}), math.factorial({s}), math.log2(8), math.pi, math.inf)",
    "from math import floor, trunc, fmod, copysign, lcm, isclose\n{n} = [floor({a} * 0.3), trunc(-{a} / 3), fmod({a}, 3), copysign(2, -{a} - 1), lcm(4, {s} + 1), isclose(0.1 + 0.2, 0.3)]",
    "import itertools\n{n} = list(itertools.product({l}[:2], 'ab'))\n{n}b = list(itertools.accumulate({l}))[-1:]\n{n}c = list(itertools.chain({l}[:2], [{a}]))",
    "from itertools import islice, count, cycle, permutations, combinations, groupby, zip_longest, takewhile, repeat, starmap\n{n} = list(islice(count({a}, 2), 3)) + list(islice(cycle('ab'), 3))\n{n}b = [''.join(p) for p in permutations('abc', 2)][:3]\n{n}c = {{k: len(list(v)) for k, v in groupby(sorted(x % 3 for x in {l}))}}\n{n}d = list(zip_longest([1, 2], [3], fillvalue={s}))\n{n}e = list(takewhile(lambda v: v < 5, {l})) + list(starmap(pow, [(2, {s})]))",
    "import functools, operator\n{n} = functools.reduce(operator.add, {l}, {a})\n{n}b = functools.reduce(lambda p, q: p * 31 + q, {l}, 7) % 10007\n{n}c = sorted({l}, key=functools.cmp_to_key(lambda p, q: q - p))\n{n}d = operator.itemgetter(0)(({a}, 2)) + operator.attrgetter('real')(3)",
    "from collections import Counter, defaultdict, OrderedDict, deque, ChainMap\n{n} = Counter(v % 3 for v in {l})\n{n}b = defaultdict(list)\nfor v in {l}:\n    {n}b[v % 2].append(v)\n{n}c = {n}.most_common(1)",
    "from collections import deque\n{n} = deque({l}, maxlen=3)\n{n}.append({a})\n{n}.appendleft(1)\n{n}.rotate(1)\n{n}b = {n}[0]",
    "from collections import OrderedDict\n{n} = OrderedDict(a=1, b={a})\n{n}.move_to_end('a')\n{n}b = list({n})\n{n}c = {n}.popitem(last=False)",
    "from collections import ChainMap\n{n} = ChainMap({{'a': 1}}, {d})\n{n}b = {n}['a'] + len({n})\n{n}['q'] = 3\n{n} = dict({n})",
    "from fractions import Fraction\n{n} = Fraction({a}, 12) + Fraction(1, 3)\n{n}b = {n}.numerator * 2\n{n}c = float({n} * 4)",
    "from decimal import Decimal\n{n} = Decimal('1.10') * {s}\n{n}b = int(Decimal({a}))\n{n}c = str(Decimal('0.1') + Decimal('0.2'))",
    "from types import SimpleNamespace\n{n} = SimpleNamespace(a={a}, l={l})\n{n}.l.append({s})\n{n}.b = {n}.a + 1",
    "import struct\n{n} = struct.pack('<IHb', {a} & 0xffff, {s}, -1)\n{n}b = struct.unpack('<IHb', {n})\n{n}c = struct.calcsize('<dqi')",
    "import json\n{n} = json.loads('{{\"a\": [1, 2.5, null, true], \"b\": {{\"c\": {s}}}}}')\n{n}b = json.dumps({{'k': {l}, 's': 'q'}}, sort_keys=True)",
    "from pathlib import Path\n{n} = Path('a') / 'b.txt'\n{n}b = {n}.suffix + {n}.stem + {n}.name\n{n}c = str({n}.parent)\n{n}d = {n}.with_suffix('.py').parts",
    "import os.path\n{n} = os.path.join('a', 'b', 'c.py')\n{n}b = os.path.splitext({n})[1]\n{n}c = os.path.basename({n})",
    "import contextlib\n@contextlib.contextmanager\ndef {n}f(k):\n    {l}.append(k)\n    try:\n        yield k + 1\n    finally:\n        {l}.append(0)\nwith {n}f({a}) as {n}:\n    {n}b = {n} * 2",
    "import contextlib\n{n} = 0\nwith contextlib.suppress(KeyError, ValueError):\n    {n} = 1\n    {{}}['x']\n    {n} = 2\nwith contextlib.nullcontext({a}) as {n}b:\n    pass",
    "import copy\n{n} = copy.deepcopy({{'l': {l}, 'm': {l}}})\n{n}['l'].append({a})\n{n}b = copy.copy({l})\n{n}b.append(1)",
    "{n} = int.from_bytes(bytes([1, {s}]), 'little')\n{n}b = ({a}).to_bytes(4, 'big')\n{n}c = bytes.fromhex('0a0b').hex()\n{n}d = b'a,b'.split(b',')",
    "from typing import List, Optional, Final, cast\n{n}: Final = {a}\n{n}b: Optional[List[int]] = None\n{n}c = cast(int, {s})",
    "{n} = '{{:>5}}|{{:<4}}|{{:^6}}|{{:,}}'.format({a}, 'q', {s}, 1234567)\n{n}b = '%5.2f %x %-4s|' % ({s} / 4, {a}, 'z')\n{n}c = f'{{ {i} !s:*^7}} {{ {s} /8:.2e}} {{ {i} %50:#b}}'",
    "{n} = 'a b\\tc\\nd'.split()\n{n}b = 'x=1;y=2'.partition(';')\n{n}c = 'abc'.translate({{97: 'z'}})\n{n}d = 'line1\\nline2'.splitlines()\n{n}e = 'aXbX'.rsplit('X', 1)\n{n}f = 'Hello'.swapcase().casefold()",
    "import bisect, heapq\n{n} = sorted({l})\nbisect.insort({n}, {a})\n{n}b = bisect.bisect_left({n}, {s})\n{n}c = {l}[:]\nheapq.heapify({n}c)\nheapq.heappush({n}c, {s})\n{n}d = heapq.heappop({n}c)",
    "import string\n{n} = string.ascii_lowercase[{s}] + string.digits[:3]\n{n}b = string.hexdigits",
    "import sys\n{n} = sys.version_info >= (3, 8)\n{n}b = sys.maxsize > 2 ** 32\n{n}c = sys.byteorder",
    "import array\n{n} = array.array('i', {l})\n{n}.append({a})\n{n} = list({n})",
    "{n} = 2 ** 100 + {a}\n{n}b = {n} % 1000003\n{n}c = hex({n})\n{n}d = -{n} // 7\n{n}e = {n} * {n} >> 90",
    "{n} = complex({a}, 2) * 1j\n{n}b = abs(3 + 4j) + {n}.real\n{n}c = ({n} ** 2).imag",
    "{n} = [0.1 + 0.2, 1e300 * 1e10, {a} / 3, round(2.5), round(-1.5), round({a} / 3, 3), float('nan') == 1, 7.0 // 2, -7 % 3.5, 1e16, 123456789.125]",
    "{n} = [str(1e22), repr(1e-7), str({a} / 7), f'{{ {i} / 7:.5g}}', f'{{2 ** 70:e}}', str(True), repr('it\\'s'), repr(\"a\\\"b'\"), ascii('é'), repr('\\n\\x00')]",
    "{n} = isinstance({a}, (int, str)), issubclass(bool, int), type({l}) is list, callable(len), id({l}) == id({l}), hash('a') == hash('a'), hash({s})",
    "{n} = list(zip(*[[1, 2], [3, {a}]])), dict(enumerate('ab')), sorted('hello', key=str.lower), max('ab', 'c', key=len), min([[2], [1, 5]])",
    "{n} = frozenset({l}) & {{1, 2, 3}}\n{n}b = {{frozenset([1]): {a}}}[frozenset([1])]\n{n}c = len({{1, 1.0, True}})",
    "import statistics\n{n} = statistics.mean([1, 2, {s}, 9])",
    "import datetime\n{n} = datetime.timedelta(days=1, seconds={s}).total_seconds()",
    "import re\n{n} = re.sub('[aeiou]', '_', 'kernel')\n{n}b = [m for m in re.findall(r'\\d+', 'a12b{s}')]",
    "import textwrap\n{n} = textwrap.dedent('''  a\n    b\n  ''')",
    "import logging\n{n}log = logging.getLogger('x')\n{n}log.info('%d', {a})\nlogging.basicConfig(level=logging.INFO)\n{n} = {a}",
    "import warnings\nwarnings.filterwarnings('ignore')\n{n} = {a} + 1",
    "print({l}, {a}, sep=',', end='')\n{n} = {a}",
    "import zlib\n{n} = zlib.crc32(b'abc') & 0xff",
    "{n} = [*range(3), *'ab'], {{**{{'a': 1}}, 'b': {a}}}, (lambda *a, **k: (a, k))(1, *[2], x=3)\n{n}b = [(i, j) for i in range(3) for j in range(i)]\n{n}c = {{i: [j for j in range(i)] for i in range(3)}}",
)


@gadget(4)
def library(g):
    _emit(g, g.rng.choice(_LIBRARY))


@gadget(1, module=True)
def arguments(g):
    _emit(g, g.rng.choice(_ARGPARSE))


def _emit(g, text):
    if any(name in g.shadowed for name in ("len", "sum", "max", "min", "abs", "sorted")) and g.chance(0.5):
        return
    lists, dicts = g.pick("list"), g.pick("dict")
    a, b = g.int(1), g.small(0, 200)
    g.emit(text.format(n=g.fresh("u"), l=lists, d=dicts, a=f"abs({a})", b=b, s=g.small(0, 5), i=simple(g)))
