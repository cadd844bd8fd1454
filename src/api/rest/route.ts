import type { DocumentNode } from 'graphql';
import type { z } from 'zod';
import type { JsonSchema } from './json-schema.js';

interface Example {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What is worth showing; `exampleOf` adds the rest. */
  readonly reply?: Readonly<Record<string, unknown>>;
}

/** One line of the REST table: a path, and the GraphQL document that it stands for. */
export interface RouteDeclaration {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/v1/${string}/`;
  /**
   * An operation with one root field; scope and rate limit belong to that field. The operation's name is the operation id
   * of OpenAPI, its variables are what the route takes, its selection is the reply, and a fragment is a component.
   */
  readonly document: string;
  readonly status: 200 | 201 | 202;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly example?: Example;
  /** A call without a body counts as one with an empty object. */
  readonly bodyIsOptional?: true;
  /** Longer bodies than usual are allowed. */
  readonly bulk?: true;
  /** The call asks a chat engine, which can refuse it or be away. */
  readonly asksEngine?: true;
  /** Errors say `success: false`, as the reply says `success: true`. */
  readonly marksFailures?: true;
  readonly pageSize?: PageSize;
}

export interface PageSize {
  readonly usual: number;
  readonly most: number;
}

/** What a route gets to see of a call: everything checked, nothing of HTTP. */
export interface RestCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** From the header, on routes that create. */
  readonly idempotencyKey: string | undefined;
  /** Absolute address of this route with another query string. */
  readonly link: (query: Readonly<Record<string, string | number>>) => string;
}

export interface PathParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  /** A malformed value becomes one that nothing has, so that the operation reports it as missing in its own words. */
  read(value: string): string;
}

/** A declaration with everything that follows from its document and the schema. */
export interface Route extends RouteDeclaration {
  readonly operationId: string;
  /** The one root field of the document. */
  readonly operation: string;
  /** The document with the names of REST as aliases, and with what every reply needs besides. */
  readonly executed: DocumentNode;
  readonly pathParameters: readonly PathParameter[];
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Takes an Idempotency-Key. */
  readonly creates: boolean;
  readonly reply: JsonSchema;
  variables(call: RestCall): Readonly<Record<string, unknown>>;
  /** Makes the reply from the value of the root field; may change that value. */
  answer(root: unknown, call: RestCall): object;
}
