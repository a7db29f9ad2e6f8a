// The tokens of Python 3.12.
//
// Input is a stream of bytes in which every byte of a non-ASCII character reads as U+007F, so that
// a token's place is a byte range of the decoded file. compiler/parse/token_scanner.cpp drives this
// lexer and adds what a lexer grammar cannot say: indentation, line joining inside brackets,
// keywords (a NAME whose spelling is in keywords.def), soft keywords, and the nesting of f-strings.
// README.md explains.
lexer grammar KernelLexer;

tokens {
  // Structure of lines. NEWLINE ends a logical line; blank and comment lines have no tokens.
  NEWLINE, INDENT, DEDENT,
  // A fault that has been reported already.
  BROKEN,
  // Keywords.
  FALSE, NONE, TRUE, AND, AS, ASSERT, ASYNC, AWAIT, BREAK, CLASS, CONTINUE, DEF, DEL, ELIF, ELSE,
  EXCEPT, FINALLY, FOR, FROM, GLOBAL, IF, IMPORT, IN, IS, LAMBDA, NONLOCAL, NOT, OR, PASS, RAISE,
  RETURN, TRY, WHILE, WITH, YIELD,
  // Soft keywords, where they are keywords.
  MATCH, CASE, TYPE,
  // The pieces of an f-string.
  FSTRING_MIDDLE, FSTRING_END
}

// Between the tokens
SPACE : [ \t\f]+ ;
COMMENT : '#' ~[\r\n]* ;
LINE_END : '\r'? '\n' | '\r' ;
LINE_JOIN : '\\' ('\r'? '\n' | '\r') ;

// Names and keywords
NAME : [A-Za-z_\u007F] [A-Za-z0-9_\u007F]* ;

// Numbers
IMAGINARY : (DIGITS | POINT_FLOAT | EXPONENT_FLOAT) [jJ] ;
FLOAT : POINT_FLOAT | EXPONENT_FLOAT ;
INTEGER
  : DIGITS
  | '0' [xX] ('_'? [0-9A-Fa-f])+
  | '0' [oO] ('_'? [0-7])+
  | '0' [bB] ('_'? [01])+
  ;
fragment DIGITS : [0-9] ('_'? [0-9])* ;
fragment POINT_FLOAT : DIGITS '.' DIGITS? | '.' DIGITS ;
fragment EXPONENT_FLOAT : (DIGITS | POINT_FLOAT) [eE] [+-]? DIGITS ;

// Strings. UNCLOSED_STRING is the start of a string whose end is missing.
STRING
  : STRING_PREFIX?
    ( '\'' (~['\\\r\n] | ESCAPE)* '\''
    | '"' (~["\\\r\n] | ESCAPE)* '"'
    )
  ;
TRIPLE_STRING
  : STRING_PREFIX?
    ( '\'\'\'' ('\'' '\''? (~['\\] | ESCAPE) | ~['\\] | ESCAPE)* '\'\'\''
    | '"""' ('"' '"'? (~["\\] | ESCAPE) | ~["\\] | ESCAPE)* '"""'
    )
  ;
UNCLOSED_STRING : STRING_PREFIX? ('\'' | '"' | '\'\'\'' | '"""') ;
FSTRING_START : FSTRING_PREFIX ('\'' | '"' | '\'\'\'' | '"""') ;
fragment STRING_PREFIX : [rRuUbB] | [rR] [bB] | [bB] [rR] ;
fragment FSTRING_PREFIX : [fF] | [rR] [fF] | [fF] [rR] ;
fragment ESCAPE : '\\' ('\r' '\n' | .) ;

// Operators
PLUS : '+' ;
MINUS : '-' ;
STAR : '*' ;
STAR_STAR : '**' ;
SLASH : '/' ;
SLASH_SLASH : '//' ;
PERCENT : '%' ;
AT : '@' ;
LEFT_SHIFT : '<<' ;
RIGHT_SHIFT : '>>' ;
AMPERSAND : '&' ;
BAR : '|' ;
CARET : '^' ;
TILDE : '~' ;
COLON_EQUAL : ':=' ;
LESS : '<' ;
GREATER : '>' ;
LESS_EQUAL : '<=' ;
GREATER_EQUAL : '>=' ;
EQUAL_EQUAL : '==' ;
NOT_EQUAL : '!=' ;

// Delimiters. EXCLAMATION only has a meaning inside the replacement field of an f-string.
LEFT_PAREN : '(' ;
RIGHT_PAREN : ')' ;
LEFT_BRACKET : '[' ;
RIGHT_BRACKET : ']' ;
LEFT_BRACE : '{' ;
RIGHT_BRACE : '}' ;
COMMA : ',' ;
COLON : ':' ;
EXCLAMATION : '!' ;
DOT : '.' ;
ELLIPSIS : '...' ;
SEMICOLON : ';' ;
EQUAL : '=' ;
ARROW : '->' ;
PLUS_EQUAL : '+=' ;
MINUS_EQUAL : '-=' ;
STAR_EQUAL : '*=' ;
SLASH_EQUAL : '/=' ;
SLASH_SLASH_EQUAL : '//=' ;
PERCENT_EQUAL : '%=' ;
AT_EQUAL : '@=' ;
AMPERSAND_EQUAL : '&=' ;
BAR_EQUAL : '|=' ;
CARET_EQUAL : '^=' ;
RIGHT_SHIFT_EQUAL : '>>=' ;
LEFT_SHIFT_EQUAL : '<<=' ;
STAR_STAR_EQUAL : '**=' ;

// Whatever is none of these
UNKNOWN : . ;

// The literal part of an f-string, in pieces that the scanner joins.
mode FSTRING;
FSTRING_TEXT : ~['"{}\\\r\n]+ ;
FSTRING_QUOTE : '\'' | '"' ;
FSTRING_TRIPLE_QUOTE : '\'\'\'' | '"""' ;
FSTRING_OPEN : '{' ;
FSTRING_CLOSE : '}' ;
FSTRING_BRACES : '{{' | '}}' ;
FSTRING_LINE_END : '\r'? '\n' | '\r' ;
FSTRING_NAMED_ESCAPE : '\\N{' ~['"{}\\\r\n]* '}' ;
FSTRING_ESCAPE : '\\' ('\r' '\n' | ~[{}]) ;
FSTRING_BACKSLASH : '\\' ;
