import type { ConfiguredGateway } from '../../../domain/sms/gateway.js';
import type { Services } from '../../context.js';

export function configuredGateway({ gateways }: Services, name: string): ConfiguredGateway {
  const configured = gateways.get(name);
  if (!configured) throw new Error(`No gateway is configured under the name ${name}.`);
  return configured;
}
