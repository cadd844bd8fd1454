import { type GraphQLError, type GraphQLSchema, subscribe } from 'graphql';
import { SESSIONS_CHANNEL } from '../../domain/chat/session-state.js';
import type { Caller, Visitor } from '../../domain/context.js';
import { PostriderError } from '../../domain/errors.js';
import { EVENTS_CHANNEL } from '../../domain/events/event.js';
import { LIMITS } from '../../domain/limits.js';
import { createSubscriptionSources, type SubscriptionSources } from '../../operations/events/subscription-sources.js';
import { isAboutVariables, showError } from '../error-map.js';
import { countCall } from '../guard/admission.js';
import type { Authenticator, Credentials } from '../guard/authenticate.js';
import type { LimitState } from '../guard/rate-limits.js';
import type { RefusedDocuments } from '../guard/refused-documents.js';
import { createRequestContext, type RequestContext, type RequestDependencies } from '../guard/request-context.js';
import { type Answers, answersOf } from './subscription-answers.js';
import {
  admitSubscription,
  coded,
  DocumentRefusal,
  type SubscriptionDocument,
  type SubscriptionRequest,
} from './subscription-documents.js';
import { createSubscriptionSlots, type SubscriptionSlots } from './subscription-slots.js';

/** Subscriptions of this process, for all transports. */
export interface Subscriptions {
  /**
   * Connects a client; throws if it is not admitted. `onLost` is called when the server disconnects it again, before
   * its subscriptions fail with the same reason: its key or token is no longer valid, or another organisation needs its
   * slot.
   */
  connect(
    credentials: Credentials,
    requestId: string,
    onLost: (reason: PostriderError) => void,
  ): Promise<SubscriberConnection>;
  /** For each NOTIFY channel: what to do with its payload, the id of an organisation. */
  readonly channels: Readonly<Record<string, (organisationId: string) => void>>;
  /** Notifications may have been missed: reads all that is followed. */
  noticeAll(): void;
}

type SubscriptionsOptions = Omit<Shared, 'slots' | 'sources'>;

export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const {
    dependencies: { services },
    authenticator,
  } = options;
  const slots = createSubscriptionSlots();
  const sources = createSubscriptionSources(services);
  const shared = { ...options, slots, sources };
  return {
    channels: { [EVENTS_CHANNEL]: sources.feed.notice, [SESSIONS_CHANNEL]: sources.sessions.notice },
    noticeAll() {
      sources.feed.noticeAll();
      sources.sessions.noticeAll();
    },
    async connect(credentials, requestId, onLost) {
      const identity = await authenticator.identify(credentials);
      if (!identity.caller) throw identity.refusal;
      return connectSubscriber(shared, { ...identity, credentials, requestId, onLost });
    },
  };
}

/** An authenticated client with its subscriptions. */
export interface SubscriberConnection {
  subscribe(request: SubscriptionRequest): Promise<Subscribed | Refused>;
  /** Ends every subscription. */
  close(): void;
}

interface Subscribed extends Pick<SubscriptionDocument, 'document' | 'operationName'>, Counted {
  readonly answers: Answers;
}

interface Refused extends Counted {
  /** Errors as shown to the caller. */
  readonly errors: readonly GraphQLError[];
}

interface Counted {
  /** The limit that the subscription was counted against; null if it was refused before. */
  readonly limit: LimitState | null;
}

interface Subscriber {
  readonly caller: Caller;
  /** Tells the person, whose own limit subscriptions count against. */
  readonly visitor: Visitor;
  readonly credentials: Credentials;
  readonly requestId: string;
  /** Called when the server closes the connection, with the reason. */
  readonly onLost: (reason: PostriderError) => void;
}

/** What all connections of a process share. */
interface Shared {
  readonly dependencies: RequestDependencies;
  /** The schema with guarded root fields. */
  readonly schema: GraphQLSchema;
  readonly authenticator: Authenticator;
  readonly slots: SubscriptionSlots;
  readonly sources: SubscriptionSources;
  readonly refusedDocuments: RefusedDocuments;
}

