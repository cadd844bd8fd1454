import { describe, expect, it } from '@jest/globals';
import { OPERATOR } from '../../../src/domain/context.js';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import type { Context } from '../../../src/operations/context.js';
import { listInboundMessages } from '../../../src/operations/sms/inbound/inbound-messages.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { GROUP, setTheChatStage } from '../../support/chat-stage.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { drain, mobile, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const PERSON = '254711987654';
const SOMEONE = mobile(1);
const DELIVERED = { kind: 'delivered' } as const;

describe('erasing a number from what waits in the inboxes', () => {
  const process = useServices();

  const byOperator = (context: Context): Context => ({ ...context, caller: { ...context.caller, actor: OPERATOR } });

  /** A gateway whose ids of a text in two parts begin with the text. */
  const stageWith = async (name: string) => {
    const gateway = createProgrammableGateway({
      name,
      react: ({ text }) => ({ outcome: { kind: 'accepted' }, says: { partIds: partsOf(text) } }),
    });
    const services = withGateways(process, { gateways: [gateway] });
    return { gateway, services, context: byOperator(await newOrganisation(services)) };
  };

  const partsOf = (text: string) => [1, 2].map((part) => `${text} part ${part}`);
  const deliveriesOf = (text: string) => partsOf(text).map((providerId) => ({ providerId, outcome: DELIVERED }));

  const inboxOf = async (context: Context) => {
    const { nodes } = await listInboundMessages(context, { first: 20, conditions: {} });
    return nodes.map(({ text }) => text).toSorted();
  };

  /** As if so much else had come before that no turn of folding takes them. */
  const later = (inbox: string) => process.superuser.query(`UPDATE ${inbox} SET due_at = now() + interval '1 hour'`);
  const now = (inbox: string) => process.superuser.query(`UPDATE ${inbox} SET due_at = now()`);

  it('keeps SMS of others that name it, counts them, and drops those of the person in any spelling', async () => {
    const { gateway, services, context } = await stageWith('inbound');
    const { organisationId } = context.caller;
    const said = (from: string, text: string, key = `${from} ${text}`) => ({
      from,
      to: '254700000088',
      key,
      text,
      organisationId,
    });
    await receiveInbound(services, gateway.name, [
      said(SOMEONE, 'call my mother 0711 987 654'),
      said(SOMEONE, 'a long id', `77${PERSON}77`),
      said(PERSON, 'from the person'),
      said('0711987654', 'from the person at home'),
      said('00254711987654', 'from the person abroad'),
      { ...said('0711987654', 'perhaps of another country'), to: '20880' },
    ]);
    await later('inbound_sms');
    const left = { mentions: 2, complete: false };
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ received: 0, ...left });
    await now('inbound_sms');
    await drain(services);
    const kept = ['a long id', 'call my mother 0711 987 654', 'perhaps of another country'];
    expect(await inboxOf(context)).toEqual(kept);
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ received: 0, ...left });
  });

  it('says that it is not complete while a STOP of the person waits, since that is kept', async () => {
    const { gateway, services, context } = await stageWith('stop');
    const { organisationId } = context.caller;
    await receiveInbound(services, gateway.name, [
      { from: PERSON, to: '20880', key: 'stop', text: 'STOP', organisationId },
    ]);
    await later('inbound_sms');
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ received: 0, complete: false });
    await now('inbound_sms');
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ received: 1, mentions: 0 });
  });

  it('keeps chat messages of others that name it, counts them, and drops those of the person, in groups too', async () => {
    const stage = await setTheChatStage(process);
    const context = byOperator(stage.context);
    const said = (party: string, text: string, participant = party) =>
      ({
        kind: 'message',
        sessionId: stage.sessionId,
        messageId: text,
        party,
        participant,
        text,
        media: null,
      }) as const;
    await receiveEngineReports(stage.services, stage.engine.name, [
      said(SOMEONE, `call my mother ${PERSON}`),
      said(`${PERSON}-1600000000@g.us`, 'in a group that the person has made', SOMEONE),
      said(PERSON, 'from the person'),
      said(GROUP, 'from the person in a group', PERSON),
    ]);
    await later('chat_reports');
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ mentions: 2, complete: false });
    await now('chat_reports');
    await drain(stage.services);
    const kept = [`call my mother ${PERSON}`, 'in a group that the person has made'];
    expect(await inboxOf(context)).toEqual(kept);
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ received: 0, mentions: 2 });
    expect(await inboxOf(context)).toEqual(kept);
  });

  it('keeps acks on messages to others whose ids contain it', async () => {
    const stage = await setTheChatStage(process, {
      react: () => ({ kind: 'accepted', messageId: `77${PERSON}77` }),
    });
    const { result } = await stage.send({ to: SOMEONE });
    const ack = { kind: 'ack', sessionId: stage.sessionId, messageId: `77${PERSON}77`, to: SOMEONE } as const;
    await receiveEngineReports(stage.services, stage.engine.name, [{ ...ack, ack: 'read' }]);
    await eraseNumber(byOperator(stage.context), { mobile: PERSON });
    await drain(stage.services);
    const { rows } = await process.superuser.query('SELECT status FROM chat_messages WHERE id = $1', [result.id]);
    expect(rows).toEqual([{ status: 'read' }]);
  });

  it('drops acks of the person in groups, and keeps those of others', async () => {
    const stage = await setTheChatStage(process);
    await stage.sendToGroup();
    const acks = [PERSON, SOMEONE].map((participant) => stage.ackOf('read', { to: GROUP, participant }));
    await stage.receive(...acks);
    await later('chat_reports');
    await eraseNumber(byOperator(stage.context), { mobile: PERSON });
    const { rows } = await process.superuser.query('SELECT reports FROM chat_reports WHERE gateway = $1', [
      stage.engine.name,
    ]);
    expect(rows).toEqual([{ reports: [acks[1]] }]);
  });

  it('keeps delivery reports whose ids contain it, on messages to others and on those that have not ended', async () => {
    const { gateway, services, context } = await stageWith('reports');
    const texts = { [SOMEONE]: `77${PERSON}77`, [PERSON]: `${PERSON} again` };
    const ids = await Promise.all(
      Object.entries(texts).map(async ([to, message]) => (await sendSms(context, { to, message })).result.id),
    );
    await drain(services);
    await receiveReports(services, gateway.name, Object.values(texts).flatMap(deliveriesOf));
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ messages: 0, pending: 1 });
    await drain(services);
    const { rows } = await process.superuser.query('SELECT status FROM sms_messages WHERE id = ANY ($1)', [ids]);
    expect(rows).toEqual([{ status: 'delivered' }, { status: 'delivered' }]);
  });

  it('takes the number out of stored reports on parts of texts, also if the ids of the parts contain it', async () => {
    const { gateway, services, context } = await stageWith('in parts');
    for (const message of ['plain', PERSON]) await sendSms(context, { to: PERSON, message });
    await drain(services);
    const reports = ['plain', PERSON].flatMap(deliveriesOf);
    await receiveReports(services, gateway.name, reports);
    await drain(services);
    const late = [...reports, { providerId: 'of another', outcome: DELIVERED }];
    await receiveReports(
      services,
      gateway.name,
      late.map((report) => ({ ...report, rawCode: `DELIVRD ${PERSON}` })),
    );

    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ messages: 2, complete: true });
    const { rows } = await services.superuser.query('SELECT reports FROM sms_reports WHERE gateway = $1', [
      gateway.name,
    ]);
    expect(rows).toEqual([{ reports: [...reports.slice(0, 2), { ...late[4], rawCode: `DELIVRD ${PERSON}` }] }]);
  });
});
