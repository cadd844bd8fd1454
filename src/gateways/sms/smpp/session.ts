import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../../lib/back-off.js';
import { type BindKind, type BindSettings, openLink } from './bind.js';
import type { Link } from './link.js';
import { COMMAND } from './pdu.js';
import type { Reply } from './pending.js';
import { watch } from './watch.js';

export interface SessionSettings extends BindSettings {
  readonly onChange: () => void;
}

/** One bind that is kept up: connects, binds, watches over the peer, and starts again when it is gone. */
export interface Session {
  readonly kind: BindKind;
  /** `away`: the last try failed, the next one comes later. */
  state(): 'connecting' | 'bound' | 'away';
  /** Why it is away. */
  fault(): string;
  request(command: number, body: Buffer, timeoutMs: number, signal: AbortSignal): Promise<Reply>;
  /** Gives the connection up and makes a new one. */
  rebind(): void;
  stop(): Promise<void>;
}

const NOTHING = Buffer.alloc(0);
/** A bind that lasted this long was a good one, whatever was or was not said on it. */
const STEADY_MS = 10_000;
/** The answer to the bind itself, which says nothing about the bind. */
const BIND_ANSWER = 1;
const REBIND = 'REBIND';

export function startSession(settings: SessionSettings): Session {
  const { times, onChange } = settings;
  const stopping = new AbortController();
  let link: Link | null = null;
  let state: ReturnType<Session['state']> = 'connecting';
  let fault = 'NOT_CONNECTED';

  async function keepBound(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      become('connecting');
      const opened = await openLink(settings, stopping.signal);
      if ('fault' in opened) fault = opened.fault;
      // Losing a good bind is no further failure in a row.
      else if (await hold(opened.link)) failures = 0;
      become('away');
      const first = 'fault' in opened && opened.isRefused ? times.refusedReconnectMs : times.firstReconnectMs;
      // With jitter: otherwise all clients of a message centre that restarts would connect at the same moment.
      const waitMs = backOff(failures, { first, longest: times.longestReconnectMs, random: Math.random() });
      failures += 1;
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Until it is gone; answers whether it was a good one. */
  async function hold(opened: Link): Promise<boolean> {
    const openedAtMs = performance.now();
    link = opened;
    become('bound');
    watch(link, times);
    if (stopping.signal.aborted) link.close('STOPPED');
    fault = await link.closed;
    link = null;
    // What we give up ourselves was answered, but with "you are not bound": soon again would be the same again.
    const wasUsed = opened.answers() > BIND_ANSWER && fault !== REBIND;
    return wasUsed || performance.now() - openedAtMs > STEADY_MS;
  }

  function become(next: typeof state): void {
    state = next;
    onChange();
  }

  const running = keepBound();

  return {
    kind: settings.kind,
    // Between the end of a connection and the turn of the loop above, `state` is behind.
    state: () => (link?.isOpen() === false ? 'away' : state),
    fault: () => fault,
    request: (...asked) => link?.request(...asked) ?? Promise.resolve({ kind: 'not_sent', code: fault }),
    rebind: () => link?.close(REBIND),
    async stop() {
      stopping.abort(new Error('STOPPED'));
      if (link) {
        await link.request(COMMAND.unbind, NOTHING, Math.min(times.stopTimeoutMs, times.enquireTimeoutMs));
        link.close('UNBOUND');
      }
      await running;
    },
  };
}
