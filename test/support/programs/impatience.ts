export const GATEWAY_SECRET = 'a secret of gateway and program';

/** As short as the settings allow: nobody can wait for minutes until the dead are given up. */
export const IMPATIENCE = {
  LEASE_SECONDS: '5',
  SWEEP_INTERVAL_MS: '250',
  IN_DOUBT_WAIT_SECONDS: '2',
  SANDBOX_DELAY_MS: '100',
  LOG_LEVEL: 'warn',
};
