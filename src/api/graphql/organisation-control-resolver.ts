import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { createOwnOrganisation } from '../../operations/organisations/create-own-organisation.js';
import { updateOrganisation } from '../../operations/organisations/update-organisation.js';
import type { PersonContext, ResolverContext } from './context.js';
import { toOrganisation } from './organisation.js';
import { CreateOrganisationInput, UpdateOrganisationInput } from './organisation-inputs.js';
import { CreateOrganisationPayload, UpdateOrganisationPayload } from './organisation-payloads.js';
import { INPUT, NULL_ONLY } from './payloads.js';
import type { OrganisationRow } from './rows.js';
import { payloadOf } from './user-errors.js';

@Resolver()
export class OrganisationControlResolver {
  @Mutation(() => CreateOrganisationPayload, {
    nullable: true,
    description: `Makes an organisation, whose owner you are. ${NULL_ONLY}`,
  })
  createOrganisation(
    @Ctx() context: PersonContext,
    @Arg('input', () => CreateOrganisationInput, INPUT) { name }: CreateOrganisationInput,
  ): Promise<CreateOrganisationPayload> {
    const { person, address } = context.visitor;
    const founder = { personId: person.id, name: person.email, address };
    return organisationPayloadOf(context, () => createOwnOrganisation(context, { name, founder }));
  }

  @Mutation(() => UpdateOrganisationPayload, {
    nullable: true,
    description: `Changes the name of the organisation, or how it works. ${NULL_ONLY}`,
  })
  updateOrganisation(
    @Ctx() context: ResolverContext,
    @Arg('input', () => UpdateOrganisationInput, INPUT) input: UpdateOrganisationInput,
  ): Promise<UpdateOrganisationPayload> {
    return organisationPayloadOf(context, () => updateOrganisation(context, input));
  }
}

type OrganisationPayload = CreateOrganisationPayload & UpdateOrganisationPayload;

function organisationPayloadOf(
  { policy }: Pick<ResolverContext, 'policy'>,
  work: () => Promise<OrganisationRow>,
): Promise<OrganisationPayload> {
  return payloadOf<OrganisationPayload>(
    async () => ({ organisation: toOrganisation(await work(), policy.retentionDays), userErrors: [] }),
    (userErrors) => ({ organisation: null, userErrors }),
  );
}
