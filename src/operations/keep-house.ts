import { deleteOldAnswers, listRetentions, redactBatch, redactChatBatch } from '../db/queries/housekeeping.js';
import { acrossOrganisations, inOrganisation } from '../db/transaction.js';
import type { Services } from '../domain/context.js';
import { LIMITS } from '../domain/limits.js';

const ROWS_PER_STEP = 1_000;

/** Forgets what must not be kept: stored answers after a day, numbers and texts after each organisation's own time. */
export async function keepHouse({ orm, logger, policy }: Services): Promise<void> {
  await acrossOrganisations(orm, (tx) => deleteOldAnswers(tx, LIMITS.idempotencyHours));
  const retentions = await acrossOrganisations(orm, (tx) => listRetentions(tx, policy.retentionDays));
  for (const { organisation_id: organisationId, days } of retentions) {
    let redacted = 0;
    for (const redact of [redactBatch, redactChatBatch]) {
      for (;;) {
        const rows = await inOrganisation(orm, organisationId, (tx) => redact(tx, organisationId, days, ROWS_PER_STEP));
        redacted += rows;
        if (rows < ROWS_PER_STEP) break;
      }
    }
    if (redacted > 0) logger.info({ messages: redacted }, 'redacted what is past its retention');
  }
}
