import { useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { type UserError, useChange } from '../../api/use-change.js';
import { FurtherProblems, PreviewBulkSms, type PreviewBulkSmsMutation } from '../../generated/documents.js';
import { type CommonInput, commonInput, type Draft } from './draft.js';
import type { Portion, Portions } from './portions.js';

export type Preview = NonNullable<PreviewBulkSmsMutation['previewBulkSms']>;

interface Task extends Portion {
  readonly input: CommonInput;
  /** Makes it safe to send the campaign again when its answer was lost. */
  readonly idempotencyKey: string;
}

/** A campaign that the server has looked at and that is not sent yet. */
export interface CheckedTask extends Task {
  readonly preview: Preview;
}

/** The most problems that one answer may have. */
const PROBLEMS_PER_CALL = 1_000;

export interface Checking {
  /** Makes the campaigns and asks about each; returns nothing if the server refuses one. */
  readonly run: (makeTasks: () => readonly Task[]) => Promise<readonly CheckedTask[] | undefined>;
  /** How many campaigns are checked, while it runs. */
  readonly done: number | null;
  readonly failure: Failure | undefined;
  readonly userErrors: readonly UserError[];
  /** The campaign that `userErrors` are about. */
  readonly refused: Task | undefined;
  readonly forget: () => void;
}

/** Previews the campaigns one after the other. Nothing is stored at the server. */
export function useCheck(): Checking {
  const preview = useChange(PreviewBulkSms);
  const further = useChange(FurtherProblems);
  const [done, setDone] = useState<number | null>(null);
  const [refused, setRefused] = useState<Task>();

  async function run(makeTasks: () => readonly Task[]): Promise<readonly CheckedTask[] | undefined> {
    const checked: CheckedTask[] = [];
    further.forget();
    for (const task of makeTasks()) {
      setDone(checked.length);
      setRefused(task);
      const found = await previewOf({ ...task.input, recipients: task.recipients });
      if (!found) return undefined;
      checked.push({ ...task, preview: found });
    }
    return checked;
  }

  /** With all problems, of which one answer has a thousand. */
  async function previewOf(input: CommonInput & Pick<Portion, 'recipients'>): Promise<Preview | undefined> {
    const first = (await preview.run({ input, problems: PROBLEMS_PER_CALL }))?.previewBulkSms;
    if (!first) return undefined;
    const problems = [...first.problems];
    while (problems.length < first.invalid + first.suppressed + first.duplicates) {
      const after = problems.at(-1)?.position ?? 0;
      const next = (await further.run({ input, first: PROBLEMS_PER_CALL, after }))?.previewBulkSms?.problems;
      if (!next) return undefined;
      if (next.length === 0) break;
      problems.push(...next);
    }
    return { ...first, problems };
  }

  return {
    async run(makeTasks) {
      setDone(0);
      await painted();
      return run(makeTasks).finally(() => setDone(null));
    },
    done,
    failure: preview.failure ?? further.failure,
    userErrors: preview.userErrors.length > 0 ? preview.userErrors : further.userErrors,
    refused,
    forget: preview.forget,
  };
}

/** Writing a call with ten thousand rows takes a while, so the page first shows that it has begun. */
export const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export interface Checked extends Pick<Portions, 'repetitions'> {
  readonly tasks: readonly CheckedTask[];
}

/** One campaign a portion. Several have one reference, by which they are found together. */
export function tasksOf(draft: Draft, isTest: boolean, portions: readonly Portion[], formKey: string): Task[] {
  const input = commonInput(draft, isTest);
  const [only] = portions;
  if (only && portions.length === 1) return [{ ...only, input, idempotencyKey: formKey }];
  const reference = input.reference ?? formKey;
  return portions.map((portion, at) => ({
    ...portion,
    input: { ...input, reference, name: input.name && `${input.name} (${at + 1}/${portions.length})` },
    idempotencyKey: `${formKey}-${at + 1}`,
  }));
}
