import { MEMBERS, type MemberRow } from '../../../db/sql/people/memberships.js';
import type { Page, PageArguments } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

export function listMembers(context: Context, page: PageArguments): Promise<Page<MemberRow>> {
  return readPage(context, 'members', MEMBERS, null, page);
}
