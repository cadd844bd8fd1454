import { defineEntity, p } from '@mikro-orm/core';
import { timestamp } from '../columns.js';

/** Work of the installation that one worker does for all of them, and when it was done last. */
export const PeriodicTask = defineEntity({
  name: 'PeriodicTask',
  tableName: 'periodic_tasks',
  properties: {
    name: p.text().primary(),
    everySeconds: p.double(),
    /** During a run the end of its lease. */
    dueAt: timestamp().defaultRaw('now()'),
    /** The worker that runs the task or ran it last. Null: it has stopped. */
    workerId: p.uuid().nullable(),
    /** Null: no worker runs the task. */
    leaseId: p.uuid().nullable(),
    runs: p.integer().default(0),
    startedAt: timestamp().nullable(),
    /** When a run last did all of its work. */
    endedAt: timestamp().nullable(),
    failedAt: timestamp().nullable(),
  },
});

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
