import type { ApolloServer } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import { buildPostriderSchema } from '../api/graphql/schema.js';
import { createGraphqlServer } from '../api/graphql-server.js';
import { guardRootFields } from '../api/guard/admission.js';
import { type Credentials, createAuthenticator } from '../api/guard/authenticate.js';
import { createRefusedDocuments, type RefusedDocuments } from '../api/guard/refused-documents.js';
import { createRequestContext, type RequestContext, type RequestDependencies } from '../api/guard/request-context.js';
import { createRestTable, type RestTable } from '../api/rest/routes.js';
import { createSubscriptions, type Subscriptions } from '../api/subscriptions/subscriptions.js';
import type { ChatEngine, EngineReportSink } from '../domain/chat/engine.js';
import type { DeliveryPolicy } from '../domain/context.js';
import type { ExportLink } from '../domain/exports/export-link.js';
import type { GatewayInbox, SmsGateway } from '../domain/sms/gateway.js';

/** Enough for a bulk call to 10,000 recipients with variables, by REST or GraphQL. */
export const BULK_BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** Enough for every document, and every body of REST, of callers without key or cookie. */
export const ANONYMOUS_BODY_LIMIT_BYTES = 64 * 1024;

export interface ApiOptions {
  readonly dependencies: Omit<RequestDependencies, 'forgetSessions'>;
  /** Accepts what gateways post. */
  readonly gatewayInbox: GatewayInbox;
  /** Accepts reports that chat engines post. */
  readonly engineReports: EngineReportSink;
  /** The URL at which customers reach this server, without a slash at the end. */
  readonly publicUrl: string;
  /** The origins whose pages may call the API with a key. */
  readonly allowedOrigins: readonly string[];
  /**
   * Pages of the address in `Host` may use the cookie as those of PUBLIC_URL may. For trying out, where people open
   * localhost instead of 127.0.0.1; not in production, because a proxy may put an internal address there.
   */
  readonly trustsHost: boolean;
  readonly bodyLimitBytes: number;
  /** A second name for `chatapp` in the paths of REST. */
  readonly chatPathSegment?: string | undefined;
  /** The version of the program, for the documentation. */
  readonly version: string;
}

/** What the API role serves beyond health checks. */
export interface Api extends Omit<ApiOptions, 'dependencies'> {
  /** The schema; every root field checks its scope and limit. */
  readonly schema: GraphQLSchema;
  readonly rest: RestTable;
  readonly graphql: ApolloServer<RequestContext>;
  readonly subscriptions: Subscriptions;
  readonly refusedDocuments: RefusedDocuments;
  /** Whether people may sign up without an invitation. */
  readonly signUp: DeliveryPolicy['signUp'];
  /** Identifies the caller and makes the context of the request; throws for an API key that is not valid. */
  identify(credentials: Credentials, requestId: string): Promise<RequestContext>;
  /** The same for the maker of an export link; throws for a link that is over. */
  identifyMaker(
    token: string,
    address: string,
    requestId: string,
  ): Promise<{ readonly link: ExportLink; readonly context: RequestContext }>;
  gateway(name: string): SmsGateway | undefined;
  engine(name: string): ChatEngine | undefined;
}

export async function createApi({ dependencies: given, ...options }: ApiOptions): Promise<Api> {
  const services = { ...given.services, db: given.services.db.withShares() };
  const schema = guardRootFields(buildPostriderSchema());
  const graphql = createGraphqlServer(schema, services.logger);
  await graphql.start();
  const authenticator = createAuthenticator(services);
  const dependencies: RequestDependencies = { ...given, services, forgetSessions: authenticator.forgetSessions };
  const refusedDocuments = createRefusedDocuments();
  return {
    ...options,
    signUp: services.policy.signUp,
    schema,
    rest: createRestTable(schema, options.chatPathSegment),
    graphql,
    subscriptions: createSubscriptions({ dependencies, schema, authenticator, refusedDocuments }),
    refusedDocuments,
    async identify(credentials, requestId) {
      return createRequestContext(dependencies, await authenticator.identify(credentials), requestId);
    },
    async identifyMaker(token, address, requestId) {
      const { link, caller } = await authenticator.identifyMaker(token, address);
      const identity = { visitor: { address, person: null }, caller };
      return { link, context: createRequestContext(dependencies, identity, requestId) };
    },
    gateway: (name) => services.gateways.get(name)?.gateway,
    engine: (name) => services.engines.get(name),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    postrider?: RequestContext;
  }
}
