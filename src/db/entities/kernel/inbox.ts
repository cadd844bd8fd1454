import { defineEntity, p } from '@mikro-orm/core';
import { timestamp } from '../columns.js';

const reportColumns = () => ({
  id: p.uuid().primary(),
  gateway: p.text(),
  /** The program reads and writes it as a whole: PostgreSQL stores json as it is, and parses jsonb. */
  reports: p.json<unknown>().columnType('json'),
  size: p.integer(),
  receivedAt: timestamp().defaultRaw('now()'),
  dueAt: timestamp(),
  tries: p.integer().default(0),
});

/** Reports of SMS gateways until they are folded into messages. */
export const SmsReport = defineEntity({
  name: 'SmsReport',
  tableName: 'sms_reports',
  properties: reportColumns(),
  indexes: [{ name: 'sms_reports_due', properties: ['dueAt'] }],
});

/** Inbound SMS until a worker finds their organisations. */
export const InboundSms = defineEntity({
  name: 'InboundSms',
  tableName: 'inbound_sms',
  properties: reportColumns(),
  indexes: [{ properties: ['dueAt'] }],
});

/** Reports of chat engines until they are folded into messages and sessions. */
export const ChatReport = defineEntity({
  name: 'ChatReport',
  tableName: 'chat_reports',
  properties: reportColumns(),
  indexes: [{ properties: ['dueAt'] }],
});
