import { asTyped } from '../config/as-typed.js';
import { rekey } from '../operations/plumbing/rekey.js';
import { CommandError, type CommonOptions } from './command.js';
import { printResult } from './output.js';
import { withServices } from './with-services.js';

export function runRekey({ json }: CommonOptions): Promise<void> {
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
