import type { Database } from '../../../db/database.js';
import { endOutage, noteOutage } from '../../../db/sql/sms/gateways/gateway-outages.js';
import { newId } from '../../../lib/ids.js';
import { logFailure } from '../../../lib/log/log-failure.js';
import type { Logger } from '../../../lib/log/logger.js';

/** Such as ECONNREFUSED or HTTP 503. Other words of a gateway may contain what must not be shown. */
const SAFE_CODE = /^[A-Za-z0-9_ .-]{1,40}$/;

/** Tells other processes which gateways take no messages of this one. */
export class Outages {
  private readonly processId = newId();
  private readonly down = new Set<string>();
  private written = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
  ) {}

  /** The circuit breaker of the gateway is open for so long. */
  began(gateway: string, code: string | undefined, pauseMs: number): void {
    this.down.add(gateway);
    const safe = SAFE_CODE.test(code ?? '') ? (code ?? null) : null;
    this.write(gateway, () => noteOutage(this.db, { gateway, process_id: this.processId, code: safe, pauseMs }));
  }

  ended(gateway: string): void {
    if (this.down.delete(gateway)) this.write(gateway, () => endOutage(this.db, gateway, this.processId));
  }

  /** Resolves when everything is written, or has failed. */
  settled(): Promise<void> {
    return this.written;
  }

  /**
   * Writes one after the other, so that the end of an outage does not overtake its beginning. Callers do not wait, and
   * a lost write expires.
   */
  private write(gateway: string, run: () => Promise<void>): void {
    this.written = this.written
      .then(run)
      .catch((error: unknown) =>
        logFailure(this.logger, error, 'the state of a gateway could not be noted', { gateway }),
      );
  }
}
