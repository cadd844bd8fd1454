import { Field, InputType } from 'type-graphql';
import { controlSession, type SessionControl } from '../../../operations/chat/control-session.js';
import { createSession } from '../../../operations/chat/create-session.js';
import { deleteSession } from '../../../operations/chat/delete-session.js';
import { refreshGroups } from '../../../operations/chat/refresh-groups.js';
import { requestPairingCode } from '../../../operations/chat/request-pairing-code.js';
import type { ResolverContext } from '../kernel/context.js';
import { flag, IDEMPOTENCY_KEY, idInput, mutation, object, replayed, text } from '../kernel/mutation.js';
import { PhoneNumber, UUID } from '../kernel/scalars.js';
import { Session, toSession } from './session.js';

@InputType({ description: 'A place for a phone.' })
class CreateSessionInput {
  @Field(() => String, { description: 'A name to know it by, at most 200 characters.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The engine to use; left out: the first that is configured. Test keys have the sandbox alone.',
  })
  engine?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'False: do not start it yet.' })
  start?: boolean | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'Which phone is to be connected to which session.' })
class RequestPairingCodeInput {
  @Field(() => UUID, { description: 'The session; its state must be `SCAN_QR`.' })
  sessionId!: string;

  @Field(() => PhoneNumber, { description: 'The number of the phone.' })
  phoneNumber!: string;
}

const takes = 'The session.';
const sessionInput = (name: string, description: string) => idInput(name, description, 'sessionId', takes);

const control = {
  takes,
  payload: { session: object(() => Session, 'The session as it is now.') },
};

const controlBy =
  (operation: SessionControl) => async (context: ResolverContext, input: { readonly sessionId: string }) => ({
    session: toSession(await controlSession(context, input, operation)),
  });

export const SESSION_MUTATIONS = [
  mutation({
    name: 'createSession',
    description: 'Makes a place for a phone and starts it; then a phone can be connected by `sessionQr`.',
    input: CreateSessionInput,
    takes,
    payload: {
      session: object(
        () => Session,
        'The session as it is once it is started; failed, with the reason, when the engine could not do that.',
      ),
      replayed,
    },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await createSession(context, input);
      return { session: toSession(result), replayed };
    },
  }),
  mutation({
    name: 'startSession',
    description: 'Has the engine start a session. One that runs stays as it is.',
    input: sessionInput('StartSessionInput', 'Which session to start.'),
    ...control,
    resolve: controlBy('startSession'),
  }),
  mutation({
    name: 'stopSession',
    description: 'Has the engine stop a session. The phone stays paired with it.',
    input: sessionInput('StopSessionInput', 'Which session to stop.'),
    ...control,
    resolve: controlBy('stopSession'),
  }),
  mutation({
    name: 'restartSession',
    description: 'Has the engine stop and start a session: the cure for one that is `STALLED`.',
    input: sessionInput('RestartSessionInput', 'Which session to restart.'),
    ...control,
    resolve: controlBy('restartSession'),
  }),
  mutation({
    name: 'logOutSession',
    description: 'Takes the phone off a session: the next start asks for a phone again.',
    input: sessionInput('LogOutSessionInput', 'Which session to take the phone off.'),
    ...control,
    resolve: controlBy('logOutSession'),
  }),
  mutation({
    name: 'deleteSession',
    description: 'Forgets a session, its history and its groups. Its messages stay on record.',
    input: sessionInput('DeleteSessionInput', 'Which session to delete.'),
    takes,
    payload: { session: object(() => Session, 'The session as it was last.') },
    resolve: async (context: ResolverContext, input) => ({ session: toSession(await deleteSession(context, input)) }),
  }),
  mutation({
    name: 'requestPairingCode',
    description: 'Asks for a code to type into the phone, instead of scanning one with it.',
    input: RequestPairingCodeInput,
    takes: 'The session and the phone.',
    payload: { code: text('What is to be typed into the phone.') },
    resolve: async (context: ResolverContext, input) => ({ code: await requestPairingCode(context, input) }),
  }),
  mutation({
    name: 'refreshGroups',
    description: 'Reads the groups of a phone from its engine, once a minute at most.',
    input: sessionInput('RefreshGroupsInput', 'Whose groups to read.'),
    takes,
    payload: {
      session: object(() => Session, 'The session whose groups were read.'),
      refreshed: flag('False: they were read less than a minute ago, or are being read, and have not been read again.'),
    },
    async resolve(context: ResolverContext, input) {
      const { session, refreshed } = await refreshGroups(context, input);
      return { session: toSession(session), refreshed };
    },
  }),
];
