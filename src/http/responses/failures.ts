import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { describeFailure, type Failure, failure, graphqlErrorBody } from '../../api/error-map.js';
import { errorBody } from '../../api/rest/errors.js';
import type { Logger } from '../../lib/log/logger.js';

/** An error of HTTP itself, below every API. */
export class HttpRefusal extends Error {
  constructor(
    readonly failure: Failure,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(failure.message);
  }
}

/** The error of URLs without a route. */
export const NOTHING_HERE = failure('not_found', 'This URL does not exist.');

/** Errors of Fastify, in our words. */
const FRAMEWORK: Readonly<Record<string, Failure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: failure('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: failure('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: failure(
    'bad_request',
    'The length of the request body differs from Content-Length.',
  ),
  // No id is that long.
  FST_ERR_MAX_PARAM_LENGTH: NOTHING_HERE,
};

const BROKEN_OFF = failure('bad_request', 'The connection was closed before the request was complete.');

export function failureOf(error: unknown, logger: Logger): Failure {
  if (error instanceof HttpRefusal) return error.failure;
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = FRAMEWORK[code];
  if (known) return known;
  // A broken connection of the caller has a status of Fastify; one of the database has none.
  if (code === 'ECONNRESET' && statusCode === 400) return BROKEN_OFF;
  // Other refusals of Fastify, such as a URL that cannot be decoded.
  if (code.startsWith('FST_') && statusCode < 500) {
    return { ...failure('bad_request', `${STATUS_CODES[statusCode]}.`), status: statusCode };
  }
  return describeFailure(error, logger);
}

export function isGraphql(request: FastifyRequest): boolean {
  return /^\/graphql(?:\/stream)?\/?(?:\?|$)/.test(request.url);
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** The media types of responses of `/graphql`, the preferred one first, as in Apollo. */
const GRAPHQL_TYPES = [JSON_TYPE, 'application/graphql-response+json; charset=utf-8'];

/** GraphQL clients read `errors` of a failed call only if the response has the requested type. */
export function failureType(request: FastifyRequest): string {
  return (isGraphql(request) && new Negotiator(request).mediaType(GRAPHQL_TYPES)) || JSON_TYPE;
}

/** Makes the body of an error in the shape of the API that was called. */
export function failureBody(failure: Failure, request: FastifyRequest, marksFailures: boolean): object {
  if (isGraphql(request)) return graphqlErrorBody(failure);
  const body = errorBody(failure, request.id);
  return marksFailures ? { success: false, ...body } : body;
}
