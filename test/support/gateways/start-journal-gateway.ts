import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Behaviour } from './journal-gateway-behaviour.js';
import type { ReportCounts } from './journal-gateway-reports.js';

export interface Acceptance {
  readonly reference: string;
  readonly to: string;
  readonly attempt: number;
  /** When the call had arrived. */
  readonly at: number;
  /** Whether the gateway reports that the message was delivered. */
  readonly isDelivered: boolean;
  /** When the program first took that report. */
  readonly deliveryTakenAt: number | null;
}

export interface JournalGateway {
  readonly url: string;
  control(changes: Partial<Behaviour>): Promise<void>;
  journal(): Promise<{
    readonly acceptances: readonly Acceptance[];
    readonly reports: ReportCounts;
    /**
     * How often an answer was lost, and how often one came late, of calls whose messages were taken; and how many calls
     * were refused as a whole, and how many were slow on their way.
     */
    readonly faults: Readonly<Record<'drops' | 'stalls' | 'refusals' | 'slow', number>>;
  }>;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./journal-gateway.ts', import.meta.url));

/** Starts the journal gateway as a process of its own and waits until it listens. */
export async function startJournalGateway(
  behaviour: Partial<Behaviour> = {},
  { port = 0, journalFile }: { port?: number; journalFile?: string } = {},
): Promise<JournalGateway> {
  const program = spawn(process.execPath, [PROGRAM, String(port), ...(journalFile ? [journalFile] : [])], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(program, 'exit');
  const [url = '', controls] = await new Promise<string[]>((resolve, reject) => {
    program.stdout?.once('data', (line) => resolve(String(line).match(/http:[/:.\d]+/g) ?? []));
    program.once('exit', () => reject(new Error('The journal gateway did not start.')));
  });

  // On a machine that is slow enough, a connection that was kept is closed by the other side just when it is used
  // again.
  const headers = { connection: 'close' };
  const gateway: JournalGateway = {
    url,
    async control(changes) {
      const response = await fetch(`${controls}/control`, { method: 'POST', headers, body: JSON.stringify(changes) });
      if (!response.ok) throw new Error(`The journal gateway refused: ${await response.text()}`);
    },
    async journal() {
      const response = await fetch(`${controls}/journal`, { headers });
      return (await response.json()) as Awaited<ReturnType<JournalGateway['journal']>>;
    },
    async stop() {
      if (program.exitCode === null && program.signalCode === null) program.kill();
      await exited;
    },
  };
  await gateway.control(behaviour);
  return gateway;
}
