import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createSemaphore } from './async/semaphore.js';

/** Argon2id with OWASP's parameters: 19 MiB, two passes. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/**
 * A hash takes a CPU core and memory for 0.1 s, so a caller who sends many sign-ins must not start them all at once.
 */
const AT_ONCE = 2;
/** About two seconds of waiting. */
const WAITING_AT_MOST = 50;
/** Longer input is cut, because hashing it would only cost time. */
const LOOKED_AT = 1_000;

const derive = promisify(argon2);
const semaphore = createSemaphore(AT_ONCE, WAITING_AT_MOST);

/** Returns the PHC string format, which contains the parameters, so old hashes stay valid when the parameters grow. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashWith(password, salt, { memory: MEMORY_KIB, passes: PASSES });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(hash)}`;
}

/** Takes the same time without a hash, so that the time does not reveal whether an account exists. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, salt, expected] = NOTATION.exec(hash ?? '') ?? NOBODY;
  const wanted = Buffer.from(expected, 'base64');
  const given = await hashWith(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
  });
  return timingSafeEqual(given, wanted) && hash !== null;
}

const NOTATION = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})$/;
const NOBODY = ['', MEMORY_KIB, PASSES, base64(Buffer.alloc(SALT_BYTES)), base64(randomBytes(HASH_BYTES))] as const;

function hashWith(password: string, nonce: Buffer, cost: { memory: number; passes: number }): Promise<Buffer> {
  const message = Buffer.from(password.slice(0, LOOKED_AT).normalize('NFKC'));
  return semaphore(() => derive('argon2id', { message, nonce, parallelism: 1, tagLength: HASH_BYTES, ...cost }));
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
