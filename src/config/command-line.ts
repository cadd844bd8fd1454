/** What commands use without the settings: reading those takes a while, and help needs none of them. */

/** What a process of `serve` does. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** The environment variables that the command line reads by name. */
export const VARIABLES = {
  organisation: 'POSTRIDER_ORGANISATION',
  /** npm sets these two for the processes that it starts. */
  npmLifecycleEvent: 'npm_lifecycle_event',
  npmPackageName: 'npm_package_name',
} as const;

/**
 * Returns a command as the user would type it: through npm in a checkout, through npx where npm has started the program
 * of another package, else by its name.
 */
export function asTyped(command: string, env: NodeJS.ProcessEnv = process.env): string {
  if (!env[VARIABLES.npmLifecycleEvent]) return `postrider ${command}`;
  const isCheckout = env[VARIABLES.npmPackageName] === 'postrider' && env[VARIABLES.npmLifecycleEvent] !== 'npx';
  return isCheckout ? `npm run postrider -- ${command}` : `npx postrider ${command}`;
}
