import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { controlSession, type SessionControl } from '../../operations/chat/control-session.js';
import { createSession } from '../../operations/chat/create-session.js';
import { deleteSession } from '../../operations/chat/delete-session.js';
import { refreshGroups } from '../../operations/chat/refresh-groups.js';
import { requestPairingCode } from '../../operations/chat/request-pairing-code.js';
import type { ResolverContext } from './context.js';
import { NULL_ONLY } from './payloads.js';
import type { SessionRow } from './rows.js';
import { toSession } from './session.js';
import {
  CreateSessionInput,
  DeleteSessionInput,
  LogOutSessionInput,
  RefreshGroupsInput,
  RequestPairingCodeInput,
  RestartSessionInput,
  type SessionInput,
  StartSessionInput,
  StopSessionInput,
} from './session-inputs.js';
import {
  CreateSessionPayload,
  DeleteSessionPayload,
  LogOutSessionPayload,
  RefreshGroupsPayload,
  RequestPairingCodePayload,
  RestartSessionPayload,
  type SessionPayload,
  StartSessionPayload,
  StopSessionPayload,
} from './session-payloads.js';
import { payloadOf } from './user-errors.js';

const SESSION = { description: 'The session.' } as const;

@Resolver()
export class SessionControlResolver {
  @Mutation(() => CreateSessionPayload, {
    nullable: true,
    description: `Makes a place for a phone and starts it; then a phone can be connected by \`sessionQr\`. ${NULL_ONLY}`,
  })
  createSession(
    @Ctx() context: ResolverContext,
    @Arg('input', () => CreateSessionInput, SESSION) input: CreateSessionInput,
  ): Promise<CreateSessionPayload> {
    return payloadOf<CreateSessionPayload>(
      async () => {
        const { result, replayed } = await createSession(context, input);
        return { session: toSession(result), replayed, userErrors: [] };
      },
      (userErrors) => ({ session: null, replayed: false, userErrors }),
    );
  }

  @Mutation(() => StartSessionPayload, {
    nullable: true,
    description: `Has the engine start a session. One that runs stays as it is. ${NULL_ONLY}`,
  })
  startSession(
    @Ctx() context: ResolverContext,
    @Arg('input', () => StartSessionInput, SESSION) input: SessionInput,
  ): Promise<SessionPayload> {
    return controlled(context, input, 'startSession');
  }

  @Mutation(() => StopSessionPayload, {
    nullable: true,
    description: `Has the engine stop a session. The phone stays paired with it. ${NULL_ONLY}`,
  })
  stopSession(
    @Ctx() context: ResolverContext,
    @Arg('input', () => StopSessionInput, SESSION) input: SessionInput,
  ): Promise<SessionPayload> {
    return controlled(context, input, 'stopSession');
  }

  @Mutation(() => RestartSessionPayload, {
    nullable: true,
    description: `Has the engine stop and start a session: the cure for one that is \`STALLED\`. ${NULL_ONLY}`,
  })
  restartSession(
    @Ctx() context: ResolverContext,
    @Arg('input', () => RestartSessionInput, SESSION) input: SessionInput,
  ): Promise<SessionPayload> {
    return controlled(context, input, 'restartSession');
  }

  @Mutation(() => LogOutSessionPayload, {
    nullable: true,
    description: `Takes the phone off a session: the next start asks for a phone again. ${NULL_ONLY}`,
  })
  logOutSession(
    @Ctx() context: ResolverContext,
    @Arg('input', () => LogOutSessionInput, SESSION) input: SessionInput,
  ): Promise<SessionPayload> {
    return controlled(context, input, 'logOutSession');
  }

  @Mutation(() => DeleteSessionPayload, {
    nullable: true,
    description: `Forgets a session, its history and its groups. Its messages stay on record. ${NULL_ONLY}`,
  })
  deleteSession(
    @Ctx() context: ResolverContext,
    @Arg('input', () => DeleteSessionInput, SESSION) input: SessionInput,
  ): Promise<SessionPayload> {
    return sessionPayloadOf(deleteSession(context, input));
  }

  @Mutation(() => RequestPairingCodePayload, {
    nullable: true,
    description: `Asks for a code to type into the phone, instead of scanning one with it. ${NULL_ONLY}`,
  })
  requestPairingCode(
    @Ctx() context: ResolverContext,
    @Arg('input', () => RequestPairingCodeInput, { description: 'The session and the phone.' })
    input: RequestPairingCodeInput,
  ): Promise<RequestPairingCodePayload> {
    return payloadOf<RequestPairingCodePayload>(
      async () => ({ code: await requestPairingCode(context, input), userErrors: [] }),
      (userErrors) => ({ code: null, userErrors }),
    );
  }

  @Mutation(() => RefreshGroupsPayload, {
    nullable: true,
    description: `Reads the groups of a phone from its engine, once a minute at most. ${NULL_ONLY}`,
  })
  refreshGroups(
    @Ctx() context: ResolverContext,
    @Arg('input', () => RefreshGroupsInput, SESSION) input: SessionInput,
  ): Promise<RefreshGroupsPayload> {
    return payloadOf<RefreshGroupsPayload>(
      async () => {
        const { session, refreshed } = await refreshGroups(context, input);
        return { session: toSession(session), refreshed, userErrors: [] };
      },
      (userErrors) => ({ session: null, refreshed: false, userErrors }),
    );
  }
}

function controlled(context: ResolverContext, input: SessionInput, control: SessionControl): Promise<SessionPayload> {
  return sessionPayloadOf(controlSession(context, input, control));
}

function sessionPayloadOf(work: Promise<SessionRow>): Promise<SessionPayload> {
  return payloadOf<SessionPayload>(
    async () => ({ session: toSession(await work), userErrors: [] }),
    (userErrors) => ({ session: null, userErrors }),
  );
}
