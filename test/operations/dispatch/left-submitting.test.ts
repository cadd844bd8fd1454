import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/lib/ids.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { accept } from '../../support/gateways/programmable-gateway.js';
import { mobiles } from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

describe('messages that a worker was submitting when its lease ended', () => {
  const process = useServices();

  it('are in doubt, each with a record of the very attempt that is unknown', async () => {
    const stage = await setTheStage(process, { input: { recipients: mobiles(2) } });
    const { gateway, services, context } = stage;
    const { organisationId } = context.caller;
    const turn = { gateway: gateway.name, organisationId };
    // One of them has been handed over twice before.
    await process.superuser.query(
      `UPDATE sms_messages SET attempt = 2 WHERE organisation_id = $1 AND id = (SELECT max(id::text)::uuid FROM sms_messages
       WHERE organisation_id = $1)`,
      [organisationId],
    );
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    gateway.react = async () => {
      await held;
      return accept();
    };
    const stuck = dispatchNext(services, turn);
    await until(() => gateway.calls.length === 1);
    await services.travel(3_600);
    await dispatchNext(services, turn);

    const { rows } = await process.superuser.query(
      `SELECT m.phase, m.attempt, a.number, a.outcome FROM sms_messages m
       LEFT JOIN sms_attempts a ON a.organisation_id = m.organisation_id AND a.message_id = m.id
       WHERE m.organisation_id = $1 ORDER BY m.attempt`,
      [organisationId],
    );
    expect(rows).toEqual([
      { phase: 'in_doubt', attempt: 1, number: 1, outcome: 'unknown' },
      { phase: 'in_doubt', attempt: 3, number: 3, outcome: 'unknown' },
    ]);
    release();
    await stuck;
  });

  it('are left alone if another worker submits them through another gateway', async () => {
    const stage = await setTheStage(process);
    const { gateway, services, context } = stage;
    const { organisationId } = context.caller;
    // A row of a lost lease still names the message, which was moved to another gateway and claimed there.
    await process.superuser.query(
      `UPDATE sms_messages SET phase = 'submitting', gateway = 'south', attempt = 1, claim = 2, submitted_at = now()
       WHERE organisation_id = $1`,
      [organisationId],
    );
    await process.superuser.query(
      `UPDATE sms_due SET lease_id = $2, due_at = now() - interval '1 second' WHERE organisation_id = $1`,
      [organisationId, newId()],
    );
    await dispatchNext(services, { gateway: gateway.name, organisationId });
    const { rows } = await process.superuser.query('SELECT phase, claim FROM sms_messages WHERE organisation_id = $1', [
      organisationId,
    ]);
    expect(rows).toEqual([{ phase: 'submitting', claim: 2 }]);
    expect(gateway.calls).toEqual([]);
  });
});
