import { GraphQLError, type GraphQLErrorExtensions, type GraphQLFormattedError } from 'graphql';
import type { Logger } from '../lib/log/logger.js';
import { causeOf, describeFailure, graphqlError } from './error-map.js';
import { withoutValues } from './variable-errors.js';

/** An error of GraphQL in the words that callers get to see, where Apollo has not prepared it. */
export function formatThrown(error: GraphQLError, logger: Logger): GraphQLFormattedError {
  // Compiled documents make errors without any.
  const { http: _, ...extensions } = error.extensions ?? {};
  return formatError(
    { ...error.toJSON(), extensions: { code: 'INTERNAL_SERVER_ERROR', ...extensions } },
    error,
    logger,
  );
}

/** The same for who passes errors on; it keeps its place in the document. */
export function showError(thrown: unknown, logger: Logger): GraphQLError {
  const error = thrown instanceof GraphQLError ? thrown : new GraphQLError('', { originalError: thrown as Error });
  const { message, extensions = {} } = formatThrown(error, logger);
  return reword(error, message, extensions);
}

export function reword(error: GraphQLError, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes = null, source = null, positions = null, path = null } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

export function formatError(formatted: GraphQLFormattedError, thrown: unknown, logger: Logger): GraphQLFormattedError {
  const cause = causeOf(thrown);
  const code = formatted.extensions?.code;
  // What is wrong with the document itself, in the words of graphql-js.
  if (cause instanceof GraphQLError && code !== 'INTERNAL_SERVER_ERROR') {
    return { ...formatted, message: withoutValues(formatted.message) };
  }
  const { message, extensions } = graphqlError(describeFailure(thrown, logger));
  const { locations, path } = formatted;
  return { message, ...(locations && { locations }), ...(path && { path }), extensions };
}
