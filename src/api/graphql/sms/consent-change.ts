import { Arg, Args, Ctx, Field, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { onlyCategoryOf } from '../../../domain/sms/category.js';
import type {
  MessageCategory as Category,
  ConsentChange as Change,
  ConsentSource as Source,
} from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import {
  type ConsentChangeRow,
  getConsentChanges,
  listConsentChanges,
} from '../../../operations/sms/suppressions/consent-changes.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { loaderById } from '../kernel/loader.js';
import { Node } from '../kernel/node.js';
import { connectionOf, MAY_BE_SHORT, PageArgs } from '../kernel/paging.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';
import { AuditActor, toCreatedBy } from '../people/actor.js';
import { MessageCategory } from './sms-status.js';

export const ConsentChangeKind = enumOf<Change>('ConsentChangeKind', 'What a person has decided about messages.', {
  opted_out: 'Opted out: the person wants no more messages.',
  opted_in: 'Opted in: the person wants messages again.',
});

export const ConsentSource = enumOf<Source>('ConsentSource', 'How the organisation learned of a consent change.', {
  keyword: 'Keyword: the person sent `STOP` or `START`, or another word that means it.',
  manual: 'Manual: a call suppressed the number of the person, or lifted its suppression.',
  import: 'Import: a call of `addSuppressions` with proof, or with the time when the person opted out.',
});

@ObjectType('ConsentChange', {
  implements: Node,
  description:
    'A change of consent: a person wants no more messages, or wants them again. It is kept for good, as proof.',
  simpleResolvers: true,
})
export class ConsentChange extends Node<'ConsentChange'> {
  @Field(() => PhoneNumber, {
    nullable: true,
    description: 'The number of the person, digits only; null after it was erased.',
  })
  mobile!: string | null;

  @Field(() => ConsentChangeKind, { description: 'What the person has decided.' })
  change!: Change;

  @Field(() => ConsentSource, { description: 'How the organisation learned of the change.' })
  source!: Source;

  @Field(() => String, {
    nullable: true,
    description: 'The sender ID whose messages the change is about; null: those of every sender.',
  })
  senderId!: string | null;

  @Field(() => MessageCategory, {
    nullable: true,
    description: 'The category of messages that the change is about; null: messages of every category.',
  })
  category!: Category | null;

  @Field(() => String, { nullable: true, description: 'The text of the person, in capitals, if it was a keyword.' })
  word!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The number or short code of the organisation that the keyword was sent to.',
  })
  ownNumber!: string | null;

  @Field(() => UUID, { nullable: true, description: 'The id of the inbound message with the keyword.' })
  inboundId!: string | null;

  @Field(() => String, { nullable: true, description: 'The proof, in words of the caller that imported it.' })
  proof!: string | null;

  @Field(() => DateTime, { description: 'The time when the person opted out or in.' })
  changedAt!: string;

  @Field(() => DateTime, { description: 'The time when the change was recorded.' })
  createdAt!: string;

  @Field(() => AuditActor, {
    nullable: true,
    description: 'The API key or the person that recorded the change; null if it was a keyword.',
  })
  createdBy!: AuditActor | null;

  @Field({ description: 'True if the change is about test messages only.' })
  test!: boolean;

  @Field(() => Int, {
    description:
      'The number of changes since the one before that are not kept: of a person who changes their mind more often, 20 changes ' +
      'of 24 hours are, the last of them always.',
  })
  omitted!: number;
}

export const toConsentChange = (row: ConsentChangeRow): ConsentChange => ({
  ...camelCased(row),
  senderId: row.sender_id || null,
  category: onlyCategoryOf(row),
  createdBy: toCreatedBy(row),
  typeName: 'ConsentChange',
});

export const loadConsentChange = loaderById(getConsentChanges, toConsentChange);

const ConsentChangeConnection = connectionOf(
  'ConsentChange',
  'consent changes',
  () => ConsentChange,
  LIMITS.itemsCounted,
);

@InputType({ description: 'Conditions for listed consent changes; all of them must hold.' })
class ConsentChangeFilter {
  @Field(() => PhoneNumber, { nullable: true, description: 'Changes of the person with this number.' })
  mobile?: string | null;

  @Field(() => ConsentChangeKind, { nullable: true, description: 'Changes of this kind.' })
  change?: Change | null;

  @Field(() => ConsentSource, { nullable: true, description: 'Changes that were learned in this way.' })
  source?: Source | null;
}

@Resolver(() => ConsentChange)
export class ConsentChangeResolver {
  @Query(() => ConsentChangeConnection, {
    complexity: 5,
    description: `Returns what people have decided about messages of the organisation, newest first. ${MAY_BE_SHORT}`,
  })
  async consentChanges(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => ConsentChangeFilter, { nullable: true, description: 'Conditions for the listed changes.' })
    filter?: ConsentChangeFilter | null,
  ) {
    const listed = await listConsentChanges(context, { ...page, conditions: filter ?? {} });
    return ConsentChangeConnection.of(listed, toConsentChange);
  }

  @Query(() => ConsentChange, {
    nullable: true,
    description: 'Returns one consent change; null if the organisation has none with this id.',
  })
  async consentChange(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The id of the change.' }) id: string,
  ): Promise<ConsentChange | null> {
    return found(context, 'ConsentChange', await loadConsentChange(context, id));
  }
}
