import type { Config } from './config.js';

/** Insecure settings that production allows: a warning for each. */
export function weaknessesOf({ nodeEnv, publicUrl, secretKey }: Config): string[] {
  if (nodeEnv !== 'production') return [];
  const weaknesses: string[] = [];
  if (publicUrl.startsWith('http:')) {
    weaknesses.push(
      'PUBLIC_URL begins with http: passwords, API keys and cookies are sent unencrypted. Put TLS in front of the server, and set PUBLIC_URL to its https address.',
    );
  }
  if (secretKey !== undefined && isGuessable(secretKey)) {
    weaknesses.push(
      'SECRET_KEY looks guessable: an attacker who guesses it can forge links and decrypt stored secrets. Generate one with "openssl rand -base64 32" before the first real data: later it can be replaced, but not at once.',
    );
  }
  return weaknesses;
}

/** Words from examples and placeholders. */
const WORDS =
  /change.?(me|this|it)|replace.?(me|this|with)|your.?secret|my.?secret|secret.?key|supersecret|password|passw0rd|example|default|insecure|postrider|qwerty|letmein/i;

/** Entropy of the whole key. A random key of 32 hexadecimal digits has about 115 bits. */
const FEWEST_BITS = 80;

/** A heuristic: finds words, repetition, sequences, and keys with few different characters. */
function isGuessable(key: string): boolean {
  return WORDS.test(key) || repeatsItself(key) || isMostlySequence(key) || bitsOf(key) < FEWEST_BITS;
}

/** As in `s3cr3t!s3cr3t!s3cr3t!`. */
function repeatsItself(key: string): boolean {
  const longest = Math.floor(key.length / 2);
  for (let period = 1; period <= longest; period += 1) {
    if (key.startsWith(key.slice(period))) return true;
  }
  return false;
}

/** As in `abcdef`, `123456` or `fedcba`. */
function isMostlySequence(key: string): boolean {
  const steps = [...key].slice(1).filter((_, at) => Math.abs(key.charCodeAt(at + 1) - key.charCodeAt(at)) === 1);
  return steps.length > key.length / 2;
}

/** The Shannon entropy of the characters, times the length. */
function bitsOf(key: string): number {
  const counts = Map.groupBy(key, (character) => character).values();
  let bits = 0;
  for (const { length } of counts) bits -= length * Math.log2(length / key.length);
  return bits;
}
