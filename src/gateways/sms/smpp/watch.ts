import type { Link } from './link.js';
import type { Times } from './options.js';
import { COMMAND } from './pdu.js';

const ENQUIRIES_BEFORE_GIVING_UP = 2;
const NOTHING = Buffer.alloc(0);

/** Sends enquire_link to a silent peer: TCP may take hours to notice a dead connection. */
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
