import type { Logger } from '../../lib/log/logger.js';
import type { Reachable } from '../postgres/statement.js';
import type { NodesFound } from './reachable.js';

/** The process asks again which nodes answer after this long. To ask a node that does not answer takes seconds. */
const ASK_AGAIN_MS = 10_000;

/** What a process knows of nodes of Citus that are away. */
export class Outage {
  private found: NodesFound = { reachable: null, away: [] };
  private askAgainAtMs = 0;
  private asking: Promise<NodesFound> | null = null;

  constructor(private readonly logger: Logger | null = null) {}

  /** The organisations that were reachable a moment ago. */
  get known(): Reachable {
    return this.found.reachable;
  }

  get isOver(): boolean {
    return this.found.reachable === null;
  }

  /** The same; meanwhile the process finds out whether more of them are. */
  reachable(find: () => Promise<NodesFound>): Reachable {
    if (!this.isOver && performance.now() > this.askAgainAtMs) this.ask(find).catch(() => undefined);
    return this.known;
  }

  get nodesAway(): readonly string[] {
    return this.found.away;
  }

  /** Callers at the same time share one question. */
  ask(find: () => Promise<NodesFound>): Promise<NodesFound> {
    this.asking ??= find()
      .then((found) => {
        this.tell(found);
        this.found = found;
        return found;
      })
      .finally(() => {
        this.askAgainAtMs = performance.now() + ASK_AGAIN_MS;
        this.asking = null;
      });
    return this.asking;
  }

  private tell({ reachable, away }: NodesFound): void {
    if (reachable !== null && this.isOver) {
      const words = 'a node of Citus is away; work on all organisations goes on for those of other nodes';
      this.logger?.warn({ organisations: reachable.size, nodes: away }, words);
    }
    if (reachable === null && !this.isOver) this.logger?.info('all nodes of Citus answer again');
  }
}
