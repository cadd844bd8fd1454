import { describe, expect, it } from '@jest/globals';
import { dropParkedReports, listUnclaimedNumbers } from '../../../src/db/sql/kernel/inbox.js';
import { newId } from '../../../src/lib/ids.js';
import { findOrphanedNumbers } from '../../../src/operations/sms/inbound/orphaned-numbers.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { drain, drainAfter, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { inboundStage, NUMBER, PERSON } from './inbound-stage.js';

describe('what fits no number', () => {
  const process = useServices();
  const { sharing, alone, inboxOf, suppressedOf } = inboundStage(process);

  it('waits for three days if it fits nobody, and is told when its number is added; STOP waits for good', async () => {
    const { services, gateway } = await sharing();
    const owner = await newOrganisation(process);
    const heard = [
      { key: 'lost', from: PERSON, to: '30990', text: 'Hello' },
      { key: 'stop', from: PERSON, to: '30990', text: 'STOP' },
    ];
    await receiveInbound(services, gateway.name, [
      ...heard,
      { key: 'two', from: PERSON, to: '30991', text: 'Anybody?' },
    ]);
    await drain(services);
    const own = { keyword: null, gateways: [gateway.name], organisationId: owner.caller.organisationId };
    await services.travel(3_600);
    await drain(withGateways(process, { gateways: [gateway], numbers: [{ ...own, number: '30991' }] }));
    expect((await inboxOf(owner)).map(({ text }) => text)).toEqual(['Anybody?']);
    await drainAfter(services, 80 * 3_600);
    await services.travel(3_600);
    await drain(withGateways(process, { gateways: [gateway], numbers: [{ ...own, number: '30990' }] }));
    expect((await inboxOf(owner)).map(({ text }) => text)).toEqual(['STOP', 'Anybody?']);
    expect(await suppressedOf(owner)).toHaveLength(1);
  });

  it('is tried every hour if it has said STOP to an unknown number for three days', async () => {
    const { services, gateway } = await sharing();
    await receiveInbound(services, gateway.name, [{ key: 'stop', from: PERSON, to: NUMBER, text: 'STOP' }]);
    await drain(services);
    await drainAfter(services, 80 * 3_600);
    const rows = await services.sql(
      'SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM inbound_sms WHERE gateway = $1',
      [gateway.name],
    );
    expect(rows).toEqual([{ seconds: expect.closeTo(3_600, -2) }]);
  });

  it('waits, and keeps nobody waiting, if its number is of an organisation that does not exist', async () => {
    const { owner, services, gateway } = await alone();
    const gone = { number: '30990', keyword: null, gateways: [gateway.name], organisationId: newId() };
    const own = { ...gone, number: NUMBER, organisationId: owner.caller.organisationId };
    const shared = { ...own, keyword: 'GONE', organisationId: gone.organisationId };
    const numbers = [gone, own, shared];
    const { db } = services;
    expect(await findOrphanedNumbers(db, numbers)).toEqual([gone, shared]);
    const logged: unknown[] = [];
    const logger = Object.assign(Object.create(services.logger), { error: (what: unknown) => logged.push(what) });
    const configured = { ...withGateways(process, { gateways: [gateway], numbers }), logger };
    await receiveInbound(configured, gateway.name, [
      { key: 'lost', from: PERSON, to: '30990', text: 'STOP' },
      { key: 'found', from: PERSON, to: NUMBER, text: 'STOP' },
    ]);
    await drain(configured);
    expect(await suppressedOf(owner)).toHaveLength(1);
    const unclaimed = await db.acrossOrganisations(listUnclaimedNumbers);
    expect(unclaimed.filter((one) => one.gateway === gateway.name)).toMatchObject([{ to: '30990', messages: 1 }]);
    expect(logged).toEqual([]);
  });

  it('is dropped, oldest first, beyond a limit of what fits no number', async () => {
    const { services, gateway } = await sharing();
    for (const key of ['oldest', 'older', 'newest']) {
      await receiveInbound(services, gateway.name, [{ key, from: PERSON, to: NUMBER, text: 'STOP' }]);
      await drain(services);
      await services.travel(600);
    }
    const dropped = await services.db.acrossOrganisations((tx) => dropParkedReports(tx, 'inbound_sms', 2));
    expect(dropped.filter((one) => one.gateway === gateway.name)).toEqual([{ gateway: gateway.name, reports: 1 }]);
    const rows = await services.sql('SELECT reports::text FROM inbound_sms WHERE gateway = $1', [gateway.name]);
    expect(rows.filter(({ reports }) => reports.includes('oldest'))).toEqual([]);
  });

  it('waits for three days though it comes due with what has waited for as long', async () => {
    const { services, gateway } = await sharing();
    const say = async (text: string) => {
      await receiveInbound(services, gateway.name, [{ key: text, from: PERSON, to: NUMBER, text }]);
      await drain(services);
    };
    await say('old');
    await services.travel(33 * 3_600);
    await say('young');
    await drainAfter(services, 39.7 * 3_600);
    const unclaimed = await services.db.acrossOrganisations(listUnclaimedNumbers);
    expect(unclaimed.filter((one) => one.gateway === gateway.name)).toMatchObject([{ messages: 1 }]);
  });
});
