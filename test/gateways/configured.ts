import { expect } from '@jest/globals';
import { configureGateways, GatewayConfigError, type GatewaySetup } from '../../src/gateways/configure.js';

export function configure(json: unknown): GatewaySetup {
  return configureGateways(json, {
    sandboxDelayMs: 1_500,
    sandboxRetrySeconds: 5,
    publicUrl: 'https://sms.example.org',
    secretKey: 'a key of at least thirty-two characters',
  });
}

export function problemsOf(json: unknown): readonly string[] {
  try {
    configure(json);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayConfigError);
    return (error as GatewayConfigError).problems;
  }
}
