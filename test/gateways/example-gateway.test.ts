import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayReport, SmsGateway } from '../../src/domain/sms/gateway.js';
import { createHttpGateway } from '../../src/gateways/sms/http/gateway.js';
import { httpGatewayOptions } from '../../src/gateways/sms/http/options.js';
import { until } from '../support/until.js';
import { callbackRequest } from './callback-request.js';
import { never, outgoing } from './contract-suite.js';
import { type HttpPeer, startHttpPeer } from './http/peer.js';

const EXAMPLE = resolve(import.meta.dirname, '../../docs/example-gateway.mjs');
const SECRET = 'a secret of the two of us';
const TO = '254711000001';

describe('The example of a gateway in the documentation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-example-'));
  let receiver: HttpPeer;
  let example: ChildProcess;
  let url: string;
  let gateway: SmsGateway;

  beforeAll(async () => {
    receiver = await startHttpPeer();
    const secretFile = join(folder, 'secret');
    writeFileSync(secretFile, `${SECRET}\n`);
    example = spawn(process.execPath, [EXAMPLE, '0', secretFile, callbackUrl()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(example.stdout as NodeJS.ReadableStream, 'data');
    url = `http://127.0.0.1:${/listening on (\d+)/.exec(String(line))?.[1]}`;
    gateway = create(SECRET);
  });

  afterAll(async () => {
    const ended = once(example, 'exit');
    example.kill();
    await ended;
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  const callbackUrl = () => `${receiver.url}/callbacks/carrier`;

  function create(secret: string): SmsGateway {
    const capabilities = { reports_carry_reference: true };
    return createHttpGateway('carrier', httpGatewayOptions.parse({ url, secret, capabilities }));
  }

  function reports(): GatewayReport[] {
    return receiver.requests.flatMap((request) => {
      return gateway.parseReport?.(callbackRequest(callbackUrl(), request))?.reports ?? [];
    });
  }

  it('takes messages and reports their delivery until the report is taken', async () => {
    let refusals = 1;
    receiver.answer = (response) => response.writeHead(refusals-- > 0 ? 503 : 200).end();
    const message = outgoing(TO);
    const [result] = await gateway.submit([message], never());
    expect(result).toMatchObject({ reference: message.reference, outcome: { kind: 'accepted' } });
    expect(result?.providerId).toMatch(/^[0-9a-f-]{36}$/);
    await until(() => reports().length === 2);
    const delivered = { reference: message.reference, outcome: { kind: 'delivered' } };
    expect(reports()).toEqual([delivered, delivered]);
  });

  it('gives each message of a call its own result', async () => {
    const results = await gateway.submit([outgoing(TO), outgoing('0711000001')], never());
    expect(results.map(({ outcome }) => outcome)).toEqual([{ kind: 'accepted' }, { kind: 'rejected', code: 403 }]);
  });

  it('tells its credit, and nothing to whoever does not know the secret', async () => {
    expect(await gateway.check?.(never())).toEqual({ kind: 'works', credit: 100 });
    const stranger = create('another secret altogether');
    expect(await stranger.check?.(never())).toMatchObject({ kind: 'refused' });
    const [result] = await stranger.submit([outgoing(TO)], never());
    expect(result?.outcome).toEqual({ kind: 'rejected', code: 501, wholeCall: true });
  });
});
