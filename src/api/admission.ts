import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { PostriderError } from '../domain/errors.js';
import { POLICIES, type Policy } from './policies.js';
import { type LimitState, ThrottledError } from './rate-limits.js';
import type { RequestContext } from './request-context.js';

/** Lets a call of a root field in: the key's scope first, then the organisation's limit. */
export async function admit(context: RequestContext, rootField: string): Promise<void> {
  const { scope, bucket } = policyOf(rootField);
  const { organisationId, scopes } = context.caller;
  if (scope !== null && !scopes.includes(scope)) {
    throw new PostriderError('forbidden', 'forbidden', `The API key lacks the scope ${scope}.`);
  }
  try {
    show(context, await context.rateLimits.consume(organisationId, bucket));
  } catch (error) {
    if (error instanceof ThrottledError) context.limits = error.state;
    throw error;
  }
}

/** Of several limits the one that is nearest to its end tells the caller most. */
function show(context: RequestContext, state: LimitState): void {
  const { limits } = context;
  if (!limits || limits.bucket === state.bucket || state.remaining / state.limit < limits.remaining / limits.limit) {
    context.limits = state;
  }
}

/** Puts `admit` before every root field, so each one in a document counts, under whatever alias. */
export function guardRootFields(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      policyOf(field.name);
      field.resolve = guarded(field.name, field.resolve ?? defaultFieldResolver);
    }
  }
  // Once for the subscription; what follows is not asked for.
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    policyOf(field.name);
    field.subscribe = guarded(field.name, field.subscribe ?? defaultFieldResolver);
  }
  return schema;
}

type Resolve = GraphQLFieldResolver<unknown, RequestContext>;

function guarded(rootField: string, resolve: Resolve): Resolve {
  return async (source, args, context, info) => {
    if (context.preAdmitted === rootField) context.preAdmitted = null;
    else await admit(context, rootField);
    return resolve(source, args, context, info);
  };
}

function policyOf(rootField: string): Policy {
  const policy = POLICIES[rootField];
  if (!policy) throw new Error(`The root field ${rootField} has no policy: add it to src/api/policies.ts.`);
  return policy;
}
