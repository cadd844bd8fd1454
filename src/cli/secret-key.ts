import { randomBytes } from 'node:crypto';
import { type Config, TRY_OUT_SECRET } from '../config/config.js';
import { createPrivateFileOnce, readPrivateFile } from './private-file.js';

const FILE = 'secret.key';
const SECRET_BYTES = 32;

/**
 * SECRET_KEY, or one that is made once and kept in the data folder. Only for trying out: in production the settings
 * demand a SECRET_KEY, since every process must have the same, and refuse one that was made here.
 */
export function ensureSecretKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (secretKey) return secretKey;
  const kept = readPrivateFile(dataDir, FILE)?.trim();
  return (
    kept || createPrivateFileOnce(dataDir, FILE, `${TRY_OUT_SECRET}${randomBytes(SECRET_BYTES).toString('base64url')}`)
  );
}
