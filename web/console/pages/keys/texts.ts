import type { Scope } from '../../generated/documents.js';
import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatList, formatName } from '../../texts/format.js';

export const words = catalogue({
  en: {
    title: 'Keys',
    sentence: (active: number) =>
      active > 0
        ? `Programs call the API with a key. ${countOf(active, 'key on this page works', 'keys on this page work')}.`
        : 'No key on this page works.',
    none: 'No key yet',
    noneHow: 'A program calls the API with a key. A sandbox key is safe to try: what it sends never leaves the server.',
    make: 'Make a key',
    columns: { name: 'Name', may: 'May', limits: 'Limits', state: 'State', used: 'Last used' },
    rotate: 'Rotate',
    revoke: 'Revoke',
    states: { ACTIVE: 'Works', EXPIRED: 'Expired', REVOKED: 'Revoked' },
    until: 'until',
    by: (name: string) => `made by ${formatName(name)}`,
    never: 'Never',
    from: (address: string) => `from ${address}`,
    unlimited: 'None',
    limits: {
      phones: (count: number) => countOf(count, 'phone', 'phones'),
      senders: (names: readonly string[]) => `Sender ${formatList(names)}`,
      addresses: (addresses: readonly string[]) => formatList(addresses),
    },
    everything: 'Everything',
    scopes: {
      SMS_SEND: 'send SMS',
      SMS_READ: 'read SMS',
      CHAT_SEND: 'send chat messages',
      CHAT_READ: 'read chat messages',
      INBOX_READ: 'read what people answer',
      SESSIONS_MANAGE: 'connect phones',
      WEBHOOKS_MANAGE: 'manage webhooks',
      SUPPRESSIONS_MANAGE: 'manage suppressions',
      KEYS_MANAGE: 'manage keys',
      SENDERS_MANAGE: 'manage sender IDs',
      ORGANISATION_MANAGE: 'manage members and settings',
      AUDIT_READ: 'read the audit log',
    } satisfies Record<Scope, string>,
    form: {
      name: 'Name',
      nameHint: 'What program will use it, such as "Shop".',
      mode: 'Where its messages go',
      modes: {
        TEST: ['Sandbox', 'Messages are simulated and never leave the server.'],
        LIVE: ['Live', 'Messages go to real phones through your gateways.'],
      } satisfies Record<string, [string, string]>,
      may: 'What it may do',
      sets: {
        send: ['Send only', 'Sends SMS and chat messages, and reads nothing.'],
        read: ['Read only', 'Reads messages and campaigns, and sends nothing.'],
        all: ['Everything that you may', 'Also manages phones, webhooks and keys, as far as your role goes.'],
        own: ['Chosen one by one', ''],
      } satisfies Record<string, [string, string]>,
      expires: 'How long it works',
      lifetimes: [
        ['', 'Until it is revoked'],
        ['30', '30 days'],
        ['90', '90 days'],
        ['365', '1 year'],
      ] as const,
      noScope: 'Choose at least one.',
      limits: 'Limit it to phones, senders or addresses',
      phones: 'Phones',
      phonesHint: 'None chosen: all phones.',
      noPhones: 'There is no phone to choose.',
      senders: 'Sender IDs',
      sendersHint: 'One a line. Every SMS of the key then has to name one of them. Empty: any.',
      addresses: 'IP addresses',
      addressesHint: 'Addresses or networks, one a line, such as 192.0.2.7 or 2001:db8::/32. Empty: any.',
      submit: 'Make the key',
    },
    made: {
      title: 'The key is made',
      sentence: (name: string) => `This is the key “${name}”.`,
    },
    rotation: {
      title: (name: string) => `Rotate “${name}”`,
      sentence:
        'You get a new key that may do the same. The old one goes on working for a while, so that you can exchange it without a gap.',
      overlap: 'The old key works for another',
      overlaps: { 0: 'No time at all', 1: 'Hour', 24: '24 hours', 72: '3 days', 168: '7 days' },
      atOnce: 'The old key stops working the moment the new one is made.',
      steps: (until: string) =>
        `Put the new key into your program before ${until}. Until then both keys work; afterwards only the new one does.`,
      submit: 'Rotate the key',
      doneTitle: 'The key is rotated',
      done: (name: string) => `This is the new key “${name}”.`,
    },
    revocation: {
      title: (name: string) => `Revoke “${name}”`,
      what: 'Every program that uses this key is refused at once. A revoked key never works again.',
      used: 'It was last used',
      unused: 'It has never been used.',
      action: 'Revoke the key',
    },
  },
});
