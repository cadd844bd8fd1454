import { expect } from '@jest/globals';
import type { GatewayDefaults } from '../../src/gateways/configure/entries.js';
import {
  configureGateways,
  GatewayConfigError,
  type GatewaySetup,
} from '../../src/gateways/configure/gateways-file.js';

export const TEST_DEFAULTS: GatewayDefaults = {
  sandboxDelayMs: 1_500,
  sandboxRetrySeconds: 5,
  leaseSeconds: 60,
  publicUrl: 'https://sms.example.org',
  secretKey: 'a key of at least thirty-two characters',
};

export function configure(json: unknown): GatewaySetup {
  return configureGateways(json, TEST_DEFAULTS);
}

export function problemsOf(json: unknown): readonly string[] {
  return problemsIn(() => configure(json));
}

export function problemsIn(configuring: () => unknown): readonly string[] {
  try {
    configuring();
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayConfigError);
    return (error as GatewayConfigError).problems;
  }
}