/** Together with the cache of the authenticator, a revoked key works, and a former limit counts, for five seconds. */
const CHECK_KEY_EVERY_MS = 2_000;

function connectSubscriber(shared: Shared, subscriber: Subscriber): SubscriberConnection {
  const { visitor, credentials, requestId, onLost } = subscriber;
  let { caller } = subscriber;
  const releaseSlot = shared.slots.takeConnection(caller.organisationId, () =>
    lose(new PostriderError('too_many_connections')),
  );
  const running = new Set<Answers>();
  let isOpen = true;
  let starting = 0;

  let timer = setTimeout(checkKey, CHECK_KEY_EVERY_MS);

  /** Checks follow one another, so that they do not pile up while the database is slow. */
  async function checkKey(): Promise<void> {
    try {
      caller = await shared.authenticator.authenticate(credentials);
    } catch (error) {
      // While the database is unreachable the key cannot be checked, and there are no events to show either.
      if (isOpen && error instanceof PostriderError) lose(error);
    }
    if (isOpen) timer = setTimeout(checkKey, CHECK_KEY_EVERY_MS);
  }

  function lose(error: PostriderError): void {
    onLost(error);
    for (const answers of [...running]) answers.fail(error);
    close();
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    releaseSlot();
    for (const answers of [...running]) void answers.return();
  }

  return {
    close,
    async subscribe(request) {
      const context = createRequestContext(shared.dependencies, { visitor, caller }, requestId);
      starting += 1;
      try {
        if (running.size + starting > LIMITS.subscriptionsPerConnection) {
          throw new PostriderError('too_many_subscriptions');
        }
        const subscribed = await begin(shared, context, request, (answers) => running.delete(answers));
        running.add(subscribed.answers);
        if (!isOpen) await subscribed.answers.return();
        return subscribed;
      } catch (error) {
        const errors = error instanceof DocumentRefusal ? error.errors : [error];
        const shown = errors.map((one) => showError(one, shared.dependencies.services.logger));
        return { errors: shown, limit: context.admission.limit };
      } finally {
        starting -= 1;
      }
    },
  };
}

async function begin(
  shared: Shared,
  context: RequestContext,
  request: SubscriptionRequest,
  onOver: (answers: Answers) => void,
): Promise<Subscribed> {
  const { dependencies, schema, slots, sources, refusedDocuments } = shared;
  const contextValue: RequestContext & SubscriptionSources = { ...context, ...sources };
  const { cost, variables: variableValues, ...operation } = await admitDocument(shared, contextValue, request);
  const releaseSlot = slots.takeSubscription(subjectIn(context), cost);
  try {
    const source = await subscribe({ schema, ...operation, variableValues, contextValue });
    if (!(Symbol.asyncIterator in source)) throw refusalOf(source.errors ?? []);
    refusedDocuments.know(request.query);
    const answers = answersOf(source, dependencies.services.logger, () => {
      onOver(answers);
      releaseSlot();
    });
    return { ...operation, answers, limit: contextValue.admission.limit };
  } catch (error) {
    releaseSlot();
    throw error;
  }
}

/** Counts the call before the document is read, so that a throttled caller has no documents read. */
async function admitDocument(
  { schema, refusedDocuments }: Shared,
  context: RequestContext,
  request: SubscriptionRequest,
): Promise<SubscriptionDocument> {
  const subject = subjectIn(context);
  await refusedDocuments.admit(subject, request.query);
  await countCall(context);
  try {
    return admitSubscription(schema, request);
  } catch (error) {
    await refusedDocuments.note(subject);
    throw error;
  }
}

/** Only callers connect, so there is an organisation. */
const subjectIn = ({ caller }: RequestContext): string => caller?.organisationId ?? '';

/** Variables that do not fit get the code that Apollo gives them at /graphql. */
function refusalOf(errors: readonly GraphQLError[]): DocumentRefusal {
  return new DocumentRefusal(errors.map((error) => (isAboutVariables(error) ? coded(error, 'BAD_USER_INPUT') : error)));
}
