import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import {
  describeInstallation,
  type Installation as InstallationOf,
} from '../../../operations/plumbing/installation.js';
import type { VisitorContext } from '../kernel/context.js';

@ObjectType({ description: 'The server that answers: what is the same for all organisations.', simpleResolvers: true })
class Installation {
  @Field(() => String, { description: 'The version of the server.' })
  version!: string;

  @Field(() => Int, { description: 'The number of days for which events are kept.' })
  eventRetentionDays!: number;

  @Field(() => Boolean, {
    description:
      'True if the server has no gateway and no chat engine besides the sandbox, so that no message leaves it.',
  })
  sandboxOnly!: boolean;
}

@Resolver(() => Installation)
export class InstallationResolver {
  @Query(() => Installation, { description: 'Returns facts about the server.' })
  installation(@Ctx() context: VisitorContext): InstallationOf {
    return describeInstallation(context);
  }
}
