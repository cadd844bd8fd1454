import { type SqlBool, sql } from 'kysely';
import type { EngineGroup } from '../../../domain/chat/engine.js';
import { equal, given, type List } from '../../lists/list.js';
import type { OrganisationSql } from '../../postgres/transaction.js';
import { first, NOW, type RowOf, tables } from '../../tables.js';

export type GroupRow = RowOf<'chat_groups', 'chat_id' | 'name' | 'participant_count'>;

/** Returns true for one caller per interval, which may then ask the engine. */
export async function claimGroupRefresh(
  tx: OrganisationSql,
  sessionId: string,
  intervalSeconds: number,
): Promise<boolean> {
  const update = tables.updateTable('chat_sessions').set({ groups_claimed_at: NOW });
  const session = update.where('organisation_id', '=', tx.organisationId).where('id', '=', sessionId);
  const isFree = sql<SqlBool>`(groups_claimed_at IS NULL OR groups_claimed_at < now() - make_interval(secs => ${intervalSeconds}))`;
  return (await first(tx, session.where(isFree).returning('id'))) !== null;
}

/** Replaces the stored groups of a session. */
export async function replaceGroups(
  tx: OrganisationSql,
  sessionId: string,
  groups: readonly EngineGroup[],
): Promise<void> {
  const [session] = await tx.sql(
    `UPDATE chat_sessions SET groups_refreshed_at = now()
     WHERE organisation_id = :organisationId AND id = :sessionId RETURNING id`,
    { sessionId },
  );
  if (!session) return;
  const chatIds = groups.map((group) => group.chatId);
  await tx.sql(
    `DELETE FROM chat_groups
     WHERE organisation_id = :organisationId AND session_id = :sessionId AND chat_id <> ALL (:chatIds::text[])`,
    { sessionId, chatIds },
  );
  await tx.sql(
    `INSERT INTO chat_groups AS g (organisation_id, session_id, chat_id, name, participant_count)
     SELECT :organisationId, :sessionId, chat_id, name, participants
     FROM unnest(:chatIds::text[], :names::text[], :participantCounts::integer[]) AS n (chat_id, name, participants)
     ON CONFLICT (organisation_id, session_id, chat_id)
     DO UPDATE SET name = excluded.name, participant_count = excluded.participant_count`,
    {
      sessionId,
      chatIds,
      names: groups.map((group) => group.name),
      participantCounts: groups.map((group) => group.participantCount),
    },
  );
}

export interface GroupConditions {
  readonly sessionId: string;
  /** Part of the name; case does not matter. */
  readonly search?: string | null | undefined;
}

/** By name. */
export const GROUPS: List<GroupRow, GroupConditions, 'chat_groups'> = {
  table: 'chat_groups',
  order: ['name', 'chat_id'],
  descending: false,
  rows: (from) => from.select(['chat_id', 'name', 'participant_count']),
  conditions: ({ sessionId, search }) => [
    ...equal<'chat_groups'>({ session_id: sessionId }),
    // `strpos` needs no escaping of wildcards, unlike LIKE.
    ...given(search, (text) => sql`strpos(lower(name), lower(${text})) > 0`),
  ],
};
