import { Field, InputType, Int } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';

@InputType({ description: 'What `createOrganisation` takes.' })
export class CreateOrganisationInput {
  @Field(() => String, { description: 'What it is called.' })
  name!: string;
}

@InputType({ description: 'What `updateOrganisation` takes. What is left out stays as it is.' })
export class UpdateOrganisationInput {
  @Field(() => String, { nullable: true, description: 'Another name.' })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `After how many days texts and numbers are redacted, from 1 to ${LIMITS.retentionDaysMax}; null: as the installation has it.`,
  })
  retentionDays?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether messages may leave under approved sender IDs only.' })
  enforceSenderIds?: boolean | null;
}
