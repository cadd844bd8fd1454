/** All that graphql-jit writes into the code that it makes, but for what it takes from the schema and the document. */

/** What the code may reach that it does not declare. */
export const GLOBALS = words('Object Array Number Symbol Error Promise Date undefined NaN Infinity');

/** What the compiler calls things, whatever the document. */
export const LOCALS =
  words(`query getVariables getGraphQLResolveInfo __context __parent __currentItem __concrete GraphQLJITError inspect
  input coerced errors error err context resolve result message resultArray nodeType finalType parseResult enumValue
  allowedFields fieldName fieldNodes fieldType parentType schema fragments operation enrichedInfo rootValue variableValues path`);
export const MADE_LOCAL =
  /^(idx\d+|__validNode\d+|__field\w+|hasValue\w*_input|\w+(parseValue|getValue)|\w+Resolver(Args|ValidArgs|(Handler|Mutation)\d*)|\w+(SerializerErrorHandler|MapHandler|MapItemHandler)\d*)$/;

export const CALLED =
  words(`call push keys includes isArray isInteger toString resolve finalResolve callResolver checkNonNullLeaf
  checkNullableLeaf handleListItemResult finalizeResult safeMap`);
export const READ =
  words(`rt data errors nullErrors rootValue variables context promiseCounter inspect GraphQLError resolvers typeResolvers
  isTypeOfs serializers resolveInfos queue jobCounter prototype hasOwnProperty iterator length message value name key prev line
  column coerced fieldName fieldNodes returnType parentType path schema fragments operation variableValues`);
export const MADE_PROPERTY = /^\w+(Serializer|TypeResolver|IsTypeOf|Resolver|Info)$/;
export const CONSTRUCTED = words('GraphQLError GraphQLJITError Promise Date');

export const NODES =
  words(`Program ExpressionStatement FunctionExpression FunctionDeclaration ArrowFunctionExpression BlockStatement
  ReturnStatement VariableDeclaration VariableDeclarator IfStatement ForStatement ForOfStatement BreakStatement SwitchStatement
  SwitchCase TryStatement CatchClause Identifier Literal TemplateLiteral TemplateElement ObjectExpression Property
  ArrayExpression MemberExpression CallExpression NewExpression AssignmentExpression BinaryExpression LogicalExpression
  UnaryExpression UpdateExpression ConditionalExpression SequenceExpression EmptyStatement`);

/**
 * Texts that the compiler writes. § stands for names of the schema or the document, and what types and paths put
 * between them.
 */
const TEXTS = [
  '§',
  '; ',
  'use strict',
  'Cannot return null for non-nullable field §',
  'Expected Iterable, but did not find one for field §',
  'Runtime Object type "',
  '" is not a possible type for "§".',
  'Runtime Object type is not a possible type for "§".',
  'Abstract type § must resolve to an Object type at runtime for field § Either the § type should provide a "resolveType" function or each possible types should provide an "isTypeOf" function.',
  'Argument "§" of non-null type "§" must not be null.',
  'Argument "§" of required type "§" was provided the variable "$§" which was not provided a runtime value.',
  'Variable "$§" of non-null type "§" must not be null.',
  'Variable "$§" of required type "§" was not provided.',
  'Variable "$§" got invalid value ',
  'Expected type §',
  'Expected type §; ',
  'Expected type § to be an object.',
  '§ cannot represent value: ',
  '§ cannot represent a non string value: ',
  '§ cannot represent a non boolean value: ',
  '§ cannot represent non-integer value: ',
  '§ cannot represent non 32-bit signed integer value: ',
  'Field "',
  '" is not defined by type §',
  'Expected non-nullable type § not to be null at §',
  'Field §',
  '§ of required type § was not provided.',
  'Field § of required type § was not provided.',
].map((text) => new RegExp(`^${text.replace(/[.$]/g, '\\$&').replaceAll('§', '([\\w.,()![\\]]*)')}$`));
/** Of `typeof`, of paths, and of places in the document. */
export const OWN_WORDS = words('string object boolean function value line column');

/** What stands for § in a text of the compiler; undefined: it is none. The same texts come with most documents. */
export function wordsBetween(text: string): readonly string[] | undefined {
  const before = textsSeen.get(text);
  if (before) return before;
  const pattern = TEXTS.find((candidate) => candidate.test(text));
  if (!pattern) return undefined;
  const between =
    pattern
      .exec(text)
      ?.slice(1)
      .flatMap((part) => part.match(/\w+/g) ?? []) ?? [];
  if (textsSeen.size >= TEXTS_KEPT) textsSeen.clear();
  textsSeen.set(text, between);
  return between;
}

const textsSeen = new Map<string, readonly string[]>();
const TEXTS_KEPT = 20_000;

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
