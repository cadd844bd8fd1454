import type { ApolloServer } from '@apollo/server';
import type { FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { guardRootFields } from '../api/admission.js';
import { createAuthenticator } from '../api/authenticate.js';
import { buildPostriderSchema } from '../api/graphql/schema.js';
import { createGraphqlServer } from '../api/graphql-server.js';
import type { RateLimits } from '../api/rate-limits.js';
import { createRequestContext, type RequestContext } from '../api/request-context.js';
import { createSubscriptions, type Subscriptions } from '../api/subscriptions.js';
import type { ChatEngine, EngineReportSink } from '../domain/chat/engine.js';
import type { Services } from '../domain/context.js';
import type { OptOutSink, ReportSink, SmsGateway } from '../domain/ports.js';

/** A bulk call to 10,000 recipients with variables, on either face. */
export const BULK_BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export interface FacesOptions {
  readonly services: Services;
  readonly rateLimits: RateLimits;
  /** Takes what gateways report by HTTP. */
  readonly reports: ReportSink;
  /** Takes what they tell of people who want no more messages. */
  readonly optOuts: OptOutSink;
  /** Takes what chat engines report by HTTP. */
  readonly engineReports: EngineReportSink;
  /** How customers reach this server; without a slash at the end. */
  readonly publicUrl: string;
  readonly bodyLimitBytes: number;
  /** Of this program, for the documentation. */
  readonly version: string;
}

/** What the API role shows beyond its health. */
export interface Faces extends Omit<FacesOptions, 'services' | 'rateLimits'> {
  /** Every root field guarded by its scope and limit. */
  readonly schema: GraphQLSchema;
  readonly graphql: ApolloServer<RequestContext>;
  readonly subscriptions: Subscriptions;
  /** Who calls and for which organisation; throws otherwise. */
  identify(request: FastifyRequest): Promise<RequestContext>;
  gateway(name: string): SmsGateway | undefined;
  engine(name: string): ChatEngine | undefined;
}

export async function createFaces({ services, rateLimits, ...options }: FacesOptions): Promise<Faces> {
  const schema = guardRootFields(buildPostriderSchema());
  const graphql = createGraphqlServer(schema, services.logger);
  await graphql.start();
  const authenticator = createAuthenticator(services);
  return {
    ...options,
    schema,
    graphql,
    subscriptions: createSubscriptions({ services, schema, rateLimits, authenticator }),
    async identify({ headers, id }) {
      return createRequestContext(services, rateLimits, await authenticator.authenticate(headers), id);
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
