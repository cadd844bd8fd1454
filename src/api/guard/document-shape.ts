import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';

/** Limits of the shape of a document. The parser counts tokens. */
export const DOCUMENT_LIMITS = {
  characters: 50_000,
  tokens: 1_000,
  depth: 10,
  aliases: 20,
  directives: 10,
  /** Fields and fragments, counted each time they are spread, because executing a document may expand every spread. */
  selections: 2_000,
  errorsShown: 10,
} as const;

/** Refuses a long document before it is hashed and parsed. */
export function refuseLongDocument(query: unknown): void {
  if (typeof query !== 'string' || query.length <= DOCUMENT_LIMITS.characters) return;
  throw new GraphQLError(`The document has more than ${DOCUMENT_LIMITS.characters} characters.`, {
    extensions: { code: 'DOCUMENT_TOO_LONG', http: { status: 400 } },
  });
}

interface Shape {
  depth: number;
  aliases: number;
  directives: number;
  selections: number;
}

/**
 * Refuses documents that are too deep, or that repeat themselves by aliases, directives or fragments. Fragments count
 * each time they are spread but are measured once, so that nested fragments cannot make the measuring expensive.
 */
export const limitDocumentShape: ValidationRule = (validation) => ({
  Document(document) {
    for (const { what, found, limit } of excesses(document)) {
      const message = `The document has too much ${what}: ${found > limit * 100 ? 'far ' : ''}more than ${limit}.`;
      validation.reportError(new GraphQLError(message));
    }
  },
});

function excesses(document: DocumentNode) {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const measure = measureWith(fragments);
  const whole = nothing();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      add(whole, measure(definition.selectionSet));
      whole.directives += definition.directives?.length ?? 0;
    }
  }
  return [
    { what: 'depth', found: whole.depth, limit: DOCUMENT_LIMITS.depth },
    { what: 'repetition by aliases', found: whole.aliases, limit: DOCUMENT_LIMITS.aliases },
    { what: 'directives', found: whole.directives, limit: DOCUMENT_LIMITS.directives },
    { what: 'repetition by fragments', found: whole.selections, limit: DOCUMENT_LIMITS.selections },
  ].filter(({ found, limit }) => found > limit);
}

function measureWith(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const measured = new Map<string, Shape>();
  const open = new Set<string>();

  function measure({ selections }: SelectionSetNode): Shape {
    const shape = nothing();
    for (const selection of selections) {
      shape.directives += selection.directives?.length ?? 0;
      shape.selections += 1;
      if (selection.kind === Kind.FIELD) add(shape, measureField(selection));
      else if (selection.kind === Kind.INLINE_FRAGMENT) add(shape, measure(selection.selectionSet));
      else add(shape, measureFragment(selection.name.value));
    }
    return shape;
  }

  function measureField({ name, alias, selectionSet }: FieldNode): Shape {
    const aliases = alias ? 1 : 0;
    if (!selectionSet) return { ...nothing(), depth: 1, aliases };
    const inner = measure(selectionSet);
    // graphql-js limits the depth of introspection itself, and tools need more than ten levels of it.
    if (name.value.startsWith('__')) inner.depth = 0;
    return { ...inner, depth: 1 + inner.depth, aliases: aliases + inner.aliases };
  }

  function measureFragment(name: string): Shape {
    const known = measured.get(name);
    const fragment = fragments.get(name);
    // Another rule refuses circular fragments; here the recursion only has to end.
    if (known || !fragment || open.has(name)) return known ?? nothing();
    open.add(name);
    const shape = measure(fragment.selectionSet);
    open.delete(name);
    measured.set(name, shape);
    return shape;
  }

  return measure;
}

const nothing = (): Shape => ({ depth: 0, aliases: 0, directives: 0, selections: 0 });

function add(shape: Shape, other: Shape): void {
  shape.depth = Math.max(shape.depth, other.depth);
  shape.aliases += other.aliases;
  shape.directives += other.directives;
  shape.selections += other.selections;
}
