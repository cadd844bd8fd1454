import { readHolds } from '../../../db/sql/sms/dispatch/holds.js';
import type { HoldReason } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';

export interface Hold {
  readonly gateway: string;
  readonly reason: HoldReason;
  readonly messages: number;
  readonly since: string;
  /** Null if no probe will release the messages. */
  readonly nextProbeAt: string | null;
  readonly campaignIds: readonly string[];
}

/** What waits for credit, or for approval of its sender ID, by gateway. Gateways without such messages are left out. */
export async function listHolds(context: Pick<Context, 'db' | 'caller' | 'gateways' | 'policy'>): Promise<Hold[]> {
  const { db, caller, gateways, policy } = context;
  const rows = await db.atOnceInOrganisation(caller.organisationId, (tx) =>
    readHolds(tx, { gateways: [...gateways.keys()], maxHoldHours: policy.maxHoldHours }),
  );
  return rows.map(({ gateway, reason, messages, since, next_probe_at, campaign_ids: campaignIds }) => {
    const tellsCredit = gateways.get(gateway)?.gateway.balance !== undefined;
    const nextProbeAt = tellsCredit ? next_probe_at : null;
    return { gateway, reason, messages, since, nextProbeAt, campaignIds };
  });
}
