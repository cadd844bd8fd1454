import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { describeFailure, type Failure, failure, graphqlErrorBody } from '../api/error-map.js';
import { errorBody } from '../api/rest/errors.js';
import type { Logger } from '../lib/log/logger.js';

/** A refusal that only HTTP knows. */
export class HttpRefusal extends Error {
  constructor(
    readonly failure: Failure,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(failure.message);
  }
}

/** Of addresses that lead nowhere. */
export const NOTHING_HERE = failure('not_found', 'There is nothing at this address.');

/** The framework's own refusals, in our words. */
const FRAMEWORK: Readonly<Record<string, Failure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: failure('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: failure('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: failure(
    'bad_request',
    'The request body is not as long as its Content-Length says.',
  ),
  // No id is that long.
  FST_ERR_MAX_PARAM_LENGTH: NOTHING_HERE,
};

const BROKEN_OFF = failure('bad_request', 'The request was broken off.');

export function failureOf(error: unknown, logger: Logger): Failure {
  if (error instanceof HttpRefusal) return error.failure;
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = FRAMEWORK[code];
  if (known) return known;
  // The caller's own connection, by the status that the framework gives it; that of the database has none.
  if (code === 'ECONNRESET' && statusCode === 400) return BROKEN_OFF;
  // Anything else that the framework refuses, such as an address that cannot be decoded.
  if (code.startsWith('FST_') && statusCode < 500) {
    return { ...failure('bad_request', `${STATUS_CODES[statusCode]}.`), status: statusCode };
  }
  return describeFailure(error, logger);
}

function isGraphql(request: FastifyRequest): boolean {
  return /^\/graphql(?:\/stream)?\/?(?:\?|$)/.test(request.url);
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** Of the answers of `/graphql`, the preferred one first, as Apollo chooses for its own. */
const GRAPHQL_TYPES = [JSON_TYPE, 'application/graphql-response+json; charset=utf-8'];

/** Clients of GraphQL read `errors` from a failed call only if it has the type that they asked for. */
export function failureType(request: FastifyRequest): string {
  return (isGraphql(request) && new Negotiator(request).mediaType(GRAPHQL_TYPES)) || JSON_TYPE;
}

/** The body of an error answer in the shape of the face that was called. */
export function failureBody(failure: Failure, request: FastifyRequest, marksFailures: boolean): object {
  if (isGraphql(request)) return graphqlErrorBody(failure);
  const body = errorBody(failure, request.id);
  return marksFailures ? { success: false, ...body } : body;
}
