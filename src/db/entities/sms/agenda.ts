import { defineEntity, p } from '@mikro-orm/core';
import { PRIORITY, type Priority } from '../../../domain/sms/priority.js';
import { DUE_PURPOSES } from '../../../domain/vocabulary.js';
import { timestamp, uuids } from '../columns.js';
import { isolated } from '../isolation.js';

/** The agenda: up to 500 messages, and when and why a worker has to look at them. */
export const SmsDue = defineEntity({
  name: 'SmsDue',
  tableName: 'sms_due',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    gateway: p.text(),
    purpose: p.enum(DUE_PURPOSES).nativeEnumName('due_purpose'),
    dueAt: timestamp(),
    messageIds: uuids(),
    size: p.integer(),
    tries: p.integer().default(0),
    /** See `PRIORITY`. */
    priority: p.smallint().$type<Priority>().default(PRIORITY.smallCampaign),
    leaseId: p.uuid().nullable(),
  },
  indexes: [
    // One for each purpose: under row level security PostgreSQL looks no enum up in an index.
    ...DUE_PURPOSES.map((purpose) => ({
      name: `sms_due_${purpose}`,
      properties: ['gateway' as const, 'organisationId' as const, 'priority' as const, 'dueAt' as const],
      where: `purpose = '${purpose}'`,
    })),
    { name: 'sms_due_by_time', properties: ['gateway', 'dueAt'], where: 'tries >= 0' },
  ],
});
