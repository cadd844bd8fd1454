import { z } from 'zod';
import type { ChatEngine, EngineGroup } from '../../../domain/chat/engine.js';
import { answerOf, type CallWaha, isGroupId, writtenId } from './wire.js';

/**
 * WAHA could leave out the participants (exclude=participants), but then they could not be counted. With them an answer
 * has up to 250 kB for a group of 1024, so pages are small and may be large in bytes.
 */
const PAGE_SIZE = 50;
const MAX_PAGE_BYTES = 32 * 1_048_576;
/** Far more groups than a phone has; the rest is left out. */
const MAX_PAGES = 100;

const words = z.string().optional().catch(undefined);
const people = z.array(z.unknown()).optional().catch(undefined);

/** The spellings of all engines: NOWEB has id and subject, WEBJS id, name and groupMetadata, GOWS JID and Name. */
const groupWire = z.object({
  id: writtenId.optional().catch(undefined),
  JID: words,
  subject: words,
  name: words,
  Name: words,
  participants: people,
  Participants: people,
  groupMetadata: z.object({ participants: people }).optional().catch(undefined),
});

export function createGroups(call: CallWaha, totalTimeoutMs: number): Pick<ChatEngine, 'listGroups'> {
  return {
    async listGroups({ id }) {
      const signal = AbortSignal.timeout(totalTimeoutMs);
      const groups = new Map<string, EngineGroup>();
      for (let page = 0; page < MAX_PAGES; page += 1) {
        // Sorted, because otherwise a group could move to another page between two calls.
        const query = `limit=${PAGE_SIZE}&offset=${page * PAGE_SIZE}&sortBy=id&sortOrder=asc`;
        const path = `/api/${encodeURIComponent(id)}/groups?${query}`;
        const answer = answerOf(await call('GET', path, { signal, maxAnswerBytes: MAX_PAGE_BYTES }), readPage);
        if (answer.kind !== 'done') return answer;
        const before = groups.size;
        for (const group of answer.value.groups) groups.set(group.chatId, group);
        // An engine without paging returns the same groups again.
        if (answer.value.length < PAGE_SIZE || groups.size === before) break;
      }
      return { kind: 'done', value: [...groups.values()] };
    },
  };
}

interface Page {
  /** Including entries that are not groups. */
  readonly length: number;
  readonly groups: readonly EngineGroup[];
}

/** The body is a list, or a map by group id. */
function readPage(body: unknown): Page | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const entries: [string, unknown][] = Object.entries(body);
  const groups = entries.flatMap(([key, entry]) => readGroup(key, entry));
  return entries.length > 0 && groups.length === 0 ? undefined : { length: entries.length, groups };
}

function readGroup(key: string, entry: unknown): EngineGroup[] {
  const parsed = groupWire.safeParse(entry);
  if (!parsed.success) return [];
  const { id, JID, subject, name, Name, participants, Participants, groupMetadata } = parsed.data;
  const chatId = id ?? JID ?? key;
  if (!isGroupId(chatId)) return [];
  const members = participants ?? Participants ?? groupMetadata?.participants ?? [];
  // The phone itself is a participant, so an empty list means that the engine did not load it.
  return [{ chatId, name: subject || name || Name || '', participantCount: members.length || null }];
}
