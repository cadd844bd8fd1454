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
