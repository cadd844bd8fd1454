import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { Redacted } from '../../generated/documents.js';
import { Confirm } from '../../parts/forms/confirm.js';
import type { Refusal } from '../../parts/forms/form-errors.js';
import { totalOf } from '../../parts/states/counts.js';
import { words } from './texts.js';

const DAY_MS = 86_400_000;
/** A range of statistics has at most so many days. What is older than that is rarely much. */
const DAYS_COUNTED = 998;

interface ShortenDialogProps {
  /** The retention in days, and the shorter one. */
  readonly from: number;
  readonly to: number;
  readonly change: Refusal & { readonly isRunning: boolean };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Says how many messages lose their texts before it happens. */
export function ShortenDialog({ from, to, change, onConfirm, onClose }: ShortenDialogProps) {
  const [now] = useState(() => Date.now());
  const days = Math.min(from, to + DAYS_COUNTED);
  const { data, failure } = useAnswer(Redacted, {
    from: new Date(now - days * DAY_MS).toISOString(),
    to: new Date(now - to * DAY_MS).toISOString(),
  });
  const count = data && totalOf(data.live.counts) + totalOf(data.sandbox.counts);
  return (
    <Confirm
      title={words.shorten}
      action={words.shortenButton(to)}
      isReady={count !== undefined || failure !== undefined}
      change={change}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p role="status">{count === undefined ? (failure ? words.uncounted : words.counting) : words.redacts(count)}</p>
      {count !== 0 && <p>{words.final}</p>}
    </Confirm>
  );
}
