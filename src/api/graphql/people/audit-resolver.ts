import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { listAuditEntries } from '../../../operations/people/audit-log.js';
import type { ResolverContext } from '../kernel/context.js';
import { PageArgs } from '../kernel/page-args.js';
import { AuditEntry, AuditEntryConnection, AuditLogFilter, toAuditEntry } from './audit.js';

@Resolver(() => AuditEntry)
export class AuditResolver {
  @Query(() => AuditEntryConnection, {
    complexity: 5,
    description:
      'Who did what in the organisation, and from where, newest first. What Postrider does by itself is no part.',
  })
  async auditLog(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => AuditLogFilter, { nullable: true, description: 'Only entries like this.' })
    filter?: AuditLogFilter | null,
  ) {
    const found = await listAuditEntries(context, { ...page, conditions: filter ?? {} });
    return AuditEntryConnection.of(found, toAuditEntry);
  }
}
