import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import type { Reach } from '../../lib/net/public-address.js';
import { VERSION } from '../../lib/version.js';
import type { Services } from '../context.js';

export interface Installation {
  readonly version: string;
  readonly eventRetentionDays: number;
  /** No message leaves the machine. */
  readonly sandboxOnly: boolean;
  readonly webhookReach: Reach;
}

export function describeInstallation({
  gateways,
  engines,
  policy: { eventRetentionDays, webhookReach },
}: Pick<Services, 'gateways' | 'engines' | 'policy'>): Installation {
  const names = [...gateways.keys(), ...engines.keys()];
  const sandboxOnly = names.every((name) => name === SANDBOX_GATEWAY);
  return { version: VERSION, eventRetentionDays, sandboxOnly, webhookReach };
}
