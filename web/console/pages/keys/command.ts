interface CommandOf {
  readonly key: string;
  readonly organisationId: string;
  readonly scopes: readonly string[];
  readonly isTest: boolean;
  /** The first of the senders that the key is limited to. */
  readonly senderId: string | undefined;
}

/** A command that shows that the key works: it sends an SMS if the key may, and otherwise asks what it may. */
export function commandFor({ key, organisationId, scopes, isTest, senderId }: CommandOf): string {
  const maySend = scopes.includes('sms:send');
  const to = isTest ? '12025550100' : 'YOUR NUMBER';
  const body = maySend
    ? { to, message: 'Hello from Postrider', ...(senderId && { sender_id: senderId }) }
    : { query: '{ viewer { scopes } }' };
  return [
    `curl ${location.origin}${maySend ? '/v1/sms/send/' : '/graphql'}`,
    `-H 'Authorization: Bearer ${key}'`,
    `-H 'X-Organisation-Id: ${organisationId}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}
