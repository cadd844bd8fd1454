import { Kind, parse, print, type SelectionSetNode, visit } from 'graphql';
import type { Customer } from '../../http/start-api.js';
import type { GraphqlCall } from './generate-graphql-calls.js';

/** Of each id that the queries show any of the callers: the types of the objects that have it. */
export async function typesById(
  calls: readonly GraphqlCall[],
  callers: readonly Customer[],
  ids: readonly string[],
): Promise<Map<string, Set<string>>> {
  const types = new Map<string, Set<string>>();
  const note = (shown: unknown): void => {
    if (typeof shown !== 'object' || shown === null) return;
    const { id, __typename: type } = shown as { id?: string; __typename?: string };
    if (id && type) types.set(id, (types.get(id) ?? new Set()).add(type));
    for (const inner of Object.values(shown)) note(inner);
  };
  for (const { document, variables } of calls.filter((call) => call.document.startsWith('query'))) {
    const query = print(visit(parse(document), { SelectionSet: withTypename }));
    const name = ['id', 'sessionId'].find((one) => one in variables);
    const asked = (name ? ids : [null]).map((id) => ({
      query,
      variables: { ...variables, ...(name && { [name]: id }) },
    }));
    const answers = asked.flatMap((body) => callers.map(({ call }) => call('POST', '/graphql', body)));
    for (const { body } of await Promise.all(answers)) note(body.data);
  }
  return types;
}

const TYPENAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
const withTypename = (set: SelectionSetNode): SelectionSetNode => ({
  ...set,
  selections: [...set.selections, TYPENAME],
});
