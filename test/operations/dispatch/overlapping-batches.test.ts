import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { CircuitBreaker } from '../../../src/lib/async/circuit-breaker.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import {
  accept,
  createProgrammableGateway,
  type GatewayScript,
  NO_CREDIT,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { seeAgenda, seeMessages } from '../../support/see.js';
import { mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { untilSomeoneWaits } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

describe('batches of one turn', () => {
  const process = useServices();

  /** A turn over three batches of two, of which nothing can be written down before `release`. */
  const turnWithLockedCounts = async (script: GatewayScript = {}) => {
    const stage = await setTheStage(process, { ...script, recipients: 6, pace: { batchSize: 2 } });
    const { gateway, services, organisationId, campaignId } = stage;
    const locking = await process.superuser.connect();
    await locking.query('BEGIN');
    await locking.query('SELECT 1 FROM campaign_progress WHERE organisation_id = $1 AND campaign_id = $2 FOR UPDATE', [
      organisationId,
      campaignId,
    ]);
    let helpers = 0;
    const turn = dispatchNext(services, stage.turn, () => (helpers += 1));
    await untilSomeoneWaits(process.superuser);
    return {
      gateway,
      helpers: () => helpers,
      async release() {
        await locking.query('COMMIT');
        locking.release();
        await turn;
        const rows = await process.sql(
          'SELECT phase, count(*)::int FROM sms_messages WHERE campaign_id = $1 GROUP BY phase',
          [campaignId],
        );
        const due = await process.sql(
          `SELECT size, lease_id FROM sms_due WHERE organisation_id = $1 AND purpose = 'dispatch'`,
          [organisationId],
        );
        return { rows, due };
      },
    };
  };

  it('the next one is submitted while the answers to the last are written down, and all end well', async () => {
    const { gateway, release } = await turnWithLockedCounts();
    while (gateway.calls.length < 2) await sleep(5);
    // No more than one batch ahead: what was not written down could be in doubt after a crash.
    await sleep(50);
    expect(gateway.calls).toEqual([2, 2]);
    expect(await release()).toEqual({ rows: [{ phase: 'waiting_report', count: 6 }], due: [] });
    expect(gateway.takenNumbers()).toHaveLength(6);
  });

  it('nothing more is submitted before it is written down that there is no credit', async () => {
    const { gateway, release } = await turnWithLockedCounts({ react: () => NO_CREDIT });
    await sleep(50);
    expect(gateway.calls).toEqual([2]);
    await release();
    expect(gateway.calls).toEqual([2]);
  });

  it('others are called to help with what is more than one batch', async () => {
    const { helpers, release } = await turnWithLockedCounts();
    expect(helpers()).toBe(1);
    await release();
  });

  it('are claimed, and the claim is committed, before the gateway is called', async () => {
    const stage = await setTheStage(process);
    const phases: string[] = [];
    stage.gateway.react = async () => {
      phases.push((await stage.see()).phase);
      return accept();
    };
    await stage.work();
    expect(phases).toEqual(['submitting']);
  });

  it('end, and leave the agenda alone, when another worker has leased the rest meanwhile', async () => {
    const stage = await setTheStage(process, { recipients: 4, pace: { batchSize: 2 } });
    const { gateway, services, organisationId } = stage;
    const otherLease = randomUUID();
    gateway.react = async () => {
      await process.sql('UPDATE sms_due SET lease_id = $2 WHERE organisation_id = $1', [organisationId, otherLease]);
      return accept();
    };
    await dispatchNext(services, { gateway: gateway.name, organisationId });
    expect(gateway.calls).toEqual([2]);
    const rows = await process.sql(
      `SELECT lease_id, size FROM sms_due WHERE organisation_id = $1 AND purpose = 'dispatch'`,
      [organisationId],
    );
    expect(rows).toEqual([{ lease_id: otherLease, size: 4 }]);
  });

  it('leave what they have put off to its own time and gateway, when the others are given back', async () => {
    const refusing = createProgrammableGateway({ name: 'refusing', pace: { batchSize: 2 }, react: () => reject(407) });
    const other = createProgrammableGateway({ name: 'other' });
    const open = new CircuitBreaker();
    const services = withGateways(process, { gateways: [refusing, other] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(6) });
    const ids = (await seeMessages(process, { campaignId: result.id })).map(({ id }) => id);
    // A turn ends after its first batch when the gateway is believed to be down.
    const endingTurns = { ...services, breakers: new Map([['refusing', open]]) };
    const turn = { gateway: 'refusing', organisationId: context.caller.organisationId };
    jest.spyOn(open, 'isOpen', 'get').mockReturnValue(true);
    await dispatchNext(endingTurns, turn);
    await dispatchNext(endingTurns, turn);
    expect(refusing.calls).toEqual([2, 2]);
    const agendas = await Promise.all(ids.map((id) => seeAgenda(process, id)));
    const wayOf = (agenda: (typeof agendas)[number]) => agenda.map(({ gateway }) => gateway);
    expect(agendas.map(wayOf)).toEqual([['other'], ['other'], ['other'], ['other'], ['refusing'], ['refusing']]);
  });
});
