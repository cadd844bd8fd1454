import type { Link } from './link.js';
import type { Times } from './options.js';
import { COMMAND } from './pdu.js';

const ENQUIRIES_BEFORE_GIVING_UP = 2;
const NOTHING = Buffer.alloc(0);

/** Asks a silent peer whether it is still there: a connection can be dead for hours before TCP finds out. */
export function watch(link: Link, { enquireLinkMs, enquireTimeoutMs }: Times): void {
  let misses = 0;
  let timer = setTimeout(look, enquireLinkMs);
  async function look(): Promise<void> {
    const quietMs = performance.now() - link.lastReceivedAtMs();
    if (quietMs < enquireLinkMs) {
      misses = 0;
      return again(enquireLinkMs - quietMs);
    }
    const reply = await link.request(COMMAND.enquireLink, NOTHING, enquireTimeoutMs);
    // Any answer will do, also one that says that it does not know the question.
    misses = reply.kind === 'answered' ? 0 : misses + 1;
    if (misses >= ENQUIRIES_BEFORE_GIVING_UP) return link.close('SILENT');
    again(0);
  }
  function again(afterMs: number): void {
    timer = setTimeout(look, afterMs);
  }
  void link.closed.then(() => clearTimeout(timer));
}
