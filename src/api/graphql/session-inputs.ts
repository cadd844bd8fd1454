import { type ClassType, Field, InputType } from 'type-graphql';
import { IDEMPOTENCY_KEY } from './inputs.js';
import { PhoneNumber, UUID } from './scalars.js';

@InputType({ description: 'A place for a phone.' })
export class CreateSessionInput {
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
export class RequestPairingCodeInput {
  @Field(() => UUID, { description: 'The session; its state must be `SCAN_QR`.' })
  sessionId!: string;

  @Field(() => PhoneNumber, { description: 'The number of the phone.' })
  phoneNumber!: string;
}

export interface SessionInput {
  readonly sessionId: string;
}

/** Every mutation has an input of its own, so that each may grow; these all begin alike. */
function sessionInput(name: string, description: string): ClassType<SessionInput> {
  @InputType(name, { description })
  class Input {
    @Field(() => UUID, { description: 'The session.' })
    sessionId!: string;
  }
  return Input;
}

export const StartSessionInput = sessionInput('StartSessionInput', 'Which session to start.');
export const StopSessionInput = sessionInput('StopSessionInput', 'Which session to stop.');
export const RestartSessionInput = sessionInput('RestartSessionInput', 'Which session to restart.');
export const LogOutSessionInput = sessionInput('LogOutSessionInput', 'Which session to take the phone off.');
export const DeleteSessionInput = sessionInput('DeleteSessionInput', 'Which session to delete.');
export const RefreshGroupsInput = sessionInput('RefreshGroupsInput', 'Whose groups to read.');
