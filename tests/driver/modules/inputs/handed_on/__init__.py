import somewhere

from . import sizes

exec(somewhere.changes)
