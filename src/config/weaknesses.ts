import type { Config } from './config.js';

/** Settings with which a server in production runs, but is easier to attack than it need be: a sentence for each. */
export function weaknessesOf({ nodeEnv, publicUrl, secretKey }: Config): string[] {
  if (nodeEnv !== 'production') return [];
  const weaknesses: string[] = [];
  if (publicUrl.startsWith('http:')) {
    weaknesses.push(
      'PUBLIC_URL begins with http: passwords, API keys and cookies travel where others can read them. Put TLS in front, and set PUBLIC_URL to the address with https.',
    );
  }
  if (secretKey !== undefined && isGuessable(secretKey)) {
    weaknesses.push(
      'SECRET_KEY looks guessable: whoever guesses it can forge links and read sealed secrets. Make one with "openssl rand -base64 32" before the first real data: another key voids API keys, sessions and secrets that are stored.',
    );
  }
  return weaknesses;
}

/** Words of examples, and of people in a hurry. */
const WORDS =
  /change.?(me|this|it)|replace.?(me|this|with)|your.?secret|my.?secret|secret.?key|supersecret|password|passw0rd|example|default|insecure|postrider|qwerty|letmein/i;

/** A random key of 32 hexadecimal digits has about 115. */
const FEWEST_BITS = 80;

/** No proof of chance: it finds words, repetition, sequences, and too few different characters. */
function isGuessable(key: string): boolean {
  return WORDS.test(key) || repeatsItself(key) || isMostlySequence(key) || bitsOf(key) < FEWEST_BITS;
}

/** Made of one piece over and over: `s3cr3t!s3cr3t!s3cr3t!`. */
function repeatsItself(key: string): boolean {
  const longest = Math.floor(key.length / 2);
  for (let period = 1; period <= longest; period += 1) {
    if (key.startsWith(key.slice(period))) return true;
  }
  return false;
}

/** Characters that follow each other as in the alphabet, on a row of digits, or backwards. */
function isMostlySequence(key: string): boolean {
  const steps = [...key].slice(1).filter((_, at) => Math.abs(key.charCodeAt(at + 1) - key.charCodeAt(at)) === 1);
  return steps.length > key.length / 2;
}

/** Shannon's entropy of the characters, for the whole key. */
function bitsOf(key: string): number {
  const counts = Map.groupBy(key, (character) => character).values();
  let bits = 0;
  for (const { length } of counts) bits -= length * Math.log2(length / key.length);
  return bits;
}
