import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** Between 0 and 1, the same again for the same seed (mulberry32). */
export function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** No document can name it, so wherever it stands something got in that should not. */
export const CANARY = 'wasRun';
const CODE = `globalThis.${CANARY}=true`;

/** Words of JavaScript, of the compiler, of the schema, and such as are nothing but legal. */
const NAMES = [
  ...'constructor prototype hasOwnProperty toString valueOf toJSON then eval Function process require globalThis window'.split(
    ' ',
  ),
  ...'this new await async yield let const class function return typeof delete import export super null undefined'.split(
    ' ',
  ),
  ...'NaN Infinity arguments Object Array Promise Error Symbol Date input coerced errors error err context result'.split(
    ' ',
  ),
  ...'idx0 idx1 finalType nodeType resultArray parseResult hasValuea_input a_b b_c a b _ _0 __typename query on'.split(
    ' ',
  ),
  ...'alInfo QuerycampaignsResolver IntSerializer NodeTypeResolver campaigns id message nodes data rt value'.split(' '),
  ...'__proto__ __context __parent __currentItem __validNode0 __fieldid __MAGIC_DATE__ __schema'.split(' '),
];
/** What no rule may let pass; some are not even legal. */
const STRANGE = [
  `"${CODE}"`,
  `"""${CODE}"""`,
  `"\\");${CODE};(\\""`,
  `"__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d${CODE}"`,
  `"\\u005f_MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8${CODE}"`,
  `"\${${CODE}}"`,
  `"\\u2028${CODE}\\u2029"`,
  `["${CODE}"]`,
  `{ a: "${CODE}" }`,
  '1e999',
  '-1e999',
  '0.1',
];

