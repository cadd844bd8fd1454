import type { SessionRow } from '../../db/sql/chat/sessions.js';
import { SESSIONS, type SessionConditions } from '../../db/sql/chat/sessions.js';
import type { Page, PageArguments } from '../../domain/paging.js';
import type { Context } from '../context.js';
import { readPage } from '../plumbing/read-page.js';

export interface ListSessionsInput extends PageArguments {
  readonly conditions: SessionConditions;
}

export function listSessions(context: Context, { conditions, ...page }: ListSessionsInput): Promise<Page<SessionRow>> {
  return readPage(context, 'sessions', SESSIONS, conditions, page);
}
