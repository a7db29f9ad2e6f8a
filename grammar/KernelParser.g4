// The syntax of Python 3.12, in the order of the language reference: expressions, simple
// statements, compound statements, files.
//
// Every decision looks at one token only (README.md says why and how it is checked). Where Python
// needs more, a rule here takes a little more than Python does, and compiler/parse checks the rest
// when it builds the tree: targets are parsed as expressions, the precedence of operators is
// resolved over the flat list in `operation`, empty places are allowed between commas.
parser grammar KernelParser;

options { tokenVocab = KernelLexer; }

// -----------------------------------------------------------------------------------------------
// Expressions
// -----------------------------------------------------------------------------------------------

// x if c else y, lambdas. Nested conditionals and lambdas are one flat list.
expression
  : heads+=lambdaHead* parts+=operation
    (words+=IF parts+=operation words+=ELSE heads+=lambdaHead* parts+=operation)*
  ;

lambdaHead : word=LAMBDA (items+=lambdaParameter (commas+=COMMA items+=lambdaParameter?)*)? COLON ;

lambdaParameter
  : name=NAME (EQUAL value=expression)?
  | star=STAR name=NAME?
  | star=STAR_STAR name=NAME
  | slash=SLASH
  ;

// Operands and operators from `or` to `**` as they stand. The builder reads the operators from the
// tokens between the operands; `is not` is IS with the prefix NOT.
operation
  : (NOT | PLUS | MINUS | TILDE | AWAIT)* operands+=primary
    ( ( NOT IN
      | OR | AND | IN | IS | LESS | GREATER | LESS_EQUAL | GREATER_EQUAL | EQUAL_EQUAL | NOT_EQUAL
      | BAR | CARET | AMPERSAND | LEFT_SHIFT | RIGHT_SHIFT | PLUS | MINUS | STAR | SLASH
      | SLASH_SLASH | PERCENT | AT | STAR_STAR
      )
      (NOT | PLUS | MINUS | TILDE | AWAIT)* operands+=primary
    )*
  ;

primary : head=atom tails+=trailer* ;

trailer
  : DOT name=NAME
  | open=LEFT_PAREN (arguments+=argument (commas+=COMMA arguments+=argument?)*)? RIGHT_PAREN
  | open=LEFT_BRACKET slices+=slice (commas+=COMMA slices+=slice?)* RIGHT_BRACKET
  ;

argument
  : star=(STAR | STAR_STAR) value=expression
  | value=expression (EQUAL named=expression | COLON_EQUAL walrus=expression | loops=comprehension)?
  ;

slice
  : star=STAR value=expression
  | value=expression (COLON_EQUAL walrus=expression | bounds=sliceBounds)?
  | bounds=sliceBounds
  ;

sliceBounds : COLON upper=expression? (COLON step=expression?)? ;

atom
  : token=(NAME | INTEGER | FLOAT | IMAGINARY | NONE | TRUE | FALSE | ELLIPSIS)
  | pieces+=stringPiece+
  | parenthesised=group
  | open=LEFT_BRACKET
    (items+=element (loops=comprehension | (commas+=COMMA items+=element?)*))?
    RIGHT_BRACKET
  | open=LEFT_BRACE
    (entries+=entry (loops=comprehension | (commas+=COMMA entries+=entry?)*))?
    RIGHT_BRACE
  ;

// ( ... ): a parenthesised expression, a tuple, a generator, or the items of a `with` statement.
group
  : LEFT_PAREN
    ( yielded=yieldExpression
    | items+=element (loops=comprehension | (commas+=COMMA items+=element?)*)
    )?
    RIGHT_PAREN
  ;

// One item of a tuple, list or group. `as` is only right in a `with` statement.
element
  : star=STAR value=expression
  | value=expression (COLON_EQUAL walrus=expression | AS target=primary)?
  ;

// One item of a set or dictionary display.
entry
  : star=(STAR | STAR_STAR) value=expression
  | value=expression (COLON_EQUAL walrus=expression | COLON mapped=expression)?
  ;

comprehension : loops+=comprehensionFor+ ;

