import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../src/domain/limits.js';
import { readPage } from './page.js';

describe('The pages tell how many', () => {
  it.each([
    ['phones', 'connect-a-phone.md', `An organisation may have ${LIMITS.sessionsPerOrganisation} sessions.`],
    ['sender IDs', 'sender-ids.md', `(${LIMITS.senderIdsPerOrganisation} at most,`],
    ['webhooks', 'webhooks.md', `may have ${LIMITS.webhooksPerOrganisation} endpoints`],
    ['members', 'accounts.md', `may have ${LIMITS.membersPerOrganisation} members`],
    ['organisations', 'accounts.md', `a person may own ${LIMITS.organisationsPerPerson} organisations`],
    ['API keys', 'api-keys.md', `${LIMITS.keysPerOrganisation} keys may be in force in an organisation`],
  ])('%s there may be', (_what, page, words) => {
    expect(readPage(page).text).toContain(words);
  });
});
