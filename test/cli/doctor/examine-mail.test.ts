import { describe, expect, it } from '@jest/globals';
import { examineMail } from '../../../src/cli/doctor/examine-gateways.js';
import { loadConfig } from '../../../src/config/config.js';

const inProduction = (signUp: string) =>
  examineMail({ ...loadConfig({ NODE_ENV: 'test', SIGN_UP: signUp }), nodeEnv: 'production' });

describe('the doctor, of a server in production without SMTP_URL', () => {
  it('finds it wrong where anybody may sign up, since nobody can', async () => {
    expect(await inProduction('open')).toMatchObject({
      level: 'fault',
      words: expect.stringContaining('SMTP_URL is not set'),
    });
  });

  it('says what is missing where people are invited, since keys work without mail', async () => {
    expect(await inProduction('invited')).toMatchObject({ level: 'ok', words: expect.stringContaining('be invited') });
  });
});
