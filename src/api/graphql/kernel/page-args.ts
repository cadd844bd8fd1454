import { ArgsType, Field, Int } from 'type-graphql';
import type { PageArguments } from '../../../domain/paging.js';

/** Either `first` or `last` is obligatory: a list without a bound is never what one wants. */
@ArgsType()
export class PageArgs implements PageArguments {
  @Field(() => Int, {
    nullable: true,
    description: 'So many from the start, or after `after`. This or `last` is required.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Start after the item with this cursor.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'So many from the end, or before `before`.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'End before the item with this cursor.' })
  before?: string | null;
}

@ArgsType()
export class NumberedPageArgs extends PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Instead of a cursor: the number of the page, from 1, when pages have `first` items.',
  })
  page?: number | null;
}
