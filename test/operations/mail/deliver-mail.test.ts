import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Mail, MailOutcome } from '../../../src/domain/people/mail.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import type { Services } from '../../../src/operations/context.js';
import { deliverMail } from '../../../src/operations/people/deliver-mail.js';
import { NOTICE_MINUTES, writeMail } from '../../../src/operations/people/write-mail.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import { createFakeMailer, type FakeMailer, silence } from '../../support/gateways/fake-mailer.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { mobile, newOrganisation, startServices, type TestServices } from '../../support/services.js';
import { openWorkers } from '../../support/workers.js';

const MAIL: Mail = { to: 'ada@example.org', subject: '123456 is your code', text: 'Your code is 123456.\n' };
const CODE_MINUTES = 10;
const LATER: MailOutcome = { kind: 'later', reason: 'the answer to the recipient was 451' };

let database: TestDatabase;
let process: TestServices;
let mailer: FakeMailer;
let services: TestServices;
let lines: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  process = await startServices(database, { gateways: [createProgrammableGateway()] });
});

beforeEach(() => {
  mailer = createFakeMailer();
  lines = [];
  const logger = createLogger({ level: 'info', pretty: false }, { write: (line: string) => lines.push(line) });
  services = { ...process, mailer, logger };
});

afterEach(async () => {
  jest.restoreAllMocks();
  await process.sql('DELETE FROM mails');
});

afterAll(async () => {
  await process.stop();
  await database.drop();
});

const write = (mail: Mail | null = MAIL, minutes = CODE_MINUTES, by: Services = services) =>
  services.db.amongPeople((tx) => writeMail(tx, by, mail, minutes));

interface SeenMail {
  readonly id: string;
  readonly attempts: number;
  readonly due_in: number;
  readonly expires_in: number;
}

async function waiting(): Promise<SeenMail[]> {
  const rows = await process.sql<SeenMail>(
    `SELECT id, attempts, extract(epoch FROM due_at - now())::float8 AS due_in,
       extract(epoch FROM expires_at - now())::float8 AS expires_in FROM mails ORDER BY id`,
  );
  return rows;
}

const logged = () => lines.map((line) => JSON.parse(line));

async function deliverAll(by: Services = services): Promise<void> {
  while (await deliverMail(by));
}

