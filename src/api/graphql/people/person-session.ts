import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { endOwnSession, type PersonSessionRow, updatePerson } from '../../../operations/people/own-account.js';
import type { PersonContext } from '../kernel/context.js';
import { idInput, mutation, object } from '../kernel/mutation.js';
import { DateTime } from '../kernel/scalars.js';
import { Person, toPerson } from './member.js';

@ObjectType({
  description:
    'A session of a person: a browser in which the person has signed in. It has nothing to do with a `Session`, which connects a phone.',
  simpleResolvers: true,
})
export class PersonSession {
  @Field(() => ID, { description: 'The id of the session.' })
  id!: string;

  @Field(() => DateTime, { description: 'The time when the person signed in.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'The time when the session was last used, to the minute.' })
  lastUsedAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The IP address from which the session was last used, to the minute; null if it is not known.',
  })
  lastUsedFrom!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What the browser that signed in calls itself, the header `User-Agent`, at most ' +
      `${LIMITS.userAgentLength} characters; null if it is not known.`,
  })
  userAgent!: string | null;

  @Field(() => Boolean, { description: 'True if this call is made with the session.' })
  current!: boolean;
}

export function toPersonSession(row: PersonSessionRow, currentId: string): PersonSession {
  const { id, created_at: createdAt, last_seen_at: lastUsedAt, address: lastUsedFrom, user_agent: userAgent } = row;
  return { id, createdAt, lastUsedAt, lastUsedFrom, userAgent, current: id === currentId };
}

@InputType({ description: 'Changes of the person who calls. Fields that are omitted or null stay as they are.' })
class UpdatePersonInput {
  @Field(() => String, { nullable: true, description: `The new name, at most ${LIMITS.nameLength} characters.` })
  name?: string | null;
}

export const OWN_ACCOUNT_MUTATIONS = [
  mutation({
    name: 'updatePerson',
    description: 'Changes the account of the person who calls.',
    input: UpdatePersonInput,
    takes: 'The changes.',
    payload: { person: object(() => Person, 'The person after the change.') },
    async resolve(context: PersonContext, input) {
      const person = await updatePerson(context, context.visitor.person, input);
      context.forgetSessions();
      return { person: toPerson(person) };
    },
  }),
  mutation({
    name: 'endPersonSession',
    description:
      'Ends a session of the person who calls, on whatever device; all processes refuse it within five seconds.',
    input: idInput('EndPersonSessionInput', 'The session to end.', 'sessionId', 'The id of the session.'),
    takes: 'The session.',
    payload: { session: object(() => PersonSession, 'The ended session.') },
    async resolve(context: PersonContext, { sessionId }) {
      const { person } = context.visitor;
      const ended = await endOwnSession(context, person, sessionId);
      context.forgetSessions();
      if (ended.id === person.sessionId) context.session.newToken = null;
      return { session: toPersonSession(ended, person.sessionId) };
    },
  }),
];
