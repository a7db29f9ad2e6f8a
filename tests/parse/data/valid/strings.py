# -*- coding: utf-8 -*-
# Escapes, prefixes, implicit concatenation, characters beyond ASCII.
'\a\b\f\n\r\t\v\\\'\"\0\1\12\123\400\x41\u0041\U0001F600\N{LATIN SMALL LETTER A}\N{latin small letter b}'
'\N{GREEK CAPITAL LETTER OMEGA}\N{EM DASH}\N{BELL}\N{NBSP}\N{HANGUL SYLLABLE GA}\N{CJK UNIFIED IDEOGRAPH-4E00}'
b'\a\b\f\n\r\t\v\\\'\"\0\1\12\123\377\x41\u0041\N{x}'
'\q\8\ \%'
r'\a\'\
b'
'line \
joined'
"""triple "quoted" ""text\"""
over lines"""
'''it''s '' here'''
''''''
""
'\ud800\udfff', '\ud83d\ude00', '\x7f\x80\xa0\xad\u200b\u2028\ufeff\U000e0001'
'"', "'", '"\'', "\"'"
'ä€😀 𝕏'
ä = é = 'ö'
ﬁ = 𝔘𝔫𝔦 = ª = µ = 1
変数, переменная, ℘, ᢆ
u'a' 'b', 'a' u'b', U'c'
('a'
 # comment between
 "b" '''c'''  \
 r'd')
b'a' b"b" \
    rb'\c'
