import type { DocumentNode } from 'graphql';
import type { z } from 'zod';
import type { JsonSchema } from './json-schema.js';

interface Example {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The properties worth showing; `exampleOf` fills in the others. */
  readonly reply?: Readonly<Record<string, unknown>>;
}

/** The groups of routes in the documentation, in its order. */
export const TAGS = {
  'Chat messages': 'Messages of a chat app, sent through a connected phone to a person or a group.',
  Phones: 'The connected phones, and the groups that they belong to. A phone is connected by GraphQL.',
  Messages: 'Single SMS, and each SMS of a campaign.',
  Campaigns: 'One text to up to 10,000 recipients, with an outcome for each of them.',
  Gateways: 'The gateways that carry SMS, and the messages that wait for credit at them.',
  'Delivery codes': 'What the numeric codes of gateways mean.',
  Suppressions: 'Numbers to which no SMS is sent.',
  Inbox: 'What people send to the numbers and phones of the organisation, and the keywords in it.',
  Conversations: 'What people and the organisation write to each other.',
  Webhooks: 'Endpoints of yours to which the server posts events, and the log of these posts.',
  Erasure: 'What the organisation has about a person, erased.',
  Events: 'The log of all changes, in order and without gaps.',
  Exports: 'Downloads of any length.',
  'Audit log': 'Who did what in the organisation.',
  'Access tokens': 'What web pages call the API with in place of an API key.',
  'Rate limits': 'How many calls the organisation may make.',
  Accounts: 'What people without an API key may call.',
} as const;

/** A line of the REST table: a path, and the GraphQL document that serves it. */
export interface RouteDeclaration {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/v1/${string}/`;
  /**
   * An operation with one root field, whose scope and rate limit apply. Its name is the operation id of OpenAPI, its
   * variables are the route's parameters, its selection is the reply, and a fragment is a component.
   */
  readonly document: string;
  /** The HTTP status of a success; 200 if omitted. */
  readonly status?: 200 | 201 | 202;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  readonly example?: Example;
  /** A call without a body counts as one with an empty object. */
  readonly bodyIsOptional?: true;
  /** The route accepts bodies of bulk size. */
  readonly bulk?: true;
  /** The call creates nothing, although its input has an idempotency key. */
  readonly storesNothing?: true;
  /** The call waits for a chat engine, which can refuse it or be unreachable. */
  readonly asksEngine?: true;
  /** The route sends: errors say `success: false`, as the reply says `success: true`. */
  readonly marksFailures?: true;
  readonly pageSize?: PageSize;
  /** The cursors of this list by POST carry its body, so that `next` and `previous` can be fetched by GET as well. */
  readonly byGet?: ByGet;
  /** The path is a second name of a route: this is the segment by which it differs. */
  readonly alias?: string;
}

/** What the second route of a list by POST has of its own. */
export interface ByGet extends Pick<RouteDeclaration, 'summary' | 'description' | 'example'> {
  readonly operationId: string;
}

export interface PageSize {
  readonly usual: number;
  readonly most: number;
}

/** Where a page begins. */
export interface Place {
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
  readonly before?: string | undefined;
}

/** A place, and what else the query string of a list has. */
export type PlacedQuery = Place & Readonly<Record<string, unknown>>;

/** A call after validation, without anything of HTTP. */
export interface RestCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The header Idempotency-Key, on routes that create. */
  readonly idempotencyKey: string | undefined;
  /** The query string that leads to another page of this list. */
  readonly placed: (place: Place) => PlacedQuery;
  /** The absolute URL of this route with another query string. */
  readonly link: (query: PlacedQuery) => string;
}

export interface PathParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  /**
   * Reads the value. A malformed value becomes one that no object has, so that the operation reports it as not found.
   */
  read(value: string): string;
}

/** A declaration with everything that follows from its document and the schema. */
export interface Route extends RouteDeclaration {
  readonly status: 200 | 201 | 202;
  readonly operationId: string;
  /** The root field of the document. */
  readonly operation: string;
  /** The document with REST names as aliases, and with the fields that every reply needs. */
  readonly executed: DocumentNode;
  readonly pathParameters: readonly PathParameter[];
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** What the cursors of a list by POST carry: its body. */
  readonly carried?: z.ZodObject;
  /** The route accepts an Idempotency-Key. */
  readonly creates: boolean;
  readonly reply: JsonSchema;
  variables(call: RestCall): Readonly<Record<string, unknown>>;
  /** Makes the reply from the value of the root field; may change that value in place. */
  answer(root: unknown, call: RestCall): object;
}
