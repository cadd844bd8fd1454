import { Field, InputType, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import type { SenderStatus as Status } from '../../../domain/vocabulary.js';
import { connectionOf } from '../kernel/connection.js';
import { SenderStatus } from '../kernel/enums.js';
import { IDEMPOTENCY_KEY } from '../kernel/inputs.js';
import type { SenderIdRow } from '../kernel/rows.js';
import { DateTime, UUID } from '../kernel/scalars.js';

@ObjectType({
  description: 'A name or number that the organisation wants its messages to come from.',
  simpleResolvers: true,
})
export class SenderId {
  @Field(() => UUID, { description: 'Identifies the entry.' })
  id!: string;

  @Field(() => String, { description: 'What phones show; a number without its plus.' })
  name!: string;

  @Field(() => [String], { nullable: true, description: 'Where it is used, after ISO 3166; null: everywhere.' })
  countries!: readonly string[] | null;

  @Field(() => SenderStatus, { description: 'Whether messages may leave under it.' })
  status!: Status;

  @Field(() => String, { nullable: true, description: 'Why it was rejected.' })
  reason!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was approved or rejected.' })
  decidedAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When a gateway last refused it with 402. Its status stays: another network may take it.',
  })
  refusedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'The gateway that last refused it.' })
  refusedBy!: string | null;

  @Field(() => DateTime, { description: 'When it was registered.' })
  createdAt!: string;
}

export function toSenderId(row: SenderIdRow): SenderId {
  return {
    id: row.id,
    name: row.name,
    countries: row.countries,
    status: row.status,
    reason: row.reason,
    decidedAt: row.decided_at,
    refusedAt: row.refused_at,
    refusedBy: row.refused_by,
    createdAt: row.created_at,
  };
}

export const SenderIdConnection = connectionOf('SenderId', 'sender IDs', () => SenderId);

@InputType({ description: 'Which sender IDs to list; all conditions must hold.' })
export class SenderIdFilter {
  @Field(() => SenderStatus, { nullable: true, description: 'With this status.' })
  status?: Status | null;
}

@InputType({ description: 'A sender ID to register.' })
export class CreateSenderIdInput {
  @Field(() => String, {
    description:
      'A number of 3 to 15 digits, or 1 to 11 letters, digits, spaces and `.` `_` `&` `-`, with a letter or digit first and at least one letter.',
  })
  name!: string;

  @Field(() => [String], {
    nullable: true,
    description: `Where it is to be used: up to ${LIMITS.countriesPerSenderId} codes after ISO 3166, such as KE; left out: everywhere.`,
  })
  countries?: string[] | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}
