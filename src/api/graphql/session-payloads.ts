import { type ClassType, Field, ObjectType } from 'type-graphql';
import { REPLAYED, USER_ERRORS } from './payloads.js';
import { Session } from './session.js';
import { UserError } from './user-errors.js';

@ObjectType({ description: 'The answer to `createSession`.', simpleResolvers: true })
export class CreateSessionPayload {
  @Field(() => Session, {
    nullable: true,
    description: 'The session as it is once it is started; failed, with the reason, when the engine could not do that.',
  })
  session!: Session | null;

  @Field(() => Boolean, { description: REPLAYED })
  replayed!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `requestPairingCode`.', simpleResolvers: true })
export class RequestPairingCodePayload {
  @Field(() => String, { nullable: true, description: 'What is to be typed into the phone.' })
  code!: string | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `refreshGroups`.', simpleResolvers: true })
export class RefreshGroupsPayload {
  @Field(() => Session, { nullable: true, description: 'The session whose groups were read.' })
  session!: Session | null;

  @Field(() => Boolean, {
    description: 'False: they were read less than a minute ago, or are being read, and have not been read again.',
  })
  refreshed!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

export interface SessionPayload {
  session: Session | null;
  userErrors: UserError[];
}

/** Every mutation has a payload of its own, so that each may grow; these all begin alike. */
function sessionPayload(name: string, mutation: string, session: string): ClassType<SessionPayload> {
  @ObjectType(name, { description: `The answer to \`${mutation}\`.`, simpleResolvers: true })
  class Payload implements SessionPayload {
    @Field(() => Session, { nullable: true, description: session })
    session!: Session | null;

    @Field(() => [UserError], { description: USER_ERRORS })
    userErrors!: UserError[];
  }
  return Payload;
}

const NOW = 'The session as it is now.';

export const StartSessionPayload = sessionPayload('StartSessionPayload', 'startSession', NOW);
export const StopSessionPayload = sessionPayload('StopSessionPayload', 'stopSession', NOW);
export const RestartSessionPayload = sessionPayload('RestartSessionPayload', 'restartSession', NOW);
export const LogOutSessionPayload = sessionPayload('LogOutSessionPayload', 'logOutSession', NOW);
export const DeleteSessionPayload = sessionPayload(
  'DeleteSessionPayload',
  'deleteSession',
  'The session as it was last.',
);
