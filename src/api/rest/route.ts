import type { DocumentNode } from 'graphql';
import type { z } from 'zod';
import type { JsonSchema } from './json-schema.js';
import type { Tag } from './tags.js';

interface Example {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The properties worth showing; `exampleOf` fills in the others. */
  readonly reply?: Readonly<Record<string, unknown>>;
}

/** A line of the REST table: a path, and the GraphQL document that serves it. */
export interface RouteDeclaration {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/v1/${string}/`;
  /**
   * An operation with one root field, whose scope and rate limit apply. Its name is the operation id of OpenAPI, its
   * variables are the route's parameters, its selection is the reply, and a fragment is a component.
   */
  readonly document: string;
  readonly status: 200 | 201 | 202;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly example?: Example;
  /** A call without a body counts as one with an empty object. */
  readonly bodyIsOptional?: true;
  /** The route accepts bodies of bulk size. */
  readonly bulk?: true;
  /** The call waits for a chat engine, which can refuse it or be unreachable. */
  readonly asksEngine?: true;
  /** The route sends: errors say `success: false`, as the reply says `success: true`. */
  readonly marksFailures?: true;
  readonly pageSize?: PageSize;
  /** The path is a second name of a route: this is the segment by which it differs. */
  readonly alias?: string;
}

export interface PageSize {
  readonly usual: number;
  readonly most: number;
}

/** A call after validation, without anything of HTTP. */
export interface RestCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The header Idempotency-Key, on routes that create. */
  readonly idempotencyKey: string | undefined;
  /** The absolute URL of this route with another query string. */
  readonly link: (query: Readonly<Record<string, string | number>>) => string;
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
  readonly operationId: string;
  /** The root field of the document. */
  readonly operation: string;
  /** The document with REST names as aliases, and with the fields that every reply needs. */
  readonly executed: DocumentNode;
  readonly pathParameters: readonly PathParameter[];
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The route accepts an Idempotency-Key. */
  readonly creates: boolean;
  readonly reply: JsonSchema;
  variables(call: RestCall): Readonly<Record<string, unknown>>;
  /** Makes the reply from the value of the root field; may change that value in place. */
  answer(root: unknown, call: RestCall): object;
}
