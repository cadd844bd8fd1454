import { INVITATIONS, type InvitationRow } from '../../../db/sql/people/invitations.js';
import type { Page, PageArguments } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

export function listInvitations(context: Context, page: PageArguments): Promise<Page<InvitationRow>> {
  return readPage(context, 'invitations', INVITATIONS, null, page);
}
