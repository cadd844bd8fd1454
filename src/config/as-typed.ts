import { VARIABLES } from './variables.js';

/**
 * Returns a command as the user would type it: through npm in a checkout, through npx where npm has started the program
 * of another package, else by its name.
 */
export function asTyped(command: string, env: NodeJS.ProcessEnv = process.env): string {
  if (!env[VARIABLES.npmLifecycleEvent]) return `postrider ${command}`;
  const isCheckout = env[VARIABLES.npmPackageName] === 'postrider' && env[VARIABLES.npmLifecycleEvent] !== 'npx';
  return isCheckout ? `npm run postrider -- ${command}` : `npx postrider ${command}`;
}
