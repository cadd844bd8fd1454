import { commonInput, type Draft } from './draft.js';
import type { Portion, Portions } from './portions.js';
import type { CheckedTask, Task } from './use-check.js';

/** What the server has looked at. */
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
