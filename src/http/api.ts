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
import type { OptOutSink, ReportSink, SmsGateway } from '../domain/sms/gateway.js';
import { sessionCookie } from './credentials.js';

/** A bulk call to 10,000 recipients with variables, on either face. */
export const BULK_BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export interface ApiOptions {
  readonly dependencies: Omit<RequestDependencies, 'forgetSessions'>;
  /** Takes what gateways report by HTTP. */
  readonly reports: ReportSink;
  /** Takes what they tell of people who want no more messages. */
  readonly optOuts: OptOutSink;
  /** Takes what chat engines report by HTTP. */
  readonly engineReports: EngineReportSink;
  /** How customers reach this server; without a slash at the end. */
  readonly publicUrl: string;
  /** Whose pages may call with a key. */
  readonly allowedOrigins: readonly string[];
  /**
   * Pages of the address in `Host` may use the cookie as those of PUBLIC_URL may. For try-outs, where people open localhost
   * instead of 127.0.0.1; not in production, since a proxy may name an internal address there.
   */
  readonly trustsHost: boolean;
  readonly bodyLimitBytes: number;
  /** Of this program, for the documentation. */
  readonly version: string;
}

/** What the API role shows beyond its health. */
export interface Api extends Omit<ApiOptions, 'dependencies'> {
  /** Every root field guarded by its scope and limit. */
  readonly schema: GraphQLSchema;
  readonly rest: RestTable;
  readonly graphql: ApolloServer<RequestContext>;
  readonly subscriptions: Subscriptions;
  readonly refusedDocuments: RefusedDocuments;
  /** Who may make an account. */
  readonly signUp: DeliveryPolicy['signUp'];
  /** Who calls, if anybody; throws for a key that is not valid. */
  identify(credentials: Credentials, requestId: string): Promise<RequestContext>;
  gateway(name: string): SmsGateway | undefined;
  engine(name: string): ChatEngine | undefined;
}

export async function createApi({ dependencies: given, ...options }: ApiOptions): Promise<Api> {
  const { services } = given;
  const schema = guardRootFields(buildPostriderSchema());
  const graphql = createGraphqlServer(schema, services.logger, (token) => sessionCookie(token, options.publicUrl));
  await graphql.start();
  const authenticator = createAuthenticator(services);
  const dependencies: RequestDependencies = { ...given, forgetSessions: authenticator.forgetSessions };
  const refusedDocuments = createRefusedDocuments();
  return {
    ...options,
    signUp: services.policy.signUp,
    schema,
    rest: createRestTable(schema),
    graphql,
    subscriptions: createSubscriptions({ dependencies, schema, authenticator, refusedDocuments }),
    refusedDocuments,
    async identify(credentials, requestId) {
      return createRequestContext(dependencies, await authenticator.identify(credentials), requestId);
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
