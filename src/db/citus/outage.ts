import type { Logger } from '../../lib/log/logger.js';
import type { Reachable } from './reachable.js';

/** The process asks again which nodes answer after this long. To ask a node that does not answer takes seconds. */
const ASK_AGAIN_MS = 10_000;

/** What a process knows of nodes of Citus that are away. */
export class Outage {
  private known: Reachable = null;
  private askAgainAtMs = 0;
  private asking: Promise<Reachable> | null = null;

  constructor(private readonly logger: Logger | null = null) {}

  /** The organisations that were reachable a moment ago. Meanwhile the process finds out whether more of them are. */
  reachable(find: () => Promise<Reachable>): Reachable {
    if (this.known !== null && performance.now() > this.askAgainAtMs) this.ask(find).catch(() => undefined);
    return this.known;
  }

  get isOver(): boolean {
    return this.known === null;
  }

  /** Callers at the same time share one question. */
  ask(find: () => Promise<Reachable>): Promise<Reachable> {
    this.asking ??= find()
      .then((found) => {
        this.tell(found);
        this.known = found;
        return found;
      })
      .finally(() => {
        this.askAgainAtMs = performance.now() + ASK_AGAIN_MS;
        this.asking = null;
      });
    return this.asking;
  }

  private tell(found: Reachable): void {
    if (found !== null && this.known === null) {
      const words = 'a node of Citus is away; work on all organisations goes on for those of other nodes';
      this.logger?.warn({ organisations: found.size }, words);
    }
    if (found === null && this.known !== null) this.logger?.info('all nodes of Citus answer again');
  }
}
