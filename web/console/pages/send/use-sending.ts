import { useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { type UserError, useChange } from '../../api/use-change.js';
import { SendBulkSms } from '../../generated/documents.js';
import { type CheckedTask, painted } from './use-check.js';

export interface Sending {
  /** Sends the campaigns that are not accepted yet. Returns the ids of all that are, once the last is. */
  readonly run: (tasks: readonly CheckedTask[]) => Promise<readonly string[] | undefined>;
  readonly isRunning: boolean;
  /** The ids of the campaigns that are accepted, by their idempotency keys. */
  readonly accepted: ReadonlyMap<string, string>;
  /** The server may have accepted the next campaign, but its answer was lost. */
  readonly isUnknown: boolean;
  /** Why the server has not accepted it. */
  readonly failure: Failure | undefined;
  readonly userErrors: readonly UserError[];
  readonly forget: () => void;
}

/** Failures after which the server may have accepted the campaign all the same. */
const UNKNOWN_AFTER = new Set(['OFFLINE', 'UNKNOWN', 'INTERNAL_SERVER_ERROR', 'UNAVAILABLE', 'DATABASE_TIMEOUT']);

/** Sends the campaigns one after the other. Each has its key, so that a repetition never sends twice. */
export function useSending(): Sending {
  const { run: send, failure, userErrors, forget } = useChange(SendBulkSms, { keepsFailure: true });
  const [accepted, setAccepted] = useState<ReadonlyMap<string, string>>(new Map());
  const [isRunning, setRunning] = useState(false);

  async function run(tasks: readonly CheckedTask[]): Promise<readonly string[] | undefined> {
    const done = new Map(accepted);
    for (const { input, recipients, idempotencyKey, preview } of tasks) {
      if (done.has(idempotencyKey)) continue;
      const { previewToken } = preview;
      const data = await send({ input: { ...input, recipients, idempotencyKey, previewToken } });
      const id = data?.sendBulkSms?.campaign?.id;
      if (!id) return undefined;
      done.set(idempotencyKey, id);
      setAccepted(new Map(done));
    }
    return [...done.values()];
  }

  return {
    async run(tasks) {
      setRunning(true);
      await painted();
      return run(tasks).finally(() => setRunning(false));
    },
    isRunning,
    accepted,
    isUnknown:
      (failure !== undefined && UNKNOWN_AFTER.has(failure.code)) ||
      userErrors.some(({ code }) => code === 'IDEMPOTENCY_IN_PROGRESS'),
    failure,
    userErrors,
    forget,
  };
}
