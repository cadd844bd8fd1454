import { describe, expect, it } from '@jest/globals';
import { callback, engineFor } from './under-test.js';

const SESSION = '0190f3c1-0000-7000-8000-0000000000aa';
const engine = engineFor('http://127.0.0.1:9', 'http://127.0.0.1:9/callbacks/waha');

/** As WAHA's documentation of the event `message` shows it. */
const DOCUMENTED = {
  id: 'false_11111111111@c.us_AAAAAAAAAAAAAAAAAAAA',
  timestamp: 1_667_561_485,
  from: '11111111111@c.us',
  fromMe: false,
  source: 'app',
  to: '22222222222@c.us',
  participant: null,
  body: 'Hi there!',
  hasMedia: false,
  media: null,
  ack: 1,
  ackName: 'SERVER',
  replyTo: null,
  _data: { notifyName: 'Ann', anything: ['else'] },
};

const HEARD = {
  kind: 'message',
  sessionId: SESSION,
  messageId: 'AAAAAAAAAAAAAAAAAAAA',
  party: '11111111111',
  text: 'Hi there!',
  media: null,
  sentAt: '2022-11-04T11:31:25.000Z',
};

function heard(payload: unknown, event = 'message') {
  const body = { id: 'evt_1', session: SESSION, timestamp: 1_741_249_702_485, event, payload };
  return engine.parseCallback?.(callback(body))?.reports;
}

describe('A message that WAHA reports', () => {
  it('has its sender, its text and its time', () => {
    expect(heard(DOCUMENTED)).toEqual([HEARD]);
  });

  it('has media by their URL, with a caption or without', () => {
    const media = {
      url: 'http://localhost:3000/api/files/false_11111111111@c.us_AAAAAAAAAAAAAAAAAAAA.jpg',
      mimetype: 'image/jpeg',
      filename: null,
      s3: null,
      error: null,
    };
    const kept = { url: media.url, type: 'image/jpeg', name: null };
    expect(heard({ ...DOCUMENTED, hasMedia: true, media })).toEqual([{ ...HEARD, media: kept }]);
    expect(heard({ ...DOCUMENTED, body: '', hasMedia: true, media })).toEqual([{ ...HEARD, text: null, media: kept }]);
  });

  it.each([
    ['WAHA did not download them', null],
    ['their URL is missing', { mimetype: 7 }],
    ['they are of no kind', 'a picture'],
  ])('has media without a URL if %s', (_, media) => {
    const nothing = { url: null, type: null, name: null };
    expect(heard({ ...DOCUMENTED, hasMedia: true, media })).toEqual([{ ...HEARD, media: nothing }]);
  });

  it.each([
    ['bare', 'BBBBBBBB'],
    ['written out', 'true_11111111111@c.us_BBBBBBBB'],
  ])('names the message that it answers, whose id is %s', (_, id) => {
    const replyTo = { id, participant: '22222222222@c.us', body: 'Are you going?' };
    expect(heard({ ...DOCUMENTED, replyTo })).toEqual([{ ...HEARD, replyTo: 'BBBBBBBB' }]);
  });

  it.each([
    ['254711000002:7@s.whatsapp.net', '254711000002'],
    ['81234567890123@lid', 'lid:81234567890123'],
  ])('comes from %s, that is %s', (from, party) => {
    expect(heard({ ...DOCUMENTED, id: 'AB', from })).toMatchObject([{ messageId: 'AB', party }]);
  });

  it.each([
    ['254711000003@c.us', '254711000003'],
    ['99@lid', 'lid:99'],
    [{ _serialized: '254711000003@c.us' }, '254711000003'],
    [undefined, '254711000004'],
  ])('comes from a group, with the participant %j', (participant, word) => {
    const id = 'false_120363-1@g.us_AB_254711000004@c.us';
    expect(heard({ ...DOCUMENTED, id, from: '120363-1@g.us', participant })).toMatchObject([
      { messageId: 'AB', party: '120363-1@g.us', participant: word },
    ]);
  });

  it.each([
    ['a fraction', 1_667_561_485.75, '2022-11-04T11:31:25.750Z'],
    ['no number', '1667561485', undefined],
    ['far away', 1e300, undefined],
    ['in milliseconds', 1_667_561_485_000, undefined],
    ['nothing', undefined, undefined],
  ])('is heard if its time is %s', (_, timestamp, sentAt) => {
    const [report] = heard({ ...DOCUMENTED, timestamp }) ?? [];
    expect(report).toEqual({ ...HEARD, sentAt });
  });

  it('is heard if all but id and chat is of another form', () => {
    const odd = { body: 7, hasMedia: 'yes', replyTo: 'that', participant: [], fromMe: null, timestamp: {} };
    const { sentAt: _, ...report } = { ...HEARD, text: null };
    expect(heard({ ...DOCUMENTED, ...odd })).toEqual([report]);
  });

  it.each([
    ['the phone sent itself', { fromMe: true }],
    ['the phone sent itself, by its id', { id: 'true_11111111111@c.us_AB', fromMe: undefined }],
    ['is a status', { from: 'status@broadcast', id: 'false_status@broadcast_AB_11111111111@c.us' }],
    ['is a status, by its id', { id: 'false_status@broadcast_AB_11111111111@c.us' }],
    ['is a post of a channel', { from: '120363@newsletter' }],
    ['has no id', { id: null }],
    ['has an id of another form', { id: 'false_1@c.us' }],
    ['comes from nowhere', { id: 'AB', from: null }],
  ])('is left out if it %s', (_, fields) => {
    expect(heard({ ...DOCUMENTED, ...fields })).toEqual([]);
  });

  it.each([null, 'Hi there!', [], 7])('is left out if it is %j', (payload) => {
    expect(heard(payload)).toEqual([]);
  });

  it.each(['message.any', 'message.reaction', 'message.edited', 'message.revoked', 'message.waiting'])(
    'is left out if it is called %s',
    (event) => {
      expect(heard(DOCUMENTED, event)).toEqual([]);
    },
  );
});