/** Documents that the grammar allows, mostly such as the schema allows, too. */
export function documentsFor(schema: GraphQLSchema, random: () => number): () => string {
  const chance = (share: number) => random() < share;
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const name = () => {
    if (chance(0.8)) return oneOf(NAMES.slice(0, -8));
    if (chance(0.03)) return oneOf(NAMES);
    if (chance(0.02)) return 'a'.repeat(Math.floor(random() * 200) + 1);
    return `${oneOf(NAMES.slice(0, -8))}${oneOf(['', '_', '0'])}${oneOf(NAMES.slice(0, -8))}`;
  };
  let variables: Map<string, string>;
  let fragments: string[];
  let left: number;

  return () => {
    variables = new Map();
    fragments = [];
    left = 1 + Math.floor(random() ** 6 * 30);
    const root = (chance(0.85) ? schema.getQueryType() : schema.getMutationType()) as GraphQLNamedType;
    const selection = selectionOf(root, 0);
    const declared = [...variables].map(([variable, type]) => `$${variable}: ${type}`);
    const kind = root === schema.getQueryType() ? 'query' : 'mutation';
    const head = `${kind}${chance(0.5) ? ` ${name()}` : ''}${declared.length > 0 ? `(${declared.join(', ')})` : ''}`;
    return [`${head}${directive()} ${selection}`, ...fragments].join('\n');
  };

  function selectionOf(type: GraphQLNamedType, depth: number): string {
    const members = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    const fields = 'getFields' in type && !isInputObjectType(type) ? Object.values(type.getFields()) : [];
    const count = 1 + Math.floor(random() ** 2 * Math.min(4, left + 1));
    const selections = Array.from({ length: count }, () => {
      left -= 1;
      if (members.length > 0 && chance(0.5))
        return `... on ${oneOf([type, ...members]).name}${directive()} ${nested(type, depth)}`;
      if (chance(0.05)) return spreadOf(type, depth);
      return fields.length === 0 || chance(0.05) ? `${alias()}__typename${directive()}` : fieldOf(fields, depth);
    });
    return `{ ${selections.join(' ')} }`;
  }

  function fieldOf(fields: readonly GraphQLField<unknown, unknown>[], depth: number): string {
    // What may be one of eleven types makes eleven times the code, and has nothing new to show most of the time.
    const drawn = oneOf(fields);
    const field = isAbstractType(getNamedType(drawn.type)) ? oneOf(fields) : drawn;
    const below = getNamedType(field.type);
    const given = field.args.filter((argument) => isNeeded(argument) || chance(0.1)).map(argumentOf);
    const uses = given.length > 0 ? `(${given.join(', ')})` : '';
    const selected = isLeafType(below) ? '' : ` ${nested(below, depth)}`;
    return `${alias()}${field.name}${uses}${directive()}${selected}`;
  }

  function nested(type: GraphQLNamedType, depth: number): string {
    if (left > 0 && depth < 6) return selectionOf(type, depth + 1);
    const leaf =
      isObjectType(type) && Object.values(type.getFields()).find(({ type: of }) => isLeafType(getNamedType(of)));
    return `{ ${alias()}${leaf ? leaf.name : '__typename'} }`;
  }

  function spreadOf(type: GraphQLNamedType, depth: number): string {
    const fragment = `${name()}${fragments.length}`;
    const place = fragments.push('') - 1;
    fragments[place] = `fragment ${fragment} on ${type.name} ${nested(type, depth)}`;
    return `...${fragment}`;
  }

  function alias(): string {
    return chance(0.4) ? `${name()}: ` : '';
  }

  function directive(): string {
    return chance(0.005) ? oneOf([' @include(if: true)', ' @skip(if: $a)', ` @${name()}(a: "${CODE}")`]) : '';
  }

  function argumentOf({ name: argument, type }: GraphQLArgument | GraphQLInputField): string {
    return `${argument}: ${argumentValue(type, 0)}`;
  }

  function argumentValue(type: GraphQLInputType, depth: number): string {
    if (chance(0.01)) return oneOf(STRANGE);
    const share = isInputObjectType(getNamedType(type)) ? 0.03 : hasLiterals(type) ? 0.3 : 0.97;
    return chance(share) ? variableOf(type) : literalOf(type, depth);
  }

  function variableOf(type: GraphQLInputType): string {
    const variable = name();
    if (!variables.has(variable)) {
      const fallback =
        !isNonNullType(type) && chance(0.2) ? ` = ${chance(0.05) ? oneOf(STRANGE) : literalOf(type, 9)}` : '';
      variables.set(variable, `${type}${fallback}`);
    }
    return `$${variable}`;
  }

  /** Deep down without variables, which a default must not have. */
  function literalOf(type: GraphQLInputType, depth: number): string {
    if (isNonNullType(type)) return literalOf(type.ofType, depth);
    if (chance(0.03)) return 'null';
    const below = (inner: GraphQLInputType) =>
      depth < 9 ? argumentValue(inner, depth + 1) : literalOf(inner, depth + 1);
    if (isListType(type))
      return `[${Array.from({ length: Math.floor(random() * 3) }, () => below(type.ofType)).join(', ')}]`;
    if (!isInputObjectType(type)) return leafOf(type);
    const isGiven = (field: GraphQLInputField) => isNonNullType(field.type) || (depth < 3 && chance(0.3));
    const fields = Object.values(type.getFields()).filter(isGiven);
    return `{ ${fields.map((field) => `${field.name}: ${below(field.type)}`).join(', ')} }`;
  }

  function leafOf(type: GraphQLNamedType): string {
    if (isEnumType(type)) return chance(0.98) ? oneOf(type.getValues()).name : name();
    if (type.name === 'Boolean') return String(chance(0.5));
    if (type.name === 'Int' || type.name === 'SafeInt')
      return oneOf(['1', '5', '-0', '2147483647', '9007199254740991']);
    const object = `{ ${name()}: 1, ${name()}: { ${name()}: [${name()}, true, null] } }`;
    return type.name === 'JSONObject' ? object : oneOf(['7', '-1', 'true', name(), object]);
  }
}

/** Of most scalars the literals are strings, which are refused; made of anything else they mostly do not compile. */
function hasLiterals(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  return (
    isEnumType(named) || isInputObjectType(named) || ['Int', 'SafeInt', 'Boolean', 'JSONObject'].includes(named.name)
  );
}

function isNeeded({ type, defaultValue }: GraphQLArgument): boolean {
  return isNonNullType(type) && defaultValue === undefined;
}
