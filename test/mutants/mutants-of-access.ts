import type { Mutant } from './mutant.js';

/** Keys, limits, secrets, and the walls between organisations. */
export const ACCESS_MUTANTS: readonly Mutant[] = [
  {
    name: 'key-of-another-organisation',
    why: 'A key opens every organisation whose id its holder knows.',
    file: 'src/api/guard/authenticate.ts',
    search: "if (organisationId !== row.organisation_id) throw new PostriderError('unauthenticated');",
    replace: '',
    killer: 'test/api/rest/access.test.ts › gives one and the same body to every key that is not good',
  },
  {
    name: 'row-level-security-left-off',
    why: 'A query that forgets the organisation shows the rows of all.',
    file: 'src/db/database.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    search: "return { settings: `SET LOCAL postrider.organisation = '${organisationId}'`, organisationId };",
    replace: "return { settings: `SET LOCAL postrider.every_organisation = 'on'`, organisationId };",
    killer: 'test/operations/kernel/isolation.test.ts › a stranger sees nothing, whatever the table',
  },
  {
    name: 'scope-check-dropped-for-one-field',
    why: 'Every key reads the names and mail addresses of all members.',
    file: 'src/api/guard/policies.ts',
    search: "members: { scope: 'organisation:manage' },",
    replace: 'members: { scope: null },',
    killer: 'test/api/graphql/schema.test.ts › each scope opens these root fields, and no others',
  },
  {
    name: 'restricted-key-controls-all-senders',
    why: 'A key for one sender ID pauses, cancels and retries the campaigns of every other.',
    file: 'src/domain/people/api-key.ts',
    search: 'if (!mayUseSender(caller, sent.sender_id)) {',
    replace: 'if (false) {',
    killer: 'test/api/people/restricted-keys.test.ts › for its own sender alone, over GraphQL and REST',
  },
  {
    name: 'retry-answers-before-it-asks',
    why: 'A key for one sender ID reads the campaign that another has retried, by guessing its Idempotency-Key.',
    file: 'src/operations/sms/campaigns/retry-campaign.ts',
    search: 'const original = await findCampaignToChange(tx, context, input.campaignId);',
    replace: '',
    also: [
      {
        file: 'src/operations/sms/campaigns/retry-campaign.ts',
        search: '() => sendAgain(tx, context, original, input)',
        replace: 'async () => sendAgain(tx, context, await findCampaignToChange(tx, context, input.campaignId), input)',
      },
    ],
    killer:
      'test/api/people/restricted-keys.test.ts › gets no campaign that another key has retried under the same key of idempotency',
  },
  {
    name: 'revoked-key-kept-for-ever',
    why: 'A stolen key works on after it was revoked.',
    file: 'src/lib/async/ttl-cache.ts',
    search: 'if (remembered && remembered.until > performance.now()) return remembered.value;',
    replace: 'if (remembered) return remembered.value;',
    killer:
      'test/api/people/authenticate.test.ts › stops working within five seconds of the revocation on a process that knows the key',
  },
  {
    name: 'rate-limit-off-by-one',
    why: 'Limits are not what the documentation and the headers say.',
    file: 'src/api/guard/shared-counts.ts',
    search: 'const LEFT = `excluded.allowed -',
    replace: 'const LEFT = `excluded.allowed + 1 -',
    killer: 'test/api/rate-limits.test.ts › lets exactly so many calls pass over several processes at once',
  },
  {
    name: 'rate-limit-of-sixty-cells',
    why: 'Calls late in a second count for 59 seconds only.',
    file: 'src/api/guard/shared-counts.ts',
    search: 'const SECONDS = RATE_LIMIT_WINDOW_SECONDS + 1;',
    replace: 'const SECONDS = RATE_LIMIT_WINDOW_SECONDS;',
    killer:
      'test/api/rate-limits.test.ts › admits in every second what the sixty seconds before have left of it, and refused calls take nothing',
  },
  {
    name: 'refused-calls-counted',
    why: 'A client that keeps calling is never admitted again.',
    file: 'src/api/guard/shared-counts.ts',
    search: 'totals = (known.totals[1] + ',
    replace: 'totals = (known.totals[1] + excluded.admitted + 0 * ',
    killer:
      'test/api/rate-limits.test.ts › admits in every second what the sixty seconds before have left of it, and refused calls take nothing',
  },
  {
    name: 'secret-sealed-with-a-constant-nonce',
    why: 'With AES-GCM two secrets under one nonce give away their difference and the key of the tag.',
    file: 'src/lib/sealed.ts',
    search: 'const nonce = randomBytes(NONCE_BYTES);',
    replace: 'const nonce = Buffer.alloc(NONCE_BYTES);',
    killer: 'test/lib/ids-and-seals.test.ts › never has the nonce of another',
  },
  {
    name: 'private-address-by-dns',
    why: 'A webhook under a name that leads into the network of the operator is posted there.',
    file: 'src/lib/net/connections.ts',
    search: 'else if (!addresses.every((address) => isWithin(reach, address))) callback',
    replace: 'else if (addresses.length === 0) callback',
    killer: 'test/lib/http-client.test.ts › never connects to a name that',
  },
  {
    name: 'number-not-masked',
    why: 'Phone numbers stand in the log.',
    file: 'src/lib/log/scrub.ts',
    search: "match.includes('-') ? match : match.slice(0, 3)",
    replace: 'match.length > 0 ? match : match.slice(0, 3)',
    killer: 'test/lib/logger.test.ts › numbers inside messages and values lose their middle',
  },
];
