import type { MikroORM } from '@mikro-orm/postgresql';

type Listener = (organisationIds: readonly string[]) => void;

const listeners = new WeakMap<MikroORM, Listener>();

/** Calls `listener` after each commit of this process that has written to event logs, with the organisations of the logs. */
export function onLogsGrown(orm: MikroORM, listener: Listener): void {
  listeners.set(orm, listener);
}

export function noteGrownLogs(orm: MikroORM, organisationIds: readonly string[]): void {
  if (organisationIds.length > 0) listeners.get(orm)?.(organisationIds);
}
