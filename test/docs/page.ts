import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface CodeBlock {
  readonly language: string;
  /** From the info string of the fence, as in ```python title=verify.py: the name of its file. */
  readonly title: string;
  readonly code: string;
}

export interface Page {
  readonly text: string;
  readonly blocks: readonly CodeBlock[];
  /** The code of the block with that title. */
  code(title: string): string;
  /** What stands below that heading of the second level. */
  section(heading: string): string;
}

const TITLED_BLOCK = /^```(\w+) title=(\S+)\n(.*?)^```$/gms;

/** A page of the documentation, with those of its blocks that have a title. */
export function readPage(name: string): Page {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs', name), 'utf8');
  const blocks = [...text.matchAll(TITLED_BLOCK)].map(([, language = '', title = '', code = '']) => {
    return { language, title, code };
  });
  const code = (title: string) => {
    const found = blocks.filter((block) => block.title === title);
    if (found.length !== 1) throw new Error(`${name} has ${found.length} blocks with the title ${title}.`);
    return found[0]?.code ?? '';
  };
  const section = (heading: string) => {
    const [, found] = text.split(`\n## ${heading}\n`);
    if (found === undefined) throw new Error(`${name} has no section ${heading}.`);
    return found.split('\n## ')[0] ?? '';
  };
  return { text, blocks, code, section };
}
