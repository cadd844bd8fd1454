import { describe, expect, it } from '@jest/globals';
import { callback, engineFor } from './under-test.js';

const SESSION = '0190f3c1-0000-7000-8000-0000000000aa';
const engine = engineFor('http://127.0.0.1:9', 'http://127.0.0.1:9/callbacks/waha');

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
