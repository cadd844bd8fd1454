import { describe, expect, it } from '@jest/globals';
import type { MovedMessages } from '../../src/domain/health.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../src/operations/sms/send/send-sms.js';
import { createProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { drain, mobile, mobiles, newOrganisation, withGateways } from '../support/services.js';
import { useServices } from '../support/use-services.js';

const process = useServices();

describe('A database that is observed', () => {
  it('tells of all messages that are accepted and that change, after the commit', async () => {
    const services = withGateways(process, { gateways: [createProgrammableGateway()] });
    const context = await newOrganisation(services);
    const moves: MovedMessages[] = [];
    services.db.observe({ moved: (some) => moves.push(...some), waited: () => undefined });
    await sendSms(context, { to: mobile(1), message: 'Alone' });
    await sendSms(context, { to: mobile(2), message: 'With a key', idempotencyKey: 'once' });
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(3) });
    await drain(services);
    const count = (before: string | null, status: string) =>
      moves
        .filter((move) => move.previous_status === before && move.status === status)
        .reduce((sum, { messages }) => sum + messages, 0);
    expect([count(null, 'queued'), count('queued', 'sent')]).toEqual([5, 5]);
  });

  it('tells of transactions that find no free connection', async () => {
    const waits: number[] = [];
    process.db.observe({ moved: () => undefined, waited: (seconds) => waits.push(seconds) });
    await process.db.sql('SELECT 1');
    await Promise.all(Array.from({ length: 20 }, () => process.db.acrossOrganisations((tx) => tx.sql('SELECT 1'))));
    const busy = waits.length;
    expect(busy).toBeGreaterThan(10);
    await process.db.acrossOrganisations((tx) => tx.sql('SELECT 1'));
    expect(waits).toHaveLength(busy);
  });
});
