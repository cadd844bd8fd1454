import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { SuppressionSource as Source } from '../../../domain/vocabulary.js';
import { connectionOf } from '../kernel/connection.js';
import { SuppressionSource } from '../kernel/enums.js';
import type { SuppressionRow } from '../kernel/rows.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';

@ObjectType({
  description: 'A number that is not written to: by no sender of the organisation, or not by one of them.',
  simpleResolvers: true,
})
export class Suppression {
  @Field(() => UUID, { description: 'Identifies the entry.' })
  id!: string;

  @Field(() => PhoneNumber, { description: 'The number, digits only.' })
  mobile!: string;

  @Field(() => String, { nullable: true, description: 'The sender that must not write to it; null: every sender.' })
  senderId!: string | null;

  @Field(() => Int, { description: 'The delivery code that messages to it are blocked with: 406 or 409.' })
  deliveryCode!: number;

  @Field(() => SuppressionSource, { description: 'Who suppressed it.' })
  source!: Source;

  @Field(() => String, { nullable: true, description: 'Why, for humans.' })
  reason!: string | null;

  @Field({ description: 'Only test messages are kept from it: it came from a test key, or of a test message.' })
  test!: boolean;

  @Field(() => DateTime, { description: 'Since when.' })
  createdAt!: string;
}

export function toSuppression(row: SuppressionRow): Suppression {
  return {
    id: row.id,
    mobile: row.mobile,
    senderId: row.sender_id === '' ? null : row.sender_id,
    deliveryCode: row.delivery_code,
    source: row.source,
    reason: row.reason,
    test: row.test,
    createdAt: row.created_at,
  };
}

export const SuppressionConnection = connectionOf('Suppression', 'suppressed numbers', () => Suppression);

@InputType({ description: 'Which suppressions to list; all conditions must hold.' })
export class SuppressionFilter {
  @Field(() => PhoneNumber, { nullable: true, description: 'Of this number.' })
  mobile?: string | null;

  @Field(() => SuppressionSource, { nullable: true, description: 'Made by this source.' })
  source?: Source | null;
}

@InputType({ description: 'A number that is not to be written to.' })
export class SuppressionInput {
  @Field(() => PhoneNumber, { description: 'The number.' })
  mobile!: string;

  @Field(() => String, { nullable: true, description: 'Suppress it for this sender only; left out: for every sender.' })
  senderId?: string | null;

  @Field(() => String, { nullable: true, description: 'Why, for humans.' })
  reason?: string | null;
}
