import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { renderSVG } from 'uqr';
import type { SessionState as State } from '../../../domain/vocabulary.js';
import { connectionOf } from '../kernel/connection.js';
import { Node } from '../kernel/node.js';
import type { QrCode, SessionChangeRow, SessionRow } from '../kernel/rows.js';
import { DateTime, PhoneNumber } from '../kernel/scalars.js';
import { SessionState } from './chat-enums.js';

@ObjectType({ description: 'A change of the state of a session.', simpleResolvers: true })
export class SessionChange {
  @Field(() => SessionState, { description: 'The state from then on.' })
  state!: State;

  @Field(() => String, { nullable: true, description: 'Why, for humans.' })
  reason!: string | null;

  @Field(() => DateTime, { description: 'When it happened.' })
  at!: string;

  @Field(() => Int, { description: 'Counts the changes of a session, from 1.' })
  revision!: number;
}

export function toSessionChange(row: SessionChangeRow): SessionChange {
  return { state: row.state, reason: row.reason, at: row.changed_at, revision: row.revision };
}

@ObjectType({
  implements: Node,
  description: 'A phone through which chat messages are sent, or the place for one.',
  simpleResolvers: true,
})
export class Session extends Node {
  @Field(() => String, { description: 'Its name, as given.' })
  name!: string;

  @Field(() => String, { description: 'The engine that speaks with the chat app for it.' })
  engine!: string;

  @Field(() => SessionState, { description: 'Where it is on its way to a connected phone.' })
  state!: State;

  @Field(() => Boolean, { description: 'Messages can be sent through it.' })
  connected!: boolean;

  @Field(() => String, { nullable: true, description: 'Why it is in this state, for humans.' })
  reason!: string | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'Of its phone; null while there is none, or none known.' })
  phoneNumber!: string | null;

  @Field(() => DateTime, { description: 'When this state began.' })
  stateSince!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the engine last confirmed this state; null: it never did.',
  })
  confirmedAt!: string | null;

  @Field(() => Boolean, { description: 'Made with a test key.' })
  test!: boolean;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When its state last changed.' })
  updatedAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'How old the list of its groups is; null: never read.' })
  groupsRefreshedAt!: string | null;
}

export function toSession(row: SessionRow): Session {
  return {
    typeName: 'Session',
    id: row.id,
    name: row.name,
    engine: row.engine,
    state: row.state,
    connected: row.state === 'connected',
    reason: row.reason,
    phoneNumber: row.phone_number,
    stateSince: row.state_since,
    confirmedAt: row.confirmed_at,
    test: row.test,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    groupsRefreshedAt: row.groups_refreshed_at,
  };
}

export const SessionConnection = connectionOf('Session', 'sessions', () => Session);

@InputType({ description: 'Which sessions to list.' })
export class SessionFilter {
  @Field(() => SessionState, { nullable: true, description: 'In this state.' })
  state?: State | null;
}

@ObjectType({ description: 'A code to scan with a phone, which connects it to a session.', simpleResolvers: true })
export class SessionQr {
  @Field(() => String, { description: 'What the code holds.' })
  raw!: string;

  @Field(() => String, { description: 'The code as a picture, in SVG.' })
  svg!: string;

  @Field(() => DateTime, { description: 'When phones will no longer take it, at the latest. Ask again by then.' })
  expiresAt!: Date;
}

/** The white margin that the standard for QR codes asks for, in dots. */
const QUIET_ZONE = 4;

export function toSessionQr({ raw, expiresAt }: QrCode): SessionQr {
  return { raw, svg: renderSVG(raw, { border: QUIET_ZONE }), expiresAt };
}
