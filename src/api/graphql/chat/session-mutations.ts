import { Field, InputType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { controlSession, deleteSession, type SessionControl } from '../../../operations/chat/control-session.js';
import { createSession } from '../../../operations/chat/create-session.js';
import { refreshGroups } from '../../../operations/chat/groups.js';
import { requestPairingCode } from '../../../operations/chat/pairing.js';
import type { SessionRow } from '../../../operations/chat/sessions.js';
import { hasScope, type ResolverContext } from '../kernel/context.js';
import {
  flag,
  IDEMPOTENCY_KEY,
  id,
  idInput,
  mutation,
  object,
  objectForReaders,
  replayed,
  text,
} from '../kernel/mutation.js';
import { PhoneNumber, UUID } from '../kernel/scalars.js';
import { Session, toSession } from './session.js';

@InputType({ description: 'A session to create.' })
class CreateSessionInput {
  @Field(() => String, { description: `The name of the session, at most ${LIMITS.nameLength} characters.` })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The chat engine of the session; the first configured one if omitted. Test keys can use the sandbox only.',
  })
  engine?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'False: the session is created, but not started.' })
  start?: boolean | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'The session and the phone to connect to it.' })
class RequestPairingCodeInput {
  @Field(() => UUID, { description: 'The id of the session; its state must be `SCAN_QR`.' })
  sessionId!: string;

  @Field(() => PhoneNumber, { description: 'The number of the phone.' })
  phoneNumber!: string;
}

const takes = 'The id of the session.';
const sessionInput = (name: string, description: string) => idInput(name, description, 'sessionId', takes);

const control = {
  takes,
  payload: {
    sessionId: id('The id of the session.'),
    session: objectForReaders('chat:read', () => Session, 'The session after the call.'),
  },
};

const shown = (session: SessionRow) => ({ sessionId: session.id, session: toSession(session) });

const controlBy =
  (operation: SessionControl) => async (context: ResolverContext, input: { readonly sessionId: string }) =>
    shown(await controlSession(context, input, operation));

export const SESSION_MUTATIONS = [
  mutation({
    name: 'createSession',
    description: 'Creates a session and starts it; `sessionQr` then returns the code that connects a phone.',
    input: CreateSessionInput,
    takes,
    payload: {
      sessionId: id('The id of the session.'),
      session: object(
        () => Session,
        'The session after its start; its state is `FAILED`, with the reason, if the engine could not start it. Null if `replayed` ' +
          'is true, for callers without the scope `CHAT_READ`.',
      ),
      replayed,
    },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await createSession(context, input);
      // A replay shows the present state, not what the caller has made.
      const mayRead = !replayed || hasScope(context, 'chat:read');
      return { ...shown(result), ...(!mayRead && { session: null }), replayed };
    },
  }),
  mutation({
    name: 'startSession',
    description: 'Starts a session. A running session stays as it is.',
    input: sessionInput('StartSessionInput', 'The session to start.'),
    ...control,
    resolve: controlBy('startSession'),
  }),
  mutation({
    name: 'stopSession',
    description: 'Stops a session. The phone stays paired with it.',
    input: sessionInput('StopSessionInput', 'The session to stop.'),
    ...control,
    resolve: controlBy('stopSession'),
  }),
  mutation({
    name: 'restartSession',
    description: 'Stops a session and starts it again, which repairs a `STALLED` session.',
    input: sessionInput('RestartSessionInput', 'The session to restart.'),
    ...control,
    resolve: controlBy('restartSession'),
  }),
  mutation({
    name: 'logOutSession',
    description: 'Unpairs the phone from a session. The next start needs a phone to be connected again.',
    input: sessionInput('LogOutSessionInput', 'The session to unpair the phone from.'),
    ...control,
    resolve: controlBy('logOutSession'),
  }),
  mutation({
    name: 'deleteSession',
    description: 'Deletes a session, its history and its groups. Its messages are kept.',
    input: sessionInput('DeleteSessionInput', 'The session to delete.'),
    takes,
    payload: {
      sessionId: id('The id of the session.'),
      session: objectForReaders('chat:read', () => Session, 'The deleted session.'),
    },
    resolve: async (context: ResolverContext, input) => shown(await deleteSession(context, input)),
  }),
  mutation({
    name: 'requestPairingCode',
    description: 'Returns a code to type into the phone, as an alternative to scanning a QR code.',
    input: RequestPairingCodeInput,
    takes: 'The session and the phone.',
    payload: { code: text('The code to type into the phone.') },
    resolve: async (context: ResolverContext, input) => ({ code: await requestPairingCode(context, input) }),
  }),
  mutation({
    name: 'refreshGroups',
    description: `Reads the groups of a phone from its engine, at most once in ${LIMITS.groupRefreshSeconds} seconds.`,
    input: sessionInput('RefreshGroupsInput', 'The session whose groups to read.'),
    takes,
    payload: {
      session: object(() => Session, 'The session whose groups were read.'),
      refreshed: flag(
        `False if the groups were read less than ${LIMITS.groupRefreshSeconds} seconds ago, or another call is ` +
          'reading them; this call then read nothing.',
      ),
    },
    async resolve(context: ResolverContext, input) {
      const { session, refreshed } = await refreshGroups(context, input);
      return { session: toSession(session), refreshed };
    },
  }),
];
