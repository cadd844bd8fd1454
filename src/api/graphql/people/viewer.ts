import { Ctx, Field, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Caller, Person as SignedInPerson } from '../../../domain/context.js';
import { LIMITS } from '../../../domain/limits.js';
import type { KeyMode as Mode, Role, Scope as ScopeWord } from '../../../domain/vocabulary.js';
import { listOwnOrganisations } from '../../../operations/people/organisations.js';
import { listOwnSessions } from '../../../operations/people/own-account.js';
import type { VisitorContext } from '../kernel/context.js';
import { UUID } from '../kernel/scalars.js';
import { AccessToken, Scope } from './access-token.js';
import { KeyMode } from './api-key.js';
import { MemberRole, Person, toPerson } from './member.js';
import { Organisation, ownOrganisation } from './organisation.js';
import { PersonSession, toPersonSession } from './person-session.js';

@ObjectType({
  description: 'The API key that made this call, or whose access token made it, without its secret.',
  simpleResolvers: true,
})
class ViewerKey {
  @Field(() => UUID, { description: 'The id of the key.' })
  keyId!: string;

  @Field(() => String, { description: 'The name of the key.' })
  name!: string;

  @Field(() => KeyMode, { description: 'Which gateways the key may use.' })
  mode!: Mode;

  @Field(() => [Scope], {
    description: 'The scopes of the key; if an access token made the call, only those that the token has as well.',
  })
  scopes!: readonly ScopeWord[];
}

@ObjectType({ description: 'A membership of the person in an organisation.', simpleResolvers: true })
class OwnMembership {
  @Field(() => UUID, { description: 'The id of the organisation, for the header `X-Organisation-Id`.' })
  organisationId!: string;

  @Field(() => String, { description: 'The name of the organisation.' })
  name!: string;

  @Field(() => MemberRole, { description: 'The role of the person in the organisation.' })
  role!: Role;
}

@ObjectType({
  description: 'The caller: an API key, an access token of one, or a person who has signed in.',
  simpleResolvers: true,
})
class Viewer {
  @Field(() => ViewerKey, { nullable: true, description: 'The API key of the call; null for a person.' })
  apiKey!: ViewerKey | null;

  @Field(() => AccessToken, {
    nullable: true,
    description: 'The access token of the call; null for a call without one.',
  })
  accessToken!: AccessToken | null;

  @Field(() => Person, { nullable: true, description: 'The person who has signed in; null for a key.' })
  person!: Person | null;

  @Field(() => MemberRole, {
    nullable: true,
    description: 'The role of the person in the organisation of the call.',
  })
  role!: Role | null;

  @Field(() => [Scope], { description: 'The scopes of the call.' })
  scopes!: readonly ScopeWord[];

  @Field(() => Organisation, {
    nullable: true,
    description: 'The organisation of the call; null for a person without the header `X-Organisation-Id`.',
  })
  organisation!: Organisation | null;
}

function toViewer(caller: Caller | null, person: SignedInPerson | null, organisation: Organisation | null): Viewer {
  const scopes = caller?.scopes ?? [];
  const apiKey =
    caller?.actor.kind === 'key' && caller.actor.id !== null
      ? { keyId: caller.actor.id, name: caller.actor.name, mode: caller.mode, scopes }
      : null;
  const accessToken = caller?.tokenExpiresAt
    ? { scopes, sessionIds: caller.sessionIds, expiresAt: caller.tokenExpiresAt }
    : null;
  const role = caller?.role ?? null;
  return { apiKey, accessToken, person: person && toPerson(person), role, scopes, organisation };
}

@Resolver(() => Viewer)
export class ViewerResolver {
  @Query(() => Viewer, { description: 'Returns the caller.' })
  async viewer(@Ctx() context: VisitorContext): Promise<Viewer> {
    const { caller, visitor } = context;
    return toViewer(caller, visitor.person, caller && (await ownOrganisation({ ...context, caller })));
  }

  @FieldResolver(() => [OwnMembership], {
    complexity: 5,
    description: 'The memberships of the person; empty for a key.',
  })
  async organisations(@Root() { person }: Viewer, @Ctx() context: VisitorContext): Promise<OwnMembership[]> {
    const own = person ? await listOwnOrganisations(context, person) : [];
    return own.map(({ organisation_id: organisationId, name, role }) => ({ organisationId, name, role }));
  }

  @FieldResolver(() => [PersonSession], {
    complexity: 5,
    description:
      'Where the person has signed in, on all devices, last used first; not the sessions of phones. At most ' +
      `${LIMITS.personSessionsListed}; empty for a key.`,
  })
  async sessions(@Ctx() context: VisitorContext): Promise<PersonSession[]> {
    const { person } = context.visitor;
    const sessions = person ? await listOwnSessions(context, person) : [];
    return sessions.map((row) => toPersonSession(row, person?.sessionId ?? ''));
  }
}
