# f-strings as Python 3.11 has them too.
f'', f'a', F"b", rf'\n', fr'\n{a}\{b}', Rf'''x'''
f'{a}{b}', f'{a} b {c}', f'{{}}', f'{{{a}}}', f'}}{{'
f'{a!r}{b!s}{c!a}', f'{a:>10}', f'{a!r:^{width}.{precision}}', f'{a:{b}{c}}', f'{a:}'
f'{a=}', f'{a = }', f'{ a=!s}', f'{a=:>5}', f'{a=!r:x}', f'x{a=}y{ b }z', f'{a==b}', f'{a!=b}', f'{a<=b=}'
f'{a["b"]}', f"{a['b']}", f'{a[1:2]}', f'{(lambda x: x)(1)}', f'{ {1: 2}[1] }', f'{a if b else c}'
f'{(x:=1)}', f'{x:=5}', f'{a,}', f'{a, b}', f'{*a, b}', f'{yield_}', f'{a.b(c, d=e)!s:{f}}'
f'''{
a
}''', f'''
{a:
}'''
f'\N{DIGIT ONE}{a}\x41\u0042', f'\{a}', f'a\'b{c}"', f"{'a' 'b'}"
'a' f'{b}' 'c' 'd', f'a' f'b', f'{a}' '' f'{b}', 'a' f'' "b", f'a' 'b'
f'{a:%Y-%m-%d}', f'{a:{b!r}}', f'{3.4:10}', f'{a:\x41}', f'{1:{2}}'
f'{lambda_}', f'{a or b and not c}', f'{-a ** 2}', f"{a}" "{b}", f'{a}' r'\n{b}', f'{a[b]:{c[d]}}'
f"{'{'}", f'{"}"}', f"{a:{'{'}>10}", f'{a!r:{b}}}}', f'{"a"!r}'
