import { defineEntity, p } from '@mikro-orm/core';
import { SMS_STATUSES } from '../../../domain/vocabulary.js';
import { timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

/** Messages are counted by the quarter of an hour in which they were accepted. */
const counted = {
  organisationId: p.uuid().primary(),
  quarter: timestamp().primary(),
  test: p.boolean().primary(),
  /** Empty: the gateway chose it. */
  senderId: p.text().primary(),
};

/** Messages by their state. A change moves a message from one row to another. */
export const SmsStatistic = defineEntity({
  name: 'SmsStatistic',
  tableName: 'sms_statistics',
  ...isolated,
  properties: {
    ...counted,
    status: p.enum(SMS_STATUSES).nativeEnumName('sms_status').primary(),
    /** 0: none. */
    deliveryCode: p.smallint().primary(),
    messages: p.integer(),
  },
});

/** Delivered messages by the time that it took: see domain/sms/delivery-times.ts. */
export const SmsDeliveryTime = defineEntity({
  name: 'SmsDeliveryTime',
  tableName: 'sms_delivery_times',
  ...isolated,
  properties: {
    ...counted,
    step: p.smallint().primary(),
    messages: p.integer(),
  },
});
