import { describe, expect, it } from '@jest/globals';
import { createLogger, type Logger } from '../../src/lib/log/logger.js';

const PHONE = '254712345678';
const TEXT = 'Your parcel is here';

function capture(pretty = false): { log: Logger; text: () => string; line: () => Record<string, unknown> } {
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', pretty }, { write: (line: string) => lines.push(line) });
  return { log, text: () => lines.join(''), line: () => JSON.parse(lines.at(-1) ?? '') as Record<string, unknown> };
}

describe('what must never be logged', () => {
  it.each(['authorization', 'to', 'mobile', 'message', 'body', 'text', 'recipients', 'apiKey', 'key', 'secret'])(
    '%s is redacted at every depth',
    (key) => {
      const { log, text } = capture();
      log.info({ [key]: TEXT, a: { [key]: TEXT, b: { [key]: TEXT, c: { [key]: TEXT, d: { [key]: TEXT } } } } }, 'x');
      expect(text()).not.toContain(TEXT);
    },
  );

  it.each(['password', 'phone', 'number', 'Authorization', 'api_key', 'phone_number'])('so is %s', (key) => {
    const { log, line } = capture();
    log.info({ [key]: TEXT, list: [{ [key]: TEXT }] });
    expect(line()).toMatchObject({ [key]: '[redacted]', list: [{ [key]: '[redacted]' }] });
  });

  it('a child logger cannot carry it either', () => {
    const { log, text } = capture();
    log
      .child({ to: PHONE })
      .child({ job: { mobile: PHONE } })
      .info('sent');
    expect(text()).not.toContain(PHONE);
  });

  it('numbers inside messages and values lose their middle', () => {
    const { log, line } = capture();
    log.info({ url: `/x?q=${PHONE}` }, `to +${PHONE}, twice`);
    expect(line()).toMatchObject({ msg: 'to +254*******78, twice', url: '/x?q=254*******78' });
  });

  it('numbers given as arguments of a format lose their middle', () => {
    const { log, line } = capture();
    log.info('to %s', PHONE);
    expect(line().msg).toBe('to 254*******78');
  });
});

describe('what stays readable', () => {
  it('ids, counts, short and very long digit runs', () => {
    const { log, line } = capture();
    const fields = { id: '019a9f3c-0000-7000-8000-123456789012', count: 10_000_000_000, port: '5433' };
    log.info(fields, '1234567 and 1234567890123456');
    expect(line()).toMatchObject({ ...fields, msg: '1234567 and 1234567890123456', level: 'info' });
  });

  it('what is too deep or too long to be checked is left out', () => {
    const { log, line } = capture();
    log.info({ a: { b: { c: { d: { e: 1 } } } }, ids: Array.from({ length: 22 }, (_, index) => index) });
    expect(line().a).toEqual({ b: { c: { d: '[deep]' } } });
    expect((line().ids as unknown[]).slice(-2)).toEqual([19, '[2 more]']);
  });
});

describe('errors', () => {
  const driverError = Object.assign(new Error(`duplicate key for ${PHONE}`, { cause: new TypeError('below') }), {
    code: '23505',
    detail: `Key (mobile)=(${PHONE}) already exists.`,
    sql: `INSERT INTO messages VALUES ('${TEXT}')`,
  });

  it('show type, message, stack, code and cause, and no other property', () => {
    const { log, line } = capture();
    log.error({ err: driverError }, 'query failed');
    const err = line().err as Record<string, unknown>;
    expect(Object.keys(err).sort()).toEqual(['cause', 'code', 'message', 'stack', 'type']);
    expect(err).toMatchObject({ type: 'Error', code: '23505', message: 'duplicate key for 254*******78' });
    expect(err.stack).toMatch(/^Error: duplicate key for 254\*{7}78\n\s+at /);
    expect(err.cause).toMatchObject({ type: 'TypeError', message: 'below' });
  });

  it.each([
    ['as the only argument', (log: Logger) => log.error(driverError)],
    ['with a message', (log: Logger) => log.error(driverError, 'failed')],
    ['under another name', (log: Logger) => log.error({ reason: driverError }, 'failed')],
  ])('leak nothing when logged %s', (_, write) => {
    const { log, text } = capture();
    write(log);
    expect(text()).toContain('23505');
    expect(text()).not.toContain(PHONE);
    expect(text()).not.toContain(TEXT);
  });

  it('hide the value that PostgreSQL quotes when it refuses one', () => {
    const { log, line } = capture();
    const message = `invalid input syntax for type integer: "${TEXT}"`;
    log.error(Object.assign(new Error(message), { code: '22P02' }));
    expect(line().msg).toBe('invalid input syntax for type integer: "[redacted]"');
  });
});

describe('on a terminal', () => {
  it('a line reads time, level, message, fields', () => {
    const { log, text } = capture(true);
    log.warn({ port: 8080, gateway: 'sandbox', to: PHONE }, 'listening');
    expect(text()).toMatch(/^\d\d:\d\d:\d\d WARN {2}listening {2}port=8080 gateway=sandbox to=\[redacted\]\n$/);
  });

  it('an error brings its stack, indented', () => {
    const { log, text } = capture(true);
    log.error(new RangeError('too far'));
    expect(text()).toMatch(/ERROR too far\n {2}RangeError: too far\n\s+at /);
  });
});