comprehensionFor
  : async=ASYNC? word=FOR targets=targetList IN iterable=operation (IF conditions+=operation)*
  ;

stringPiece : token=(STRING | TRIPLE_STRING) | formatted=fstring ;

fstring : open=FSTRING_START parts+=fstringPart* close=FSTRING_END ;

fstringPart
  : text=FSTRING_MIDDLE
  | open=LEFT_BRACE (yielded=yieldExpression | values=expressionList) equal=EQUAL?
    (EXCLAMATION conversion=NAME)? (colon=COLON format+=fstringPart*)? close=RIGHT_BRACE
  ;

yieldExpression : word=YIELD (from=FROM source=expression | values=expressionList)? ;

// One expression, or a tuple without parentheses.
expressionList : items+=listItem (commas+=COMMA items+=listItem?)* ;

// `:=` is only right in some places, see the builder.
listItem
  : star=STAR value=expression
  | value=expression (COLON_EQUAL walrus=expression)?
  ;

namedExpression : value=expression (COLON_EQUAL walrus=expression)? ;

// Targets of `for` and `del`, which end before `in`.
targetList : items+=targetItem (commas+=COMMA items+=targetItem?)* ;

targetItem : star=STAR? value=primary ;

// -----------------------------------------------------------------------------------------------
// Simple statements
// -----------------------------------------------------------------------------------------------

simpleLine : items+=simpleStatement (semicolons+=SEMICOLON items+=simpleStatement?)* NEWLINE ;

simpleStatement
  : expr=expressionStatement
  | asserted=assertStatement
  | word=(PASS | BREAK | CONTINUE)
  | deleted=delStatement
  | returned=returnStatement
  | raised=raiseStatement
  | imported=importStatement
  | importedFrom=fromStatement
  | scoped=scopeStatement
  | typed=typeStatement
  ;

// Expressions, assignments, augmented and annotated assignments.
expressionStatement
  : values+=assignedValue
    ( equals+=EQUAL values+=assignedValue (equals+=EQUAL values+=assignedValue)*
    | op=(PLUS_EQUAL | MINUS_EQUAL | STAR_EQUAL | SLASH_EQUAL | SLASH_SLASH_EQUAL | PERCENT_EQUAL
        | AT_EQUAL | AMPERSAND_EQUAL | BAR_EQUAL | CARET_EQUAL | RIGHT_SHIFT_EQUAL
        | LEFT_SHIFT_EQUAL | STAR_STAR_EQUAL)
      values+=assignedValue
    | COLON annotation=expression (equals+=EQUAL values+=assignedValue)?
    )?
  ;

assignedValue : yielded=yieldExpression | list=expressionList ;

assertStatement : ASSERT test=expression (COMMA message=expression)? ;

delStatement : DEL targets=targetList ;

returnStatement : RETURN values=expressionList? ;

raiseStatement : RAISE (raised=expression (FROM cause=expression)?)? ;

importStatement : IMPORT names+=dottedAlias (COMMA names+=dottedAlias)* ;

dottedAlias : name=dottedName (AS alias=NAME)? ;

dottedName : parts+=NAME (DOT parts+=NAME)* ;

fromStatement
  : FROM dots+=(DOT | ELLIPSIS)* module=dottedName? IMPORT
    ( star=STAR
    | names+=importAlias (commas+=COMMA names+=importAlias?)*
    | open=LEFT_PAREN names+=importAlias (commas+=COMMA names+=importAlias?)* RIGHT_PAREN
    )
  ;

importAlias : name=NAME (AS alias=NAME)? ;

scopeStatement : word=(GLOBAL | NONLOCAL) names+=NAME (COMMA names+=NAME)* ;

typeStatement : TYPE name=NAME parameters=typeParameters? EQUAL value=expression ;

// -----------------------------------------------------------------------------------------------
// Compound statements
// -----------------------------------------------------------------------------------------------

statement
  : line=simpleLine
  | branch=ifStatement
  | whileLoop=whileStatement
  | forLoop=forStatement
  | guarded=tryStatement
  | with=withStatement
  | function=functionDefinition
  | cls=classDefinition
  | asynchronous=asyncStatement
  | marked=decorated
  | matched=matchStatement
  ;

