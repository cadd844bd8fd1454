import type { z } from 'zod';

/** What a route gets to see of a call: everything checked, nothing of HTTP. */
export interface RestCall<Body = unknown, Query = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
  /** From the header, on routes that create. */
  readonly idempotencyKey: string | undefined;
  /** Absolute address of this route with another query string. */
  readonly link: (query: Readonly<Record<string, string | number>>) => string;
}

export interface Example {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

/** One line of the REST table: a path and the stored GraphQL document that it stands for. */
export interface Route<Body = unknown, Query = unknown, Data = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/v1/${string}/`;
  /** The one root field of `document`; scope and rate limit belong to it. */
  readonly operation: string;
  readonly document: string;
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /** Nothing has to be said; then everything is as by default. */
  readonly bodyIsOptional?: true;
  /** Longer bodies than usual are allowed. */
  readonly bulk?: true;
  /** Takes an Idempotency-Key. */
  readonly creates?: true;
  /** A chat engine has a say in it, and may refuse or be away. */
  readonly asksEngine?: true;
  /** Errors say `success: false`, as the answer says `success: true`. */
  readonly marksFailures?: true;
  /** Ids in its path may be others than ours: any text can be one. */
  readonly takesForeignIds?: true;
  readonly variables: (call: RestCall<Body, Query>) => Readonly<Record<string, unknown>>;
  /** Null: there is no such thing. */
  readonly answer: (data: Data, call: RestCall<Body, Query>) => object | null;
  readonly status: 200 | 201 | 202;
  /** The answer's shape, for the documentation and the tests. */
  readonly reply: z.ZodType;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly example: Example;
}

/** Checks a line of the table against its own schemas, then forgets them: the table holds routes of all shapes. */
export function defineRoute<Body, Query, Data>(route: Route<Body, Query, Data>): Route {
  return route as unknown as Route;
}

export interface Page {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** A Relay connection as the stored documents ask for it. */
export interface Connection<Node> {
  readonly totalCount: number;
  readonly pageInfo: Page;
  readonly nodes: readonly Node[];
}
