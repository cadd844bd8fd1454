import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Edit {
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly search: string;
  readonly replace: string;
}

/** A fault as a change of the source, and the test that must notice it. */
export interface Mutant extends Edit {
  readonly name: string;
  /** What goes wrong for users when the fault is there. */
  readonly why: string;
  /** Changes that the fault needs besides. */
  readonly also?: readonly Edit[];
  /** The fastest test that fails: its file › a part of its name, as it stands there. */
  readonly killer: string;
}

export const editsOf = (mutant: Mutant): readonly Edit[] => [mutant, ...(mutant.also ?? [])];

export interface Killer {
  readonly file: string;
  readonly test: string;
}

export function killerOf({ killer }: Mutant): Killer {
  const [file = '', test = ''] = killer.split(' › ');
  return { file, test };
}

export interface MutatedFile {
  readonly file: string;
  readonly text: string;
}

/**
 * The files of the mutant as they are with its fault; throws when the code has moved on. A search text that is gone, or
 * stands there twice, would otherwise make a mutant that changes nothing, or something else.
 */
export function mutate(root: string, mutant: Mutant): MutatedFile[] {
  const texts = new Map<string, string>();
  for (const { file, search, replace } of editsOf(mutant)) {
    const before = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
    const count = before.split(search).length - 1;
    if (count !== 1) throw new Error(`The mutant ${mutant.name} is stale: ${file} has ${count} times\n${search}`);
    if (replace === search) throw new Error(`The mutant ${mutant.name} changes nothing in ${file}.`);
    texts.set(
      file,
      before.replace(search, () => replace),
    );
  }
  return [...texts].map(([file, text]) => ({ file, text }));
}