block : NEWLINE INDENT statements+=statement+ DEDENT | line=simpleLine ;

ifStatement
  : words+=IF tests+=namedExpression COLON blocks+=block
    (words+=ELIF tests+=namedExpression COLON blocks+=block)* otherwise=elseClause?
  ;

elseClause : ELSE COLON body=block ;

whileStatement : WHILE test=namedExpression COLON body=block otherwise=elseClause? ;

forStatement
  : FOR targets=targetList IN iterable=expressionList COLON body=block otherwise=elseClause?
  ;

tryStatement
  : TRY COLON body=block handlers+=exceptClause* otherwise=elseClause?
    (final=FINALLY COLON finalBody=block)?
  ;

exceptClause
  : word=EXCEPT star=STAR? (type=expression (AS name=NAME)?)? COLON body=block
  ;

withStatement : WITH items+=withItem (commas+=COMMA items+=withItem)* COLON body=block ;

withItem : value=expression (AS target=targetItem)? ;

functionDefinition
  : DEF name=NAME typeParams=typeParameters?
    LEFT_PAREN (items+=parameter (commas+=COMMA items+=parameter?)*)? RIGHT_PAREN
    (ARROW result=expression)? COLON body=block
  ;

parameter
  : name=NAME (COLON annotation=expression)? (EQUAL value=expression)?
  | star=STAR (name=NAME (COLON (starAnnotation=STAR)? annotation=expression)?)?
  | star=STAR_STAR name=NAME (COLON annotation=expression)?
  | slash=SLASH
  ;

classDefinition
  : CLASS name=NAME typeParams=typeParameters?
    ( open=LEFT_PAREN
      (arguments+=argument (commas+=COMMA arguments+=argument?)*)?
      close=RIGHT_PAREN
    )?
    COLON body=block
  ;

typeParameters
  : LEFT_BRACKET items+=typeParameter (commas+=COMMA items+=typeParameter?)* RIGHT_BRACKET
  ;

typeParameter : star=(STAR | STAR_STAR)? name=NAME (COLON bound=expression)? ;

asyncStatement : word=ASYNC (function=functionDefinition | with=withStatement | loop=forStatement) ;

decorated
  : (AT decorators+=namedExpression NEWLINE)+
    word=ASYNC? (function=functionDefinition | cls=classDefinition)
  ;

matchStatement : MATCH subject=expressionList COLON NEWLINE INDENT cases+=caseBlock+ DEDENT ;

caseBlock : word=CASE patterns=openPattern (IF guard=namedExpression)? COLON body=block ;

openPattern : items+=pattern (commas+=COMMA items+=pattern?)* ;

pattern
  : star=STAR name=NAME
  | alternatives+=closedPattern (BAR alternatives+=closedPattern)* (AS name=NAME)?
  ;

closedPattern
  : minus=MINUS? number=(INTEGER | FLOAT | IMAGINARY)
    (sign=(PLUS | MINUS) imaginary=(INTEGER | FLOAT | IMAGINARY))?
  | pieces+=stringPiece+
  | constant=(NONE | TRUE | FALSE)
  | name=dottedName
    ( open=LEFT_PAREN
      (arguments+=patternArgument (commas+=COMMA arguments+=patternArgument?)*)?
      RIGHT_PAREN
    )?
  | open=LEFT_PAREN (items+=pattern (commas+=COMMA items+=pattern?)*)? RIGHT_PAREN
  | open=LEFT_BRACKET (items+=pattern (commas+=COMMA items+=pattern?)*)? RIGHT_BRACKET
  | open=LEFT_BRACE (entries+=patternEntry (commas+=COMMA entries+=patternEntry?)*)? RIGHT_BRACE
  ;

patternArgument : left=pattern (EQUAL right=pattern)? ;

patternEntry : key=closedPattern COLON value=pattern | star=STAR_STAR name=NAME ;

// -----------------------------------------------------------------------------------------------
// Files
// -----------------------------------------------------------------------------------------------

file : statements+=statement* EOF ;
