import { asTyped } from '../../config/command-line.js';
import { acceptKeys } from '../../db/sql/kernel/secret-keys.js';
import { secretKeyId } from '../../domain/secret-keys.js';
import { rekey } from '../../operations/upkeep/rekey.js';
import { CommandError, type CommonOptions } from '../command.js';
import { printResult } from '../output.js';
import { withServices } from '../with-services.js';

interface RekeyOptions extends CommonOptions {
  readonly lost?: true;
}

export function runRekey({ json, lost }: RekeyOptions): Promise<void> {
  if (lost) return replaceLostKey(json);
  return withServices(async (services) => {
    if (services.secretKeys.length === 1) {
      throw new CommandError('Set PREVIOUS_SECRET_KEY to the key that SECRET_KEY has replaced.');
    }
    const { webhookSecrets, mails, retiredKeys } = await rekey(services);
    const unreadable = webhookSecrets.unreadable + mails.unreadable + retiredKeys.unreadable;
    const done = {
      webhook_secrets: webhookSecrets.previous,
      mails: mails.previous,
      retired_keys: retiredKeys.previous,
    };
    const sentences = [
      `Sealed anew: ${done.webhook_secrets} webhook secrets, ${done.mails} mails, ${done.retired_keys} retired keys.`,
      ...(unreadable > 0 ? [`Neither key opens ${unreadable} values, which stay as they are.`] : []),
      `"${asTyped('doctor')}" says when PREVIOUS_SECRET_KEY can be removed.`,
    ];
    printResult(json, { ...done, unreadable }, sentences.join('\n'));
  });
}

/**
 * What the lost key has hashed or sealed stays as it is: a server that gets the key back as PREVIOUS_SECRET_KEY can
 * still read it.
 */
function replaceLostKey(json: boolean): Promise<void> {
  return withServices(
    async ({ db, secretKeys: [current] }) => {
      const id = secretKeyId(current);
      await acceptKeys(db, [id]);
      const sentences = [
        `The database accepts the secret key with the fingerprint ${id}.`,
        'API keys, sessions and webhook secrets of the lost key do not work: make new ones.',
      ];
      printResult(json, { fingerprint: id }, sentences.join('\n'));
    },
    { requiresKey: false },
  );
}
