import { describe, expect, it } from '@jest/globals';
import { examineMail } from '../../../src/cli/doctor/examine-gateways.js';
import { examineGrowth, judgeGrowth } from '../../../src/cli/doctor/examine-growth.js';
import { loadConfig } from '../../../src/config/config.js';
import { readGrowth } from '../../../src/db/sql/upkeep/growth.js';
import { drain, mobiles } from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

/** 7,000 messages of a kilobyte in a week: a megabyte a day. */
const GROWING = { database_bytes: 2.5e9, message_bytes: 2e9, messages: 2e6, kept: 7_000, days: 7 };

describe('the doctor, of a database whose messages are kept', () => {
  it('says for how long the disk is enough', () => {
    expect(judgeGrowth(GROWING, 5e9)).toEqual({
      subject: 'growth',
      level: 'ok',
      words:
        'the database has 2.5 GB, and grows by 1.0 MB a day (1000 messages, which are kept); 5.0 GB are free, enough for 13 years',
    });
    expect(judgeGrowth(GROWING, 60e6).words).toMatch(/60 MB are free, enough for 60 days$/);
    expect(judgeGrowth({ ...GROWING, kept: 1 }, 5e9).words).toMatch(
      /143 bytes a day \(1 message, .* enough for more than 100 years$/,
    );
  });

  it('finds it wrong if that is less than a month, and says what to do', () => {
    expect(judgeGrowth(GROWING, 12.5e6)).toMatchObject({
      level: 'warning',
      words: expect.stringMatching(/enough for 12 days: set MESSAGE_RETENTION_DAYS, or make room on the disk\.$/),
    });
  });

  it('of a server of its own tells the growth alone', () => {
    expect(judgeGrowth(GROWING, null)).toMatchObject({
      level: 'ok',
      words: expect.stringMatching(/grows by 1\.0 MB a day .*; how much its disk has free is not known here$/),
    });
  });

  it('counts an installation that is younger than a week by its own days', () => {
    expect(judgeGrowth({ ...GROWING, days: 2 }, null).words).toContain('(3500 messages');
    expect(judgeGrowth({ ...GROWING, days: 0.1 }, null).words).toContain('(7000 messages');
  });

  it('guesses nothing from few messages, or none', () => {
    expect(judgeGrowth({ ...GROWING, messages: 20 }, null).words).toContain('too few so far');
    expect(judgeGrowth({ ...GROWING, kept: 0, days: null }, 5e9).words).toBe(
      'the database has 2.5 GB, and no message of the last 7 days is kept for ever; 5.0 GB are free',
    );
  });
});

describe('the growth of a database', () => {
  const process = useServices();

  it('counts the messages of the last days, of organisations that keep theirs', async () => {
    const { context } = await setTheStage(process, { input: { recipients: mobiles(30) } });
    const other = await setTheStage(process, { input: { recipients: mobiles(5) } });
    await drain(other.services);
    const { organisationId } = other.context.caller;
    await process.superuser.query('UPDATE organisations SET message_retention_days = 5 WHERE organisation_id = $1', [
      organisationId,
    ]);
    await process.superuser.query(
      `INSERT INTO sms_statistics SELECT organisation_id, now() - interval '8 days', test, 'OLD', status, delivery_code, 100
       FROM sms_statistics WHERE organisation_id = $1 LIMIT 1`,
      [context.caller.organisationId],
    );
    const growth = await context.db.acrossOrganisations(readGrowth);
    expect(growth.kept).toBe(30);
    expect(growth.days).toBeLessThan(0.1);
    expect(growth.database_bytes).toBeGreaterThan(growth.message_bytes);
  });

  it('does not matter where messages are deleted', async () => {
    const config = loadConfig({ NODE_ENV: 'test', MESSAGE_RETENTION_DAYS: '90' });
    expect(await examineGrowth(config, process.db)).toMatchObject({
      level: 'ok',
      words: 'messages are deleted after 90 days, unless an organisation says otherwise',
    });
  });
});

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
