import { randomUUID } from 'node:crypto';
import { hashPassword } from '../../../src/lib/password-hash.js';
import { type Bound, comparedRounds, type Finding, milliseconds, takeTurns } from '../measure.ts';
import { startUnlimitedServer } from '../processes.ts';
import type { Stage } from '../stage.ts';

const SIGN_INS = 20;
const ALIKE: Bound = { text: '0.97 to 1.03', met: (ratio) => ratio >= 0.97 && ratio <= 1.03 };

const QUERY = 'mutation ($input: SignInInput!) { signIn(input: $input) { person { id } userErrors { code } } }';

/** A wrong password must take as long for an address that somebody has as for one that nobody has. */
export async function benchSignIns(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_sign_ins');
  const email = 'somebody@example.org';
  await database.superuser.query(
    'INSERT INTO people (id, email, name, password_hash, verified_at) VALUES ($1, $2, $3, $4, now())',
    [randomUUID(), email, 'Somebody', await hashPassword('correct horse battery')],
  );
  const { url } = await startUnlimitedServer(stage, database);
  const samples = await takeTurns(rounds * SIGN_INS, {
    known: () => timeOfOne(url, email),
    unknown: () => timeOfOne(url, 'nobody@example.org'),
  });
  return [
    comparedRounds('sign-in with a wrong password', {
      unit: 'ms',
      floor: samples.unknown,
      note: 'an address that nobody has',
      ours: samples.known,
      oursNote: 'an address with an account',
      wanted: ALIKE,
    }),
  ];
}

function timeOfOne(url: string, email: string): Promise<number> {
  const input = { email, password: 'not the right one' };
  return milliseconds(async () => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUERY, variables: { input } }),
    });
    const { data } = (await response.json()) as { data: { signIn: { userErrors: { code: string }[] } } };
    if (data.signIn.userErrors[0]?.code !== 'INVALID_CREDENTIALS') throw new Error('A sign-in was not refused.');
  });
}
