import type { WakeUp } from '../../src/domain/context.js';
import type { Customer, TestApi } from '../http/start-api.js';

export interface Call {
  readonly by: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Said extends Call {
  readonly status: number;
  readonly text: string;
}

/** What callers, people and gateways carry away from a version, and bring back to a later one. */
export interface Carried {
  readonly organisationId: string;
  /** Headers, by who sends them. */
  readonly credentials: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Calls with an idempotency key, and how they were answered. */
  readonly keyed: readonly Said[];
  /** Lists, each with a cursor into it: a GraphQL query with `$cursor`, or the address of a page. */
  readonly lists: readonly { readonly name: string; readonly call: Call }[];
  readonly webhooks: readonly { readonly id: string; readonly secrets: readonly string[] }[];
  readonly codes: Readonly<Record<'verifyEmail' | 'resetPassword', { challenge: string; code: string }>>;
  readonly person: { readonly email: string; readonly password: string };
  readonly invitationToken: string;
  readonly setUpLink: string;
  readonly optedOut: string;
  readonly participants: { readonly sessionId: string; readonly messageId: string; readonly known: string };
  /** Messages that reports wait for in the inbox. */
  readonly reported: { readonly campaignId: string; readonly chatMessageIds: readonly string[] };
  readonly wakeUps: readonly WakeUp[];
}

export function make(api: TestApi, credentials: Carried['credentials'], { by, method, path, body, headers }: Call) {
  const sent = { ...credentials[by], ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return api.fetch(path, { method, headers: sent, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

// biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
export type Ask = (query: string, variables?: object) => Promise<any>;

export function graphqlOf(customer: Customer): Ask {
  return async (query, variables = {}) => {
    const { body, text } = await customer.graphql(query, variables);
    if (!body?.data || body.errors) throw new Error(`${query} was answered: ${text}`);
    return body.data;
  };
}
