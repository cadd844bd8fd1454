/**
 * How a call is admitted:
 *
 * 1. `authenticate.ts` finds the caller by API key, access token or the cookie of a person, and caches keys and people
 *    for three seconds: for so long a revoked key, a lost role or a former limit stays valid.
 * 2. `admit` reads the row of each root field in `policies.ts`: who may call it, which scope it needs, which limit it
 *    counts against. A role is a named set of scopes, so nothing behind this check asks for roles.
 * 3. PostgreSQL counts the calls, by its clock (`shared-counts.ts`). If that takes longer than two seconds, the process
 *    counts alone.
 * 4. Tries at passwords and codes are counted first, per account and address, and refused if they cannot be counted
 *    (`account-limits.ts`).
 */

import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isNonNullType,
} from 'graphql';
import { missingScope, PostriderError } from '../../domain/errors.js';
import type { RateLimitBucket } from '../../domain/limits.js';
import { networkOf } from '../../lib/net/address-ranges.js';
import { inChildSpan } from '../../lib/trace/tracing.js';
import { POLICIES, type Policy } from './policies.js';
import { type LimitState, ThrottledError } from './rate-limits.js';
import type { RequestContext } from './request-context.js';

/** Admits a call of a root field: checks the caller, then the scope, then the limit. */
export async function admit(context: RequestContext, rootField: string): Promise<void> {
  const policy = policyOf(rootField);
  requireCaller(context, policy);
  if (policy.alone) refuseSecond(context);
  if (policy.secret || policy.bucket !== 'reading') context.admission.holdsSecret = true;
  await countCaller(context, policy.bucket);
}

/**
 * Counts a call as reading if no field counts it: its document was refused, only reads the schema, or has not been read
 * yet.
 */
export async function countCall(context: RequestContext): Promise<void> {
  await countCaller(context, 'reading');
  context.admission.isCounted = true;
}

/** Counts a field that reads the schema as a call, as `admit` does with other root fields. */
export async function countSchemaField(context: RequestContext): Promise<void> {
  await countCaller(context, 'reading');
}

async function countCaller(context: RequestContext, bucket: Policy['bucket']): Promise<void> {
  const subject = subjectOf(context);
  // Calls without key and session were counted before their documents were read; see `countAnonymousCall`.
  if (subject === null || context.admission.isCounted) return;
  const { person } = context.visitor;
  // A dashboard that is left open must not use up what the organisation's programs need.
  if (bucket === 'reading' && person) return count(context, person.id, 'people');
  await count(context, subject, bucket === 'reading' ? 'general' : bucket);
}

async function count(context: RequestContext, subject: string, bucket: RateLimitBucket): Promise<void> {
  try {
    noteLimit(context, await context.rateLimits.consume(subject, bucket, context.caller?.callsPerMinute));
  } catch (error) {
    if (error instanceof ThrottledError) context.admission.limit = error.state;
    throw error;
  }
}

function requireCaller({ caller, visitor, refusal }: RequestContext, policy: Policy): void {
  const { for: whom = 'organisation', scope } = policy;
  if (whom === 'anybody') return;
  if ((whom === 'organisation' || whom === 'member' || whom === 'key') && !caller) throw refusal;
  if (!caller && !visitor.person) throw refusal;
  if ((whom === 'person' || whom === 'member') && !visitor.person) throw new PostriderError('not_a_person');
  if (whom === 'key' && (visitor.person || caller?.tokenExpiresAt)) throw new PostriderError('not_a_key');
  if (scope !== null && !caller?.scopes.includes(scope)) throw missingScope(caller, `the scope ${scope}`);
}

/**
 * Refuses a second field with the policy `alone`: each is a guess at a secret, and a document with many would count as
 * one call.
 */
function refuseSecond({ admission }: RequestContext): void {
  if (admission.hasLoneField) throw new PostriderError('one_at_a_time');
  admission.hasLoneField = true;
}

/** Counts a call without key and session, before its document is read. */
export async function countAnonymousCall(context: RequestContext): Promise<void> {
  await count(context, `address ${networkOf(context.visitor.address)}`, 'general');
}

/** The organisation or person whose limit a call counts against; null if the caller is unknown. */
export function subjectOf({ caller, visitor: { person } }: RequestContext): string | null {
  return caller?.organisationId ?? (person && `person ${person.id}`);
}

/** Keeps the tightest limit of the call for the headers. */
function noteLimit({ admission }: RequestContext, state: LimitState): void {
  const { limit: tightest } = admission;
  const isTighter = !tightest || state.remaining / state.limit < tightest.remaining / tightest.limit;
  if (isTighter || tightest.bucket === state.bucket) admission.limit = state;
}

/** Puts `admit` before every root field, so that each counts, also under several aliases. */
export function guardRootFields(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      policyOf(field.name);
      field.resolve = guarded(field.name, field.resolve ?? defaultFieldResolver);
    }
  }
  // A subscription counts once, not for each event.
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    policyOf(field.name);
    field.subscribe = guarded(field.name, field.subscribe ?? defaultFieldResolver);
  }
  const fields = rootFieldsOf(schema);
  const missing = Object.keys(POLICIES).filter((name) => !fields.includes(name));
  if (missing.length > 0) throw new Error(`Root fields with a policy have no resolver: ${missing.join(', ')}.`);
  return schema;
}

function rootFieldsOf(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.flatMap((root) => Object.keys(root?.getFields() ?? {}));
}

type Resolve = GraphQLFieldResolver<unknown, RequestContext>;

function guarded(rootField: string, resolve: Resolve): Resolve {
  const span = { name: rootField, kind: 'internal', attributes: { 'graphql.field.name': rootField } } as const;
  return (source, args, context, info) =>
    inChildSpan(span, async () => {
      const { admission } = context;
      if (admission.preAdmitted === rootField) admission.preAdmitted = null;
      else await admit(context, rootField).catch((refusal: unknown) => noteRefusal(context, info, refusal));
      return resolve(source, args, context, info);
    });
}

function noteRefusal({ admission }: RequestContext, { returnType }: GraphQLResolveInfo, refusal: unknown): never {
  if (!admission.refusesAll) admission.refusals.push(refusal);
  admission.refusesAll ||= isNonNullType(returnType);
  throw refusal;
}

function policyOf(rootField: string): Policy {
  const policy = POLICIES[rootField];
  if (!policy) throw new Error(`The root field ${rootField} has no policy: add it to src/api/guard/policies.ts.`);
  return policy;
}
