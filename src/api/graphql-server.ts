import { ApolloServer, type ApolloServerPlugin, type HTTPGraphQLHead } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import {
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Logger } from '../lib/log/logger.js';
import { runCompiled } from './compiled-documents.js';
import { formatError, formatThrown, longestWait, statusOf } from './error-map.js';
import { admitCost, COST_LIMIT } from './guard/document-cost.js';
import { DOCUMENT_LIMITS, limitDocumentShape, refuseLongDocument } from './guard/document-shape.js';
import { guardIntrospection } from './guard/introspection.js';
import { limitHeaders } from './guard/rate-limits.js';
import type { RequestContext } from './guard/request-context.js';

/**
 * Headers that a page of another origin cannot set without a preflight. (Browsers add `Authorization: Basic` on their
 * own, but a call with any `Authorization` never uses the cookie.)
 */
const UNFORGEABLE_HEADERS = [
  'authorization',
  'x-organisation-id',
  'apollo-require-preflight',
  'x-apollo-operation-name',
];

/** Makes the Apollo server of a schema whose root fields are guarded. Start it before it is mounted. */
export function createGraphqlServer(schema: GraphQLSchema, logger: Logger): ApolloServer<RequestContext> {
  const introspection = guardIntrospection(schema);
  return new ShortDocumentServer({
    schema,
    logger,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    csrfPrevention: { requestHeaders: UNFORGEABLE_HEADERS },
    persistedQueries: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: DOCUMENT_LIMITS.tokens },
    validationRules: [limitDocumentShape],
    validationOptions: { maxErrors: DOCUMENT_LIMITS.errorsShown },
    plugins: [
      // Without it a page of a thousand items takes twice as long, and caches must store nothing anyway.
      ApolloServerPluginCacheControlDisabled(),
      // The landing page would load its script from another server.
      ApolloServerPluginLandingPageDisabled(),
      refuseExpensive(schema),
      // After the costs: a document that is refused for its cost counts as refused, not field by field.
      introspection.plugin,
      headersAndStatus,
      runCompiled(schema, (error) => formatThrown(error, logger)),
    ],
    stringifyResult: introspection.stringify,
    formatError: (formatted, error) => formatError(formatted, error, logger),
  });
}

type Executed = Parameters<ApolloServer<RequestContext>['executeHTTPGraphQLRequest']>[0];

/**
 * Refuses long documents before Apollo reads them. A body may be large because of its variables; its document may not.
 */
class ShortDocumentServer extends ApolloServer<RequestContext> {
  override executeHTTPGraphQLRequest(options: Executed) {
    const { body } = options.httpGraphQLRequest;
    return super.executeHTTPGraphQLRequest({
      ...options,
      context: async () => {
        refuseLongDocument((body as { query?: unknown } | null)?.query);
        return options.context();
      },
    });
  }
}

function refuseExpensive(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      let requested = 0;
      return {
        async didResolveOperation({ operation, document, request }) {
          refuseSubscriptions(operation);
          requested = operation ? admitCost(schema, operation, document, request.variables ?? {}) : 0;
        },
        async willSendResponse({ response: { body } }) {
          if (body.kind !== 'single' || requested === 0) return;
          body.singleResult.extensions = { ...body.singleResult.extensions, cost: { requested, limit: COST_LIMIT } };
        },
      };
    },
  };
}

/** Refuses subscriptions, which Apollo would run as queries. */
function refuseSubscriptions(operation: OperationDefinitionNode | undefined): void {
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return;
  const message = 'Subscriptions are served by WebSocket, and as server-sent events: send `Accept: text/event-stream`.';
  throw new GraphQLError(message, { extensions: { code: 'OPERATION_NOT_SUPPORTED', http: { status: 400 } } });
}

/** If all fields failed, the first error decides the HTTP status; a response with any result is 200. */
const headersAndStatus: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ contextValue, response: { body, http } }) {
        const { limit } = contextValue.admission;
        for (const [name, value] of Object.entries(limit ? limitHeaders(limit) : {})) http.headers.set(name, value);
        if (body.kind === 'single') setErrorStatus(body.singleResult, http);
      },
    };
  },
};

function setErrorStatus(result: FormattedExecutionResult, http: HTTPGraphQLHead): void {
  const { errors } = result;
  if (!errors) return;
  const wait = longestWait(errors);
  if (wait > 0) http.headers.set('retry-after', String(wait));
  if (hasResult(result)) return;
  const status = statusOf(errors);
  if (status === undefined) return;
  http.status = status;
  // GraphQL over HTTP: a response with `data` must have a 2xx status.
  delete result.data;
}

/** Whether a field has a result. A null without an error is a result: the object does not exist. */
function hasResult({ data, errors = [] }: FormattedExecutionResult): boolean {
  const failed = new Set(errors.map(({ path }) => path?.[0]));
  return Object.keys(data ?? {}).some((field) => !failed.has(field) || data?.[field] !== null);
}
