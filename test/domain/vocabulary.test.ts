import { describe, expect, it } from '@jest/globals';
import { LIVE_STATUSES, SMS_STATUSES, STATUS_RANK } from '../../src/domain/vocabulary.js';
import { useServices } from '../support/use-services.js';

describe('words', () => {
  const services = useServices();

  it('every status has a rank and a count of its own', async () => {
    expect(Object.keys(STATUS_RANK).sort()).toEqual([...SMS_STATUSES].sort());
    const { rows } = await services.superuser.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = 'campaign_progress' AND data_type = 'integer'`,
    );
    expect(rows.map((row) => row.column_name).sort()).toEqual([...SMS_STATUSES].sort());
  });

  it('the ranks are those of the rules: live below sent, ended above it, delivered higher, cancelled for ever', () => {
    expect(STATUS_RANK).toEqual({
      queued: 0,
      held: 0,
      sent: 1,
      failed: 2,
      undelivered: 2,
      blocked: 2,
      delivered: 3,
      cancelled: 4,
    });
    expect(LIVE_STATUSES.every((status) => STATUS_RANK[status] < STATUS_RANK.failed)).toBe(true);
  });
});
