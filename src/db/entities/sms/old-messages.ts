import { defineEntity, p } from '@mikro-orm/core';
import type { OldMessageTask } from '../../../domain/vocabulary.js';
import { isolated } from '../isolation.js';

/**
 * How far a task of housekeeping has come in the messages of an organisation, SMS or chat, which it takes in the order
 * of their ids.
 */
export const SmsBound = defineEntity({
  name: 'SmsBound',
  tableName: 'sms_bounds',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    task: p.text().$type<OldMessageTask>().primary(),
    /** The task has taken or deferred every message up to this one. */
    upTo: p.uuid(),
  },
});

/** Messages that had not ended, or were locked, when a task came to them. */
export const SmsDeferred = defineEntity({
  name: 'SmsDeferred',
  tableName: 'sms_deferred',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    task: p.text().$type<OldMessageTask>().primary(),
    messageId: p.uuid().primary(),
  },
});
