import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import { seesAddresses } from '../../../domain/context.js';
import type { ActorKind as Actor, ActorKind as Kind } from '../../../domain/vocabulary.js';
import { getNames, UNNAMED_PERSON } from '../../../operations/people/members.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { loaderById } from '../kernel/loader.js';
import { UUID } from '../kernel/scalars.js';

const ActorKind = enumOf<Actor>('ActorKind', 'The kind of an actor.', {
  key: 'Key: a program with an API key.',
  person: 'Person: a member of the organisation who had signed in.',
  operator: 'Operator: a person at the command line of the installation, or the installation itself.',
});

@ObjectType({ description: 'An actor: who did or made something, with the name at that time.', simpleResolvers: true })
export class AuditActor {
  @Field(() => ActorKind, { description: 'The kind of the actor.' })
  kind!: Kind;

  @Field(() => UUID, { nullable: true, description: 'The id of the API key or the person; null for the operator.' })
  actorId!: string | null;

  /** For the field of that name. */
  name!: string;
}

const loadName = loaderById(getNames, ({ name }) => name);

@Resolver(() => AuditActor)
export class AuditActorResolver {
  @FieldResolver(() => String, {
    description:
      'The name of the key, the e-mail address of the person, `command line`, or the name of a rule such as `retention`. API keys ' +
      'without the scope `AUDIT_READ` get the present name of the person instead of the address.',
  })
  async name(
    @Root() { kind, actorId, name }: Pick<AuditActor, 'kind' | 'actorId' | 'name'>,
    @Ctx() context: ResolverContext,
  ): Promise<string> {
    if (kind !== 'person' || actorId === null || seesAddresses(context.caller)) return name;
    return (await loadName(context, actorId)) ?? UNNAMED_PERSON;
  }
}

interface MadeRow {
  readonly created_by_kind: Kind | null;
  readonly created_by_id: string | null;
  readonly created_by_name: string | null;
}

/** Rows of versions that did not store the actor have none; nor have stored answers, whose columns are missing. */
export function toCreatedBy({ created_by_kind: kind, created_by_id: actorId, created_by_name: name }: MadeRow) {
  return kind && name != null ? { kind, actorId, name } : null;
}

/** The description of the field `createdBy`. */
export const CREATED_BY = 'The API key or the person that sent it; null if it was sent before version 0.2.';
