import { Ctx, Field, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Caller, Person as SignedInPerson } from '../../../domain/context.js';
import type { KeyMode as Mode, Role } from '../../../domain/vocabulary.js';
import { listOwnOrganisations } from '../../../operations/people/accounts/list-own-organisations.js';
import type { VisitorContext } from '../kernel/context.js';
import { UUID } from '../kernel/scalars.js';
import { KeyMode } from './api-key.js';
import { MemberRole, Person, toPerson } from './member.js';
import { Organisation, ownOrganisation } from './organisation.js';

@ObjectType({ description: 'The API key that a call was made with.', simpleResolvers: true })
class ViewerKey {
  @Field(() => UUID, { description: 'Identifies the key.' })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => KeyMode, { description: 'What it may reach.' })
  mode!: Mode;

  @Field(() => [String], { description: 'What it may be used for, such as `sms:send`.' })
  scopes!: readonly string[];
}

@ObjectType({ description: 'An organisation that the person is a member of.', simpleResolvers: true })
class OwnMembership {
  @Field(() => UUID, { description: 'For the header `X-Organisation-Id`.' })
  organisationId!: string;

  @Field(() => String, { description: 'What the organisation is called.' })
  name!: string;

  @Field(() => MemberRole, { description: 'What the person may do there.' })
  role!: Role;
}

@ObjectType({ description: 'Who is calling: a key, or a person who has signed in.', simpleResolvers: true })
class Viewer {
  @Field(() => ViewerKey, { nullable: true, description: 'The key that the call was made with; null for a person.' })
  apiKey!: ViewerKey | null;

  @Field(() => Person, { nullable: true, description: 'Who has signed in; null for a key.' })
  person!: Person | null;

  @Field(() => MemberRole, {
    nullable: true,
    description: 'The role of the person in the organisation that the call is made for.',
  })
  role!: Role | null;

  @Field(() => [String], { description: 'What the call may be used for, such as `sms:send`.' })
  scopes!: readonly string[];

  @Field(() => Organisation, {
    nullable: true,
    description: 'The organisation that the call is made for; null for a person who has named none.',
  })
  organisation!: Organisation | null;
}

function toViewer(caller: Caller | null, person: SignedInPerson | null, organisation: Organisation | null): Viewer {
  const scopes = caller?.scopes ?? [];
  const apiKey =
    caller?.actor.kind === 'key' && caller.actor.id !== null
      ? { id: caller.actor.id, name: caller.actor.name, mode: caller.mode, scopes }
      : null;
  return { apiKey, person: person && toPerson(person), role: caller?.role ?? null, scopes, organisation };
}

@Resolver(() => Viewer)
export class ViewerResolver {
  @Query(() => Viewer, { description: 'Who is calling.' })
  async viewer(@Ctx() context: VisitorContext): Promise<Viewer> {
    const { caller, visitor } = context;
    return toViewer(caller, visitor.person, caller && (await ownOrganisation({ ...context, caller })));
  }

  @FieldResolver(() => [OwnMembership], {
    complexity: 5,
    description: 'The organisations that the person may act for; empty for a key.',
  })
  async organisations(@Root() { person }: Viewer, @Ctx() context: VisitorContext): Promise<OwnMembership[]> {
    const own = person ? await listOwnOrganisations(context, person) : [];
    return own.map(({ organisation_id: organisationId, name, role }) => ({ organisationId, name, role }));
  }
}
