import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { listOwnOrganisations } from '../../../operations/people/organisations.js';
import type { VisitorContext } from '../kernel/context.js';
import { ownOrganisation } from '../kernel/own-organisation.js';
import { OwnMembership, toViewer, Viewer } from './viewer.js';

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
