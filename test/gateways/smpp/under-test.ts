import { afterEach, beforeEach } from '@jest/globals';
import type { GatewayInbox, GatewayReport, OutgoingSms, SmsGateway } from '../../../src/domain/sms/gateway.js';
import { createSmppGateway } from '../../../src/gateways/sms/smpp/gateway.js';
import { smppOptions, type Times } from '../../../src/gateways/sms/smpp/options.js';
import { DEAF_INBOX } from '../../support/gateways/deaf-inbox.js';
import { until } from '../../support/until.js';
import { outgoing } from '../contract-suite.js';
import { type SmppPeer, startSmppPeer } from './peer.js';

export const TO = '254711000001';

export interface SmppUnderTest {
  readonly gateway: SmsGateway;
  readonly reports: GatewayReport[];
  /** Replaces what becomes of reports. */
  accept: GatewayInbox['acceptReports'];
  /** The same of what people send. */
  acceptMessages: GatewayInbox['acceptMessages'];
}

/** Seconds of the real settings become milliseconds here. */
const SHORT_TIMES: Partial<Times> = {
  firstReconnectMs: 20,
  refusedReconnectMs: 40,
  longestReconnectMs: 200,
  firstThrottleMs: 40,
  longestThrottleMs: 100,
  stopTimeoutMs: 500,
};

export function createSmpp(
  port: number,
  options: Record<string, unknown> = {},
  times: Partial<Times> = {},
): SmsGateway {
  const account = { system_id: 'postrider', password: 'secret1' };
  const parsed = smppOptions.parse({ host: '127.0.0.1', port, ...account, ...options });
  return createSmppGateway('centre', { ...parsed, times: { ...parsed.times, ...SHORT_TIMES, ...times } });
}

/** A started gateway that speaks to a peer on this port. */
export async function startSmpp(
  port: number,
  options: Record<string, unknown> = {},
  times: Partial<Times> = {},
): Promise<SmppUnderTest> {
  const gateway = createSmpp(port, options, times);
  const reports: GatewayReport[] = [];
  const underTest: SmppUnderTest = {
    gateway,
    reports,
    accept: async (_, received) => void reports.push(...received),
    acceptMessages: DEAF_INBOX.acceptMessages,
  };
  await gateway.start?.({
    ...DEAF_INBOX,
    acceptReports: (...given) => underTest.accept(...given),
    acceptMessages: (...given) => underTest.acceptMessages(...given),
  });
  return underTest;
}

export interface SmppStage {
  peer: SmppPeer;
  /** A gateway that is bound to the peer. */
  start(options?: Record<string, unknown>, times?: Partial<Times>): Promise<SmppUnderTest>;
}

/** A peer for each test of the surrounding block; what a test starts is stopped after it. */
export function useSmppStage(): SmppStage {
  let started: SmppUnderTest[] = [];
  const stage: SmppStage = {
    peer: undefined as unknown as SmppPeer,
    async start(options, times) {
      const underTest = await startSmpp(stage.peer.port, options, times);
      started.push(underTest);
      await until(() => stage.peer.received.length > 0);
      return underTest;
    },
  };
  beforeEach(async () => {
    stage.peer = await startSmppPeer();
  });
  afterEach(async () => {
    await Promise.all(started.map(({ gateway }) => gateway.stop?.()));
    await stage.peer.close();
    started = [];
  });
  return stage;
}

export function textMessage(text: string, to = TO): OutgoingSms {
  return { ...outgoing(to), text };
}

export const soon = (ms = 3_000): AbortSignal => AbortSignal.timeout(ms);