function reportsOf(body: Record<string, unknown>) {
  return engine.parseCallback?.(callback({ session: SESSION, timestamp: 1_741_249_702_485, ...body }))?.reports;
}

function acksOf(payload: Record<string, unknown>, event = 'message.ack') {
  return reportsOf({ event, payload: { fromMe: true, ack: 2, ...payload } });
}

describe('Callbacks of WAHA', () => {
  it('are signed as in its documentation', () => {
    const documented = engineFor('http://127.0.0.1:9', '', { callbackSecret: 'my-secret-key' });
    const hmac =
      '208f8a55dde9e05519e898b10b89bf0d0b3b0fdf11fdbf09b6b90476301b98d8097c462b2b17a6ce93b6b47a136cf2e78a33a63f6752c2c1631777076153fa89';
    const request = {
      ...callback(''),
      headers: { 'x-webhook-hmac': hmac },
      rawBody: Buffer.from('{"event":"message","session":"default","engine":"WEBJS"}'),
    };
    expect(documented.parseCallback?.(request)).toEqual({ reports: [] });
    expect(engine.parseCallback?.(request)).toBeNull();
  });

  it('tell the state of a session with the time of WAHA', () => {
    const me = { id: '254711000001@c.us', pushName: '~' };
    const payload = { status: 'WORKING', statuses: [] };
    expect(reportsOf({ event: 'session.status', me, payload })).toEqual([
      {
        kind: 'session',
        sessionId: SESSION,
        atMs: 1_741_249_702_485,
        state: 'connected',
        phoneNumber: '254711000001',
      },
    ]);
  });

  it('tell that there is a new code to scan, which a passkey is not', () => {
    const report = (status: string) => reportsOf({ event: 'session.status', me: null, payload: { status } });
    expect(report('SCAN_QR_CODE')).toMatchObject([{ state: 'scan_qr', hasNewQr: true }]);
    for (const status of ['PASSKEY_REQUIRED', 'STARTING']) expect(report(status)?.[0]).not.toHaveProperty('hasNewQr');
  });

  it.each([
    ['a state without a time', { event: 'session.status', timestamp: undefined, payload: { status: 'WORKING' } }],
    ['an event that nobody asked for', { event: 'message.any', payload: { id: 'true_1@c.us_AB' } }],
    ['an event with a strange name', { event: 'constructor', payload: {} }],
    ['a session of somebody else', { event: 'session.status', session: 'default', payload: { status: 'WORKING' } }],
    ['a state of no kind', { event: 'session.status', payload: null }],
    ['an ack of no kind', { event: 'message.ack', payload: 'true_1@c.us_AB' }],
  ])('are taken and say nothing: %s', (_, body) => {
    expect(reportsOf(body)).toEqual([]);
  });

  it.each([
    [-1, 'failed'],
    [1, 'sent'],
    [2, 'delivered'],
    [3, 'read'],
    [4, 'read'],
  ])('tell by the ack %i that a message is %s', (ack, word) => {
    expect(acksOf({ id: 'true_254711000002@c.us_3EB0AB', ack })).toEqual([
      { kind: 'ack', sessionId: SESSION, messageId: '3EB0AB', to: '254711000002', ack: word },
    ]);
  });

  it.each([
    ['is waiting in the engine', { id: 'true_1@c.us_AB', ack: 0 }],
    ['has an ack of the future', { id: 'true_1@c.us_AB', ack: 5 }],
    ['came from somebody else', { id: 'false_1@c.us_AB', fromMe: false }],
    ['came from somebody else, by its id', { id: 'false_1@c.us_AB', fromMe: undefined }],
    ['has no id', { id: null }],
    ['has an id of another form', { id: 'true_1@c.us' }],
  ])('say nothing of a message that %s', (_, payload) => {
    expect(acksOf(payload)).toEqual([]);
  });

  it.each([
    ['true_254711000002@s.whatsapp.net_AB', { to: '254711000002' }],
    ['true_254711000002:3@c.us_AB', { to: '254711000002' }],
    ['true_81234567890123@lid_AB', {}],
    ['AB', {}],
  ])('find in the id %s the recipient %j', (id, recipient) => {
    expect(acksOf({ id })).toEqual([
      { kind: 'ack', sessionId: SESSION, messageId: 'AB', ...recipient, ack: 'delivered' },
    ]);
  });

  it('reads the recipient beside a bare id', () => {
    expect(acksOf({ id: 'AB', to: '254711000002@c.us' })).toMatchObject([{ messageId: 'AB', to: '254711000002' }]);
  });

  it.each(['message.ack', 'message.ack.group'])('tell in a group who has it, under the name %s', (event) => {
    const heard = { kind: 'ack', sessionId: SESSION, messageId: 'AB', to: '120363-1@g.us', ack: 'delivered' };
    const id = 'true_120363-1@g.us_AB_9999@lid';
    expect(acksOf({ id, participant: '9999@lid' }, event)).toEqual([{ ...heard, participant: '9999@lid' }]);
    expect(acksOf({ id, participant: null }, event)).toEqual([{ ...heard, participant: '9999@lid' }]);
    expect(acksOf({ id: 'true_120363-1@g.us_AB' }, event)).toEqual([heard]);
  });

  it('use one word for a participant in all the forms of an address', () => {
    const participants = ['254711000003@c.us', '254711000003:7@s.whatsapp.net', { _serialized: '254711000003@c.us' }];
    const words = participants.flatMap((participant) => acksOf({ id: 'true_1@g.us_AB', participant }) ?? []);
    expect(words).toMatchObject(participants.map(() => ({ participant: '254711000003' })));
  });

  it('do not take ourselves for a participant', () => {
    const payload = { id: 'true_1@g.us_AB_254711000001@c.us', fromMe: true, ack: 2 };
    const [report] = reportsOf({ event: 'message.ack', me: { id: '254711000001@c.us' }, payload }) ?? [];
    expect(report).not.toHaveProperty('participant');
  });
});
