import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether Perl and Net::SMPP (Debian: libnet-smpp-perl) are on this machine. */
export const HAS_NET_SMPP = spawnSync('/usr/bin/env', ['perl', '-MNet::SMPP', '-e', '1']).status === 0;

export interface PerlSmsc {
  readonly port: number;
  /** The fields of every PDU of this kind that it has read. */
  journal(kind: string): Record<string, string>[];
  close(): Promise<void>;
}

/** The message centre of smsc.pl: written by somebody else's library, in another language. */
export async function startPerlSmsc(submitsPerSecond = 0): Promise<PerlSmsc> {
  const folder = mkdtempSync(join(tmpdir(), 'smsc-'));
  const journalFile = join(folder, 'journal');
  const script = join(import.meta.dirname, 'smsc.pl');
  const child = spawn('/usr/bin/env', ['perl', script, '0', journalFile, String(submitsPerSecond)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(child.stdout, 'data');
  return {
    port: Number(String(line).split(' ')[1]),
    journal: (kind) =>
      readFileSync(journalFile, 'utf8')
        .split('\n')
        .map((entry) => entry.split('\t'))
        .filter(([name]) => name === kind)
        .map(([, ...fields]) => Object.fromEntries(fields.map((field) => field.split('=')))),
    async close() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
