import { defineEntity, p } from '@mikro-orm/core';
import { bytes, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    operation: p.text().primary(),
    key: p.text().primary(),
    requestHash: bytes(),
    result: p.json<object>(),
    createdAt: timestamp().defaultRaw('now()'),
  },
});
