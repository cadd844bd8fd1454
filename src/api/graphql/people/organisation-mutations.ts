import { createOwnOrganisation, updateOrganisation } from '../../../operations/people/organisations.js';
import type { PersonContext, ResolverContext } from '../kernel/context.js';
import { mutation, object } from '../kernel/mutation.js';
import { Organisation, toOrganisation } from './organisation.js';
import { CreateOrganisationInput, UpdateOrganisationInput } from './organisation-inputs.js';

export const ORGANISATION_MUTATIONS = [
  mutation({
    name: 'createOrganisation',
    description: 'Makes an organisation, whose owner you are.',
    input: CreateOrganisationInput,
    payload: { organisation: object(() => Organisation, 'The organisation, with the person as its owner.') },
    async resolve(context: PersonContext, { name }) {
      const { person, address } = context.visitor;
      const founder = { personId: person.id, name: person.email, address };
      const made = await createOwnOrganisation(context, { name, founder });
      return { organisation: toOrganisation(made, context.policy.retentionDays) };
    },
  }),
  mutation({
    name: 'updateOrganisation',
    description: 'Changes the name of the organisation, or how it works.',
    input: UpdateOrganisationInput,
    payload: { organisation: object(() => Organisation, 'The organisation as it is now.') },
    resolve: async (context: ResolverContext, input) => ({
      organisation: toOrganisation(await updateOrganisation(context, input), context.policy.retentionDays),
    }),
  }),
];
