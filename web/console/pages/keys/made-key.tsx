import type { CreateApiKeyInput } from '../../generated/documents.js';
import { SecretOnce } from '../../parts/forms/secret-once.js';
import { useViewer } from '../../state/viewer.js';

interface MadeKeyProps {
  readonly title: string;
  readonly sentence: string;
  readonly secret: string;
  readonly apiKey: Pick<CreateApiKeyInput, 'scopes' | 'mode' | 'senderIds'>;
  readonly onDone: () => void;
}

/** Shows a key once, with a command that tries it. */
export function MadeKey({ apiKey, secret, ...props }: MadeKeyProps) {
  const organisationId = useViewer()?.organisation?.id ?? '';
  return <SecretOnce {...props} secret={secret} curl={commandFor(apiKey, secret, organisationId)} />;
}

/** Sends an SMS if the key may, and otherwise asks what it may. A key that is limited to senders has to name one. */
function commandFor(
  { scopes, mode, senderIds }: MadeKeyProps['apiKey'],
  secret: string,
  organisationId: string,
): string {
  const maySend = scopes.includes('SMS_SEND');
  const to = mode === 'TEST' ? '12025550100' : 'YOUR NUMBER';
  const senderId = senderIds?.[0];
  const body = maySend
    ? { to, message: 'Hello from Postrider', ...(senderId && { sender_id: senderId }) }
    : { query: '{ viewer { scopes } }' };
  return [
    `curl ${location.origin}${maySend ? '/v1/sms/send/' : '/graphql'}`,
    `-H 'Authorization: Bearer ${secret}'`,
    `-H 'X-Organisation-Id: ${organisationId}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}
