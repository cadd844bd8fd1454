import type { MikroORM } from '@mikro-orm/postgresql';

type Listener = (organisationIds: readonly string[]) => void;

const listeners = new WeakMap<MikroORM, Listener>();

/** Calls `listener` with the organisations whose logs a transaction of this process has appended to, after its commit. */
export function onLogsGrown(orm: MikroORM, listener: Listener): void {
  listeners.set(orm, listener);
}

export function noteGrownLogs(orm: MikroORM, organisationIds: readonly string[]): void {
  if (organisationIds.length > 0) listeners.get(orm)?.(organisationIds);
}
