import type { Services } from '../../domain/context.js';
import type { ConfiguredGateway } from '../../domain/ports.js';

export function configuredGateway({ gateways }: Services, name: string): ConfiguredGateway {
  const configured = gateways.get(name);
  if (!configured) throw new Error(`No gateway is configured under the name ${name}.`);
  return configured;
}
