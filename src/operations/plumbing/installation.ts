import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import { VERSION } from '../../lib/version.js';
import type { Services } from '../context.js';

export interface Installation {
  readonly version: string;
  readonly eventRetentionDays: number;
  /** No message leaves the machine. */
  readonly sandboxOnly: boolean;
}

export function describeInstallation({
  gateways,
  engines,
  policy: { eventRetentionDays },
}: Pick<Services, 'gateways' | 'engines' | 'policy'>): Installation {
  const names = [...gateways.keys(), ...engines.keys()];
  return { version: VERSION, eventRetentionDays, sandboxOnly: names.every((name) => name === SANDBOX_GATEWAY) };
}
