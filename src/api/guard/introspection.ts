import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  type DocumentNode,
  execute,
  type FormattedExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ANONYMOUS_INTROSPECTIONS } from '../../domain/limits.js';
import { networkOf } from '../../lib/net/address-ranges.js';
import { countSchemaField, subjectOf } from './admission.js';
import { tooExpensive } from './document-cost.js';
import { throttled } from './rate-limits.js';
import type { RequestContext } from './request-context.js';

interface Introspection {
  readonly plugin: ApolloServerPlugin<RequestContext>;
  /** Writes responses: those of the cache are texts already. */
  stringify(result: FormattedExecutionResult): string;
}

/**
 * Counts the root fields that read the schema, which have no resolver that `guardRootFields` could wrap, and keeps
 * the responses to documents that ask for nothing else. The whole schema takes graphql-js 50 ms and more, and any
 * caller may ask for it.
 */
export function guardIntrospection(schema: GraphQLSchema): Introspection {
  const { points, windowSeconds } = ANONYMOUS_INTROSPECTIONS;
  const anonymous = new RateLimiterMemory({ points, duration: windowSeconds });
  const responses = createResponseCache();
  const texts = new WeakMap<object, string>();

  return {
    plugin: {
      async requestDidStart() {
        let asksForSchemaAlone = false;
        return {
          async didResolveOperation({ operation, document, contextValue }) {
            const fields = operation ? rootFieldsOf(operation, document) : [];
            const ofSchema = fields.filter(isOfSchema);
            if (ofSchema.length === 0) return;
            if (ofSchema.filter((name) => name === '__schema').length > 1) {
              throw tooExpensive('The document has more than one `__schema`.');
            }
            asksForSchemaAlone = fields.every((name) => isOfSchema(name) || name === '__typename');
            if (subjectOf(contextValue) === null) await countAnonymous(contextValue);
            for (const _ of ofSchema) await countSchemaField(contextValue);
          },
          async responseForOperation({ document, operationName, request }) {
            if (!asksForSchemaAlone) return null;
            const variables = request.variables ?? {};
            const key = JSON.stringify([request.query, operationName, variables]);
            const text = responses.get(key) ?? run(document, operationName, variables);
            if (text === null) return null;
            responses.set(key, text);
            // Stands for the text, so that neither the cache nor the response holds the objects.
            const data = {};
            texts.set(data, text);
            return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: { data } } };
          },
        };
      },
    },
    stringify(result) {
      const { data, ...others } = result;
      const text = data ? texts.get(data) : undefined;
      if (text === undefined) return `${JSON.stringify(result)}\n`;
      const rest = JSON.stringify(others).slice(1, -1);
      return `{"data":${text}${rest && `,${rest}`}}\n`;
    },
  };

  async function countAnonymous({ visitor }: RequestContext): Promise<void> {
    try {
      await anonymous.consume(networkOf(visitor.address));
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? throttled(refusal.msBeforeNext) : refusal;
    }
  }

  /** Returns null for variables that do not fit; Apollo runs the document again and reports them. */
  function run(
    document: DocumentNode,
    operationName: string | null,
    variableValues: Readonly<Record<string, unknown>>,
  ): string | null {
    const result = execute({ schema, document, operationName, variableValues });
    if ('then' in result || result.errors) return null;
    return JSON.stringify(result.data);
  }
}

const isOfSchema = (field: string) => field === '__schema' || field === '__type';

/**
 * The names of the root fields of an operation, those of fragments included, once for each place where they are
 * spread.
 */
function rootFieldsOf({ operation, selectionSet }: OperationDefinitionNode, { definitions }: DocumentNode): string[] {
  if (operation !== OperationTypeNode.QUERY) return [];
  const isFragment = (definition: (typeof definitions)[number]): definition is FragmentDefinitionNode =>
    definition.kind === Kind.FRAGMENT_DEFINITION;
  const fragments = new Map(definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]));
  return fieldsIn(selectionSet);

  function fieldsIn({ selections }: SelectionSetNode): string[] {
    return selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection.name.value];
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      return fragment ? fieldsIn(fragment.selectionSet) : [];
    });
  }
}

const RESPONSES_KEPT = 20;
/** Of documents with long variables nothing is kept, and nothing of responses that are larger than the schema. */
const LONGEST_KEY = 10_000;
const LONGEST_RESPONSE = 1_000_000;

/** The responses that were asked for last. The schema never changes in a process. */
function createResponseCache() {
  const responses = new Map<string, string>();
  return {
    get: (key: string) => responses.get(key),
    set(key: string, response: string) {
      if (key.length > LONGEST_KEY || response.length > LONGEST_RESPONSE) return;
      responses.delete(key);
      if (responses.size >= RESPONSES_KEPT) responses.delete(responses.keys().next().value as string);
      responses.set(key, response);
    },
  };
}
