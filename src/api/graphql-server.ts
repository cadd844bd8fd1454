import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import {
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Logger } from '../lib/logger.js';
import { runCompiled } from './compiled-documents.js';
import { COST_LIMIT, documentCost } from './document-cost.js';
import { DOCUMENT_LIMITS, limitDocumentShape } from './document-shape.js';
import { causeOf, describeFailure, graphqlError } from './error-map.js';
import { limitHeaders } from './rate-limits.js';
import type { RequestContext } from './request-context.js';
import { withoutValues } from './variable-errors.js';

/** Takes a schema whose root fields are guarded. Start it before it is mounted. */
export function createGraphqlServer(schema: GraphQLSchema, logger: Logger): ApolloServer<RequestContext> {
  return new ShortDocumentServer({
    schema,
    logger,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: DOCUMENT_LIMITS.tokens },
    validationRules: [limitDocumentShape],
    validationOptions: { maxErrors: DOCUMENT_LIMITS.errorsShown },
    plugins: [
      // Halves the time of a page of a thousand lines, and nothing here may be cached by others anyway.
      ApolloServerPluginCacheControlDisabled(),
      // It would load its script from elsewhere.
      ApolloServerPluginLandingPageDisabled(),
      refuseExpensive(schema),
      headersAndStatus,
      runCompiled(schema, (error) => formatError(withCode(error), error, logger)),
    ],
    formatError: (formatted, error) => formatError(formatted, error, logger),
  });
}

type Executed = Parameters<ApolloServer<RequestContext>['executeHTTPGraphQLRequest']>[0];

/** A body may be large for its variables' sake; megabytes of document would be hashed and read before any rule sees them. */
class ShortDocumentServer extends ApolloServer<RequestContext> {
  override executeHTTPGraphQLRequest(options: Executed) {
    const { body } = options.httpGraphQLRequest;
    return super.executeHTTPGraphQLRequest({
      ...options,
      context: async () => {
        refuseLongDocument(body);
        return options.context();
      },
    });
  }
}

function refuseLongDocument(body: unknown): void {
  const { query } = (body ?? {}) as { query?: unknown };
  if (typeof query !== 'string' || query.length <= DOCUMENT_LIMITS.characters) return;
  throw new GraphQLError(`The document has more than ${DOCUMENT_LIMITS.characters} characters.`, {
    extensions: { code: 'DOCUMENT_TOO_LONG', http: { status: 400 } },
  });
}

function refuseExpensive(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      let requested = 0;
      return {
        async didResolveOperation({ operation, document, request }) {
          refuseUnknownKind(schema, operation);
          const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
          requested = operation ? documentCost(schema, operation, fragments, request.variables ?? {}) : 0;
          if (requested <= COST_LIMIT) return;
          throw new GraphQLError(`The document costs ${requested}, more than ${COST_LIMIT}: ask for smaller pages.`, {
            extensions: { code: 'DOCUMENT_TOO_EXPENSIVE', http: { status: 400 } },
          });
        },
        async willSendResponse({ response: { body } }) {
          if (body.kind !== 'single' || requested === 0) return;
          body.singleResult.extensions = { ...body.singleResult.extensions, cost: { requested, limit: COST_LIMIT } };
        },
      };
    },
  };
}

/** graphql-js lets a subscription pass that no schema provides for, and fails when it is to run. */
function refuseUnknownKind(schema: GraphQLSchema, operation: OperationDefinitionNode | undefined): void {
  if (!operation || schema.getRootType(operation.operation)) return;
  throw new GraphQLError(`There is no ${operation.operation} here.`, {
    extensions: { code: 'OPERATION_NOT_SUPPORTED', http: { status: 400 } },
  });
}

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  BAD_USER_INPUT: 400,
  BAD_CURSOR: 400,
  FORBIDDEN: 403,
  THROTTLED: 429,
  SESSION_NOT_CONNECTED: 409,
  INTERNAL_SERVER_ERROR: 500,
  PROVIDER_REJECTED: 502,
  PROVIDER_UNAVAILABLE: 502,
  UNAVAILABLE: 503,
};

/** When nothing at all succeeded the first error decides the status; an answer with any data in it is 200. */
const headersAndStatus: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ contextValue, response: { body, http } }) {
        // Here, since Apollo gives resolvers a copy of the context, of which the server outside knows nothing.
        const limits = contextValue.limits ? limitHeaders(contextValue.limits) : {};
        for (const [name, value] of Object.entries(limits)) http.headers.set(name, value);
        if (body.kind !== 'single' || !body.singleResult.errors) return;
        const { errors, data } = body.singleResult;
        const waits = errors.map(({ extensions }) => Number(extensions?.retryAfterSeconds ?? 0));
        if (Math.max(...waits) > 0) http.headers.set('retry-after', String(Math.max(...waits)));
        if (data && Object.values(data).some((value) => value !== null)) return;
        const status = STATUS_BY_CODE[String(errors[0]?.extensions?.code)];
        if (status !== undefined) http.status = status;
      },
    };
  },
};

/** As Apollo hands errors over to be formatted. */
function withCode(error: GraphQLError): GraphQLFormattedError {
  return { ...error.toJSON(), extensions: { code: 'INTERNAL_SERVER_ERROR', ...error.extensions } };
}

function formatError(formatted: GraphQLFormattedError, thrown: unknown, logger: Logger): GraphQLFormattedError {
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
