import { settings } from './settings.js';

/**
 * Returns a command as the user would type it: through npm in a checkout, through npx where npm has started the program
 * of another package, else by its name.
 */
export function asTyped(command: string, env: NodeJS.ProcessEnv = process.env): string {
  if (!env[settings.npmLifecycleEvent.name]) return `postrider ${command}`;
  const isCheckout =
    env[settings.npmPackageName.name] === 'postrider' && env[settings.npmLifecycleEvent.name] !== 'npx';
  return isCheckout ? `npm run postrider -- ${command}` : `npx postrider ${command}`;
}
