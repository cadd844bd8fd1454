import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { NO_CREDIT, reject, TAKEN_SILENTLY } from '../../support/gateways/programmable-gateway.js';
import { probeBalances } from '../../support/services.js';
import { ACCEPTED, delivered, failed, HOUR, REVIEWED, type Row, reported, WAITS } from './state-rows.js';

export const HELD: Row[] = [
  {
    from: 'held/paused',
    event: 'has credit again',
    gateway: [NO_CREDIT, ACCEPTED],
    act: async (stage) => {
      await stage.work();
      stage.gateway.balance = 5;
      await stage.later(31);
      await probeBalances(stage.services);
    },
    becomes: ['queued', 'ready', null],
    events: ['sms.held', 'sms.queued'],
    attempts: ['1 held 405'],
  },
  {
    from: 'held/paused',
    event: 'has waited for credit too long',
    gateway: [NO_CREDIT],
    act: async (stage) => {
      await stage.work();
      await stage.later(72 * HOUR + 1);
    },
    becomes: ['failed', 'done', 405],
    events: ['sms.held', 'sms.failed'],
    attempts: ['1 held 405'],
  },
  {
    from: 'held under review',
    event: 'is released and delivered',
    gateway: [REVIEWED],
    act: reported({ kind: 'sent' }, delivered),
    becomes: ['delivered', 'done', 100],
    events: ['sms.held', 'sms.sent', 'sms.delivered'],
    attempts: ['1 held 401'],
    handedOver: true,
  },
  {
    from: 'held under review',
    event: 'is never reported on',
    gateway: [REVIEWED],
    act: async (stage) => {
      await stage.work();
      await stage.later(72 * HOUR + 1);
    },
    becomes: ['failed', 'done', 401],
    events: ['sms.held', 'sms.failed'],
    attempts: ['1 held 401'],
    handedOver: true,
  },
];

export const REPORTED: Row[] = [
  {
    from: 'queued at the gateway',
    event: 'is reported as sent',
    gateway: [WAITS],
    act: reported({ kind: 'sent' }),
    becomes: ['sent', 'waiting_report', 101],
    events: ['sms.sent'],
    attempts: ['1 queued 102'],
    handedOver: true,
  },
  {
    from: 'sent',
    event: 'is reported as delivered',
    act: reported(delivered),
    becomes: ['delivered', 'done', 100],
    events: ['sms.sent', 'sms.delivered'],
    attempts: ['1 accepted 101'],
    handedOver: true,
  },
  {
    from: 'sent',
    event: 'is reported as waiting or held after all',
    act: reported({ kind: 'queued' }, { kind: 'held' }, { kind: 'sent' }),
    becomes: ['sent', 'waiting_report', 101],
    events: ['sms.sent'],
    attempts: ['1 accepted 101'],
    handedOver: true,
  },
  ...[402, 403, 404, 405, 500, 408].map(
    (code): Row => ({
      from: 'sent',
      event: `is reported as failed with ${code}`,
      act: reported(failed(code)),
      becomes: ['undelivered', 'done', code === 408 ? 500 : code],
      events: ['sms.sent', 'sms.undelivered'],
      attempts: [`1 accepted ${code === 408 ? 500 : code}`],
      handedOver: true,
    }),
  ),
  ...[406, 409].map(
    (code): Row => ({
      from: 'sent',
      event: `is reported as failed with ${code}`,
      act: reported(failed(code)),
      becomes: ['blocked', 'done', code],
      events: ['sms.sent', 'sms.blocked'],
      attempts: [`1 accepted ${code}`],
      handedOver: true,
    }),
  ),
  ...[407, 501, 502].map(
    (code): Row => ({
      from: 'sent',
      event: `is reported as failed with ${code}, and a retry is left`,
      act: reported(failed(code)),
      becomes: ['sent', 'waiting_retry', 101],
      events: ['sms.sent'],
      attempts: [`1 accepted ${code}`],
      handedOver: true,
    }),
  ),
  {
    from: 'sent',
    event: 'is reported as failed with 502 twice',
    act: async (stage) => {
      await stage.work();
      await stage.report(failed(502));
      await stage.later(HOUR);
      await stage.report(failed(502), 2);
    },
    becomes: ['undelivered', 'done', 502],
    events: ['sms.sent', 'sms.undelivered'],
    attempts: ['1 accepted 502', '2 accepted 502'],
    handedOver: true,
  },
  {
    from: 'sent',
    event: 'is reported as delivered while it waits for its retry',
    act: async (stage) => {
      await reported(failed(502), delivered)(stage);
      await stage.later(HOUR);
    },
    becomes: ['delivered', 'done', 100],
    events: ['sms.sent', 'sms.delivered'],
    attempts: ['1 accepted 502'],
    handedOver: true,
  },
  {
    from: 'sent',
    event: 'is never reported on',
    act: async (stage) => {
      await stage.work();
      await stage.later(72 * HOUR + 1);
    },
    becomes: ['undelivered', 'done', 101],
    events: ['sms.sent', 'sms.undelivered'],
    attempts: ['1 accepted 101'],
    handedOver: true,
  },
  {
    from: 'in doubt',
    event: 'is reported as sent',
    gateway: [TAKEN_SILENTLY],
    byReference: true,
    act: reported({ kind: 'sent' }),
    becomes: ['sent', 'waiting_report', 101],
    events: ['sms.sent'],
    attempts: ['1 unknown -'],
    handedOver: true,
  },
  {
    from: 'in doubt',
    event: 'is reported as waiting at the gateway',
    gateway: [TAKEN_SILENTLY],
    byReference: true,
    act: reported({ kind: 'queued' }),
    becomes: ['queued', 'waiting_report', null],
    events: [],
    attempts: ['1 unknown -'],
    handedOver: true,
  },
];

export const ENDED: Row[] = [
  {
    from: 'failed',
    event: 'is reported as delivered late',
    gateway: [reject(500)],
    act: reported(delivered),
    becomes: ['delivered', 'done', 100],
    events: ['sms.failed', 'sms.delivered corrected'],
    attempts: ['1 rejected 500'],
    handedOver: true,
  },
  {
    from: 'undelivered',
    event: 'is reported as delivered late',
    act: reported(failed(404), delivered),
    becomes: ['delivered', 'done', 100],
    events: ['sms.sent', 'sms.undelivered', 'sms.delivered corrected'],
    attempts: ['1 accepted 404'],
    handedOver: true,
  },
  {
    from: 'undelivered',
    event: 'is reported as failed otherwise: the first stays',
    act: reported(failed(404), failed(409), failed(500)),
    becomes: ['undelivered', 'done', 404],
    events: ['sms.sent', 'sms.undelivered'],
    attempts: ['1 accepted 404'],
    handedOver: true,
  },
  {
    from: 'delivered',
    event: 'is reported as anything else',
    act: reported(delivered, delivered, failed(500), failed(409), failed(502), { kind: 'sent' }, { kind: 'held' }),
    becomes: ['delivered', 'done', 100],
    events: ['sms.sent', 'sms.delivered'],
    attempts: ['1 accepted 101'],
    handedOver: true,
  },
  {
    from: 'cancelled',
    byReference: true,
    event: 'is reported as delivered',
    act: async (stage) => {
      await cancelMessage(stage.context, { messageId: await stage.messageId() });
      await stage.report(delivered);
      await stage.work();
    },
    becomes: ['cancelled', 'done', null],
    events: ['sms.cancelled'],
  },
];
