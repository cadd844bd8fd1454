import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import {
  LOST_ON_THE_WAY,
  NO_CREDIT,
  NOT_SENT,
  type Reaction,
  refuseRest,
  reject,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import type { Stage } from '../../support/stage.js';
import { ACCEPTED, delivered, failed, HOUR, REVIEWED, type Row, reported, WAITS, work } from './state-rows.js';

export const AT_INTAKE: Row[] = [
  { from: '-', event: 'is accepted', becomes: ['queued', 'ready', null], events: [] },
  {
    from: '-',
    event: 'is scheduled',
    input: { scheduledAt: new Date(Date.now() + HOUR * 1000) },
    becomes: ['queued', 'scheduled', null],
    events: [],
  },
  {
    from: '-',
    event: 'has a malformed number',
    input: { to: '12' },
    act: work,
    becomes: ['failed', 'done', 403],
    events: ['sms.failed'],
  },
  {
    from: '-',
    event: 'has a number that cannot receive SMS',
    input: { to: '442079460000' },
    act: work,
    becomes: ['failed', 'done', 404],
    events: ['sms.failed'],
  },
];

export const AT_SUBMISSION: Row[] = [
  {
    from: 'queued/ready',
    event: 'is claimed by a worker that dies',
    gateway: [TAKEN_SILENTLY],
    act: async ({ services, gateway, context }) => {
      // The gateway has been called and does not answer: this is what a crash would leave behind.
      gateway.react = () => new Promise(() => undefined);
      const { organisationId } = context.caller;
      void dispatchNext(services, { gateway: gateway.name, organisationId });
      while (gateway.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    becomes: ['queued', 'submitting', null],
    events: [],
  },
  {
    from: 'submitting',
    event: 'is accepted',
    gateway: [ACCEPTED],
    act: work,
    becomes: ['sent', 'waiting_report', 101],
    events: ['sms.sent'],
    attempts: ['1 accepted 101'],
    handedOver: true,
  },
  {
    from: 'submitting',
    event: 'waits at the gateway (102)',
    gateway: [WAITS],
    act: work,
    becomes: ['queued', 'waiting_report', null],
    events: [],
    attempts: ['1 queued 102'],
    handedOver: true,
  },
  {
    from: 'submitting',
    event: 'is under review (401)',
    gateway: [REVIEWED],
    act: work,
    becomes: ['held', 'waiting_report', null],
    holdReason: 'risk_review',
    events: ['sms.held'],
    attempts: ['1 held 401'],
    handedOver: true,
  },
  {
    from: 'submitting',
    event: 'is refused for want of credit (405)',
    gateway: [NO_CREDIT],
    act: work,
    becomes: ['held', 'paused', null],
    holdReason: 'insufficient_credit',
    events: ['sms.held'],
    attempts: ['1 held 405'],
  },
  {
    from: 'submitting',
    event: 'could not even be handed over',
    gateway: [NOT_SENT],
    act: work,
    becomes: ['queued', 'ready', null],
    events: [],
  },
  {
    from: 'submitting',
    event: 'is refused because we are too fast',
    gateway: [{ outcome: { kind: 'throttled', retryAfterMs: 60_000 } }],
    act: work,
    becomes: ['queued', 'ready', null],
    events: [],
  },
  {
    from: 'submitting',
    event: 'gets no answer from a gateway that will report on it',
    gateway: [LOST_ON_THE_WAY],
    byReference: true,
    act: work,
    becomes: ['queued', 'in_doubt', null],
    events: [],
    attempts: ['1 unknown -'],
  },
  ...[407, 501, 502].map(
    (code): Row => ({
      from: 'submitting',
      event: `is rejected with ${code} for the first time`,
      gateway: [reject(code)],
      act: work,
      becomes: ['queued', 'waiting_retry', null],
      events: [],
      attempts: [`1 rejected ${code}`],
    }),
  ),
  ...[407, 501, 502].map(
    (code): Row => ({
      from: 'submitting',
      event: `is rejected with ${code} for the second time`,
      gateway: [reject(code)],
      act: async (stage) => {
        await stage.work();
        await stage.later(HOUR);
      },
      becomes: ['failed', 'done', code],
      events: ['sms.failed'],
      attempts: [`1 rejected ${code}`, `2 rejected ${code}`],
    }),
  ),
  ...[405, 407, 501, 502].map(
    (code): Row => ({
      from: 'submitting',
      event: `has its first part accepted, and a later one refused with ${code}`,
      gateway: [refuseRest(code), ACCEPTED],
      act: async (stage) => {
        await stage.work();
        await stage.later(HOUR);
      },
      becomes: ['undelivered', 'done', code],
      events: ['sms.sent', 'sms.undelivered'],
      attempts: [`1 accepted ${code}`],
      handedOver: true,
    }),
  ),
  ...[406, 409].map(
    (code): Row => ({
      from: 'submitting',
      event: `has its first part accepted, and a later one refused with ${code}`,
      gateway: [refuseRest(code)],
      act: work,
      becomes: ['blocked', 'done', code],
      events: ['sms.sent', 'sms.blocked'],
      attempts: [`1 accepted ${code}`],
      handedOver: true,
    }),
  ),
  ...[402, 403, 404, 500].map(
    (code): Row => ({
      from: 'submitting',
      event: `is rejected with ${code}`,
      gateway: [reject(code)],
      act: work,
      becomes: ['failed', 'done', code],
      events: ['sms.failed'],
      attempts: [`1 rejected ${code}`],
    }),
  ),
  ...[408, 999, 42, 70_000, 4.5].map(
    (code): Row => ({
      from: 'submitting',
      event: `is rejected with the unknown code ${code}`,
      gateway: [reject(code)],
      act: work,
      becomes: ['failed', 'done', 500],
      events: ['sms.failed'],
      attempts: ['1 rejected 500'],
    }),
  ),
  ...[406, 409].map(
    (code): Row => ({
      from: 'submitting',
      event: `is rejected with ${code}`,
      gateway: [reject(code)],
      act: work,
      becomes: ['blocked', 'done', code],
      events: ['sms.blocked'],
      attempts: [`1 rejected ${code}`],
    }),
  ),
];

const cancel = async (stage: Stage) => {
  await cancelMessage(stage.context, { messageId: await stage.messageId() });
  await stage.later(HOUR);
};

export const CANCELLED: Row[] = [
  {
    from: 'queued/ready',
    event: 'is cancelled',
    act: cancel,
    becomes: ['cancelled', 'done', null],
    events: ['sms.cancelled'],
  },
  {
    from: 'scheduled',
    event: 'is cancelled',
    input: { scheduledAt: new Date(Date.now() + HOUR * 1000) },
    act: cancel,
    becomes: ['cancelled', 'done', null],
    events: ['sms.cancelled'],
  },
  {
    from: 'waiting_retry, never handed over',
    event: 'is cancelled',
    gateway: [reject(407)],
    act: async (stage) => {
      await stage.work();
      await cancel(stage);
    },
    becomes: ['cancelled', 'done', null],
    events: ['sms.cancelled'],
    attempts: ['1 rejected 407'],
  },
  {
    from: 'held/paused',
    event: 'is cancelled',
    gateway: [NO_CREDIT],
    act: async (stage) => {
      await stage.work();
      await cancel(stage);
    },
    becomes: ['cancelled', 'done', null],
    events: ['sms.held', 'sms.cancelled'],
    attempts: ['1 held 405'],
  },
];

export const TOO_LATE_TO_CANCEL: { from: string; gateway: Reaction; act?: (stage: Stage) => Promise<void> }[] = [
  { from: 'sent', gateway: ACCEPTED },
  { from: 'queued at the gateway', gateway: WAITS },
  { from: 'held under review', gateway: REVIEWED },
  { from: 'in doubt', gateway: TAKEN_SILENTLY },
  { from: 'failed', gateway: reject(500) },
  { from: 'undelivered because a later part was refused', gateway: refuseRest(501) },
  { from: 'delivered', gateway: ACCEPTED, act: reported(delivered) },
  { from: 'waiting_retry after it was handed over', gateway: ACCEPTED, act: reported(failed(502)) },
];
