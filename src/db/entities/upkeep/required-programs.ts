import { defineEntity, p } from '@mikro-orm/core';

/**
 * The oldest program that may run on the database after a migration. Programs that do not know the migration read it.
 */
export const RequiredProgram = defineEntity({
  name: 'RequiredProgram',
  tableName: 'required_programs',
  properties: {
    migration: p.text().primary(),
    /** A version such as `0.2.0`. */
    oldestProgram: p.text(),
  },
});