describe('a mail that is due', () => {
  it('is sent once, and nothing is left of it', async () => {
    await write();
    await deliverAll();
    expect(mailer.given).toMatchObject([MAIL]);
    expect(await waiting()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('cannot be read by who has the database alone', async () => {
    await write();
    const rows = await process.sql("SELECT mails::text AS row, encode(content, 'escape') AS content FROM mails");
    expect(rows).toHaveLength(1);
    const table = JSON.stringify(rows);
    for (const secret of ['123456', 'ada@', 'example.org']) expect(table).not.toContain(secret);
  });

  it('to nobody is thrown away without a word', async () => {
    await write(null);
    await deliverAll();
    expect(mailer.given).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('that was written under another secret key is deleted, and said to be', async () => {
    await write(MAIL, CODE_MINUTES, { ...services, secretKey: 'the key that was there before this one' });
    await write();
    await deliverAll();
    expect(mailer.given).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect(logged()).toMatchObject([{ level: 'warn', msg: expect.stringContaining('another SECRET_KEY') }]);
  });

  it('is deleted when it is refused for good; the log says why, but not whose it was', async () => {
    mailer.react = () => ({ kind: 'refused', reason: 'the answer to the recipient was 550' });
    await write();
    const [mail] = await waiting();
    await deliverAll();
    expect(mailer.given).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect(logged()).toMatchObject([
      { level: 'warn', mailId: mail?.id, reason: 'the answer to the recipient was 550' },
    ]);
    for (const secret of ['ada@', '123456']) expect(lines.join('')).not.toContain(secret);
  });

  it('is deleted and not sent when nobody needs it any more', async () => {
    await write();
    await process.travel(CODE_MINUTES * 60);
    await deliverAll();
    expect(mailer.given).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(logged()).toMatchObject([{ level: 'warn', msg: expect.stringContaining('not sent in time') }]);
  });
});

describe('a mail that cannot be sent now', () => {
  it('is tried again under the same id, after longer and longer pauses', async () => {
    mailer.react = () => LATER;
    await write(MAIL, NOTICE_MINUTES);
    const pauses: number[] = [];
    for (let attempts = 1; attempts <= 7; attempts += 1) {
      expect(await deliverMail(services)).toBe(true);
      expect(await deliverMail(services)).toBe(false);
      const [mail] = await waiting();
      expect(mail?.attempts).toBe(attempts);
      pauses.push(mail?.due_in ?? 0);
      await process.travel((mail?.due_in ?? 0) + 1);
    }
    for (const [place, planned] of [5, 30, 120, 600, 1_800, 1_800, 1_800].entries()) {
      expect(pauses[place]).toBeGreaterThan(planned * 0.8 - 1);
      expect(pauses[place]).toBeLessThan(planned * 1.2 + 1);
    }
    mailer.react = () => ({ kind: 'sent' });
    await deliverAll();
    expect(await waiting()).toEqual([]);
    expect(new Set(mailer.given.map(({ id }) => id)).size).toBe(1);
    expect(mailer.given).toHaveLength(8);
  });

  it('is tried more often towards the end of the time in which it is of use, and never after it', async () => {
    mailer.react = () => LATER;
    await write();
    let left = CODE_MINUTES * 60;
    while (await deliverMail(services)) {
      const [mail] = await waiting();
      if (!mail) break;
      // As much as the shortest pause may be too late.
      expect(mail.due_in).toBeLessThanOrEqual(mail.expires_in + 5);
      left = mail.expires_in;
      await process.travel(mail.due_in + 0.01);
    }
    expect(await waiting()).toEqual([]);
    expect(left).toBeLessThan(10);
    expect(mailer.given.length).toBeGreaterThan(8);
    expect(mailer.given.length).toBeLessThan(16);
  });

  it('is complained about once a minute, however many there are', async () => {
    mailer.react = () => LATER;
    const start = performance.now() + 3_600_000;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(start);
    for (let mails = 0; mails < 3; mails += 1) await write();
    await deliverAll();
    expect(mailer.given).toHaveLength(3);
    expect(logged()).toMatchObject([{ level: 'warn', attempts: 1, reason: LATER.reason }]);
    clock.mockReturnValue(start + 60_000);
    await process.travel(7);
    await deliverAll();
    expect(mailer.given).toHaveLength(6);
    expect(logged()).toHaveLength(2);
    expect(lines.join('')).not.toContain('ada@');
  });
});

describe('several workers', () => {
  it('never have the same mail at the same time', async () => {
    mailer.react = silence;
    const stopping = new AbortController();
    await write();
    const sending = deliverMail(services, { stopping: stopping.signal });
    while (mailer.given.length === 0) await sleep(1);
    const [mail] = await waiting();
    // Longer than an attempt may take.
    expect(mail?.due_in).toBeGreaterThan(50);
    expect(await deliverMail(services)).toBe(false);
    stopping.abort();
    expect(await sending).toBe(true);
  });

  it('send each of fifty mails once', async () => {
    const second = await startServices(database, { gateways: [] });
    mailer.react = async () => {
      await sleep(2);
      return { kind: 'sent' };
    };
    await Promise.all(Array.from({ length: 50 }, (_, place) => write({ ...MAIL, to: `${place}@example.org` })));
    const workers = [openWorkers(services), openWorkers({ ...second, mailer })];
    for (const worker of workers) worker.wake({ job: 'mails' });
    while ((await waiting()).length > 0) await sleep(5);
    await Promise.all(workers.map((worker) => worker.stop()));
    await second.stop();
    expect(mailer.given).toHaveLength(50);
    expect(new Set(mailer.given.map(({ to }) => to)).size).toBe(50);
  });

  it('send again what one of them has left behind, under the same id', async () => {
    const dead = createFakeMailer();
    dead.react = () => new Promise(() => undefined);
    await write();
    void deliverMail({ ...services, mailer: dead });
    while (dead.given.length === 0) await sleep(1);
    await process.travel(30);
    expect(await deliverMail(services)).toBe(false);
    await process.travel(31);
    await deliverAll();
    expect(mailer.given).toEqual(dead.given);
    expect(await waiting()).toEqual([]);
  });

  it('who comes back late does not take the mail away from who has it now', async () => {
    const slow = createFakeMailer();
    const answers: ((outcome: MailOutcome) => void)[] = [];
    slow.react = () => new Promise((resolve) => answers.push(resolve));
    await write();
    const first = deliverMail({ ...services, mailer: slow });
    while (answers.length < 1) await sleep(1);
    await process.travel(61);
    const second = deliverMail({ ...services, mailer: slow });
    while (answers.length < 2) await sleep(1);
    answers[0]?.(LATER);
    await first;
    expect(await waiting()).toMatchObject([{ attempts: 2 }]);
    expect((await waiting())[0]?.due_in).toBeGreaterThan(50);
    answers[1]?.({ kind: 'sent' });
    await second;
    expect(await waiting()).toEqual([]);
  });
});

describe('a mail server that says nothing', () => {
  it('holds up neither other work nor the end of the process, and the mails are kept', async () => {
    mailer.react = silence;
    for (let mails = 0; mails < 12; mails += 1) await write();
    const workers = openWorkers(services);
    workers.wakeAll();
    while (mailer.given.length < 5) await sleep(1);
    const { result: message } = await sendSms(await newOrganisation(services), { to: mobile(1), message: 'Hi' });
    workers.wakeAll();
    const isSent = async () =>
      (await process.sql('SELECT 1 FROM sms_messages WHERE id = $1 AND status = $2', [message.id, 'sent'])).length ===
      1;
    while (!(await isSent())) await sleep(5);
    expect(mailer.given).toHaveLength(5);
    await workers.stop();
    const left = await waiting();
    expect(left).toHaveLength(12);
    for (const { due_in: dueIn } of left) expect(dueIn).toBeLessThan(7);
    expect(lines).toEqual([]);
  });
});
