import { Field, InputType } from 'type-graphql';
import { IDEMPOTENCY_KEY } from '../kernel/inputs.js';
import { PhoneNumber, UUID } from '../kernel/scalars.js';

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
