import { pause } from '../../../lib/async/abort.js';
import { backOff } from '../../../lib/back-off.js';
import { type BindKind, type BindSettings, openLink } from './bind.js';
import type { Link } from './link.js';
import type { Times } from './options.js';
import { COMMAND, EMPTY } from './pdu.js';
import type { Reply } from './pending.js';

export interface SessionSettings extends BindSettings {
  readonly onChange: () => void;
}

/**
 * Keeps one bind up: connects, binds, checks the peer with enquire_link, and reconnects when the connection is lost.
 */
export interface Session {
  readonly kind: BindKind;
  /** `away`: waits after a failure before it reconnects. */
  state(): 'connecting' | 'bound' | 'away';
  /** The reason for `away`. */
  fault(): string;
  request(command: number, body: Buffer, timeoutMs: number, signal: AbortSignal): Promise<Reply>;
  /** Closes the connection and reconnects. */
  rebind(): void;
  stop(): Promise<void>;
}

/** A bind that lasted this long counts as a success, so the back-off starts again. */
const STEADY_MS = 10_000;
/** The answer to the bind request itself. */
const BIND_ANSWER = 1;
const REBIND = 'REBIND';
const ENQUIRIES_BEFORE_GIVING_UP = 2;

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
      // The bind was good, so its loss is the first failure in a row.
      else if (await hold(opened.link)) failures = 0;
      become('away');
      const first = 'fault' in opened && opened.isRefused ? times.refusedReconnectMs : times.firstReconnectMs;
      // With jitter: otherwise all clients of a message centre that restarts would connect at the same moment.
      const waitMs = backOff(failures, { first, longest: times.longestReconnectMs, random: Math.random() });
      failures += 1;
      await pause(waitMs, stopping.signal);
    }
  }

  /** Resolves when the connection is lost, with true if the bind was good. */
  async function hold(opened: Link): Promise<boolean> {
    const openedAtMs = performance.now();
    link = opened;
    become('bound');
    watch(link, times);
    if (stopping.signal.aborted) link.close('STOPPED');
    fault = await link.closed;
    link = null;
    // A session that calls `rebind` was answered "not bound", and would be again: that is not a good bind.
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
    // `state` lags behind the link until the loop above runs.
    state: () => (link?.isOpen() === false ? 'away' : state),
    fault: () => fault,
    request: (...asked) => link?.request(...asked) ?? Promise.resolve({ kind: 'not_sent', code: fault }),
    rebind: () => link?.close(REBIND),
    async stop() {
      stopping.abort(new Error('STOPPED'));
      if (link) {
        await link.request(COMMAND.unbind, EMPTY, Math.min(times.stopTimeoutMs, times.enquireTimeoutMs));
        link.close('UNBOUND');
      }
      await running;
    },
  };
}

/** Sends enquire_link to a silent peer: TCP may take hours to notice a dead connection. */
function watch(link: Link, { enquireLinkMs, enquireTimeoutMs }: Times): void {
  let misses = 0;
  let timer = setTimeout(look, enquireLinkMs);
  async function look(): Promise<void> {
    const quietMs = performance.now() - link.lastReceivedAtMs();
    if (quietMs < enquireLinkMs) {
      misses = 0;
      return again(enquireLinkMs - quietMs);
    }
    const reply = await link.request(COMMAND.enquireLink, EMPTY, enquireTimeoutMs);
    // A generic_nack proves a live peer as well.
    misses = reply.kind === 'answered' ? 0 : misses + 1;
    if (misses >= ENQUIRIES_BEFORE_GIVING_UP) return link.close('SILENT');
    again(0);
  }
  function again(afterMs: number): void {
    timer = setTimeout(look, afterMs);
  }
  void link.closed.then(() => clearTimeout(timer));
}
