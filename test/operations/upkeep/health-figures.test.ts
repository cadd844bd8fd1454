import { beforeEach, describe, expect, it } from '@jest/globals';
import type { HealthFigures } from '../../../src/domain/health.js';
import type { Context } from '../../../src/operations/context.js';
import { readHealthFigures } from '../../../src/operations/upkeep/health.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();
let context: Context;
let before: HealthFigures;

beforeEach(async () => {
  context = await newOrganisation(services);
  before = await readHealthFigures(services);
});

const insert = (statement: string) => services.superuser.query(statement, [context.caller.organisationId]);

describe('the figures for monitoring', () => {
  it('count held messages, and leave out those that a developer has the sandbox hold', async () => {
    await insert(
      `INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size)
       SELECT $1, gen_random_uuid(), gateway, 'hold', now() + interval '1 day', ARRAY[gen_random_uuid()], 1
       FROM unnest(ARRAY['carrier', 'sandbox']) AS gateway`,
    );
    expect(await readHealthFigures(services)).toMatchObject({ heldMessages: before.heldMessages + 1 });
  });

  it('count the lost phones of an engine, and leave out those of the sandbox', async () => {
    await insert(
      `INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state)
       SELECT $1, gen_random_uuid(), 'A phone', engine, false, state::session_state
       FROM unnest(ARRAY['waha', 'sandbox']) AS engine, unnest(ARRAY['stalled', 'failed', 'connected']) AS state`,
    );
    expect(await readHealthFigures(services)).toMatchObject({ lostPhones: before.lostPhones + 2 });
  });

  it('tell how long ago housekeeping did all of its work, and how many periodic tasks have failed', async () => {
    const { superuser } = services;
    await superuser.query('DELETE FROM periodic_tasks');
    expect(await readHealthFigures(services)).toMatchObject({ housekeepingAgeSeconds: 0, failingTasks: 0 });
    await superuser.query(
      `INSERT INTO periodic_tasks (name, every_seconds, started_at, ended_at, failed_at)
       SELECT name, 3600, now() - interval '5 minutes', now() - ended, now() - failed
       FROM (VALUES ('housekeeping', interval '2 hours', interval '1 hour'), ('sound', interval '1 hour', interval '2 hours'),
                    ('never well', NULL, interval '1 minute'), ('new', NULL, NULL)) AS tasks (name, ended, failed)`,
    );
    const { housekeepingAgeSeconds, failingTasks } = await readHealthFigures(services);
    expect([Math.round(housekeepingAgeSeconds / 60), failingTasks]).toEqual([120, 2]);
  });

  it('count endpoints that fail, and leave out those that are not called any more', async () => {
    await insert(
      `INSERT INTO webhook_endpoints (organisation_id, id, url, test, secret, last_sequence, failures, status, disabled_reason)
       SELECT $1, gen_random_uuid(), 'https://example.com', false, '', 0, failures, status::webhook_status,
              reason::webhook_disabled_reason
       FROM (VALUES (4, 'active', NULL), (5, 'active', NULL), (5, 'disabled', NULL), (50, 'disabled', 'failing'))
         AS endpoints (failures, status, reason)`,
    );
    expect(await readHealthFigures(services)).toMatchObject({ failingWebhooks: before.failingWebhooks + 1 });
  });
});
