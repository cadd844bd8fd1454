import type { GatewayCapabilities } from '../../src/domain/sms/gateway.js';
import { NEW_MESSAGE } from './callers.js';
import type { Setting } from './house.js';
import { IDLE, type State } from './state.js';
import type { MessageRow } from './tables.js';

type Budget = State['budget'];
/** How many states and steps there are. Fewer would be a model that has lost something. */
type Size = readonly [states: number, steps: number];

export interface Configuration {
  readonly name: string;
  readonly setting: Omit<Setting, 'rules'>;
  readonly start: Omit<State, 'budget'>;
  /** `short`: for the tests of every day. */
  readonly short: { readonly budget: Budget; readonly size: Size };
  readonly full: { readonly budget: Budget; readonly size: Size };
}

const NOTHING: GatewayCapabilities = { idempotentReference: false, lookup: null, reportsCarryReference: false };
const REPORTS: GatewayCapabilities = { ...NOTHING, reportsCarryReference: true };
const LOOK_UPS: GatewayCapabilities = { ...REPORTS, lookup: { settleSeconds: 10 } };
const REFERENCES: GatewayCapabilities = { ...REPORTS, idempotentReference: true };

const SETTING = {
  gateways: ['north'],
  can: NOTHING,
  isPaced: false,
  isClockSet: false,
  taken: ['accepted'],
  refusals: ['throttled', 'refused, 407'],
  reports: ['delivered'],
} as const satisfies Omit<Setting, 'rules'>;
const TWO = ['north', 'south'] as const;

const FIRST_ROW = {
  message: 0,
  gateway: 'north',
  purpose: 'dispatch',
  due: true,
  isOnTime: false,
  lease: null,
  tries: 0,
} as const;

/** A caller has sent one message. */
const SENT: Omit<State, 'budget'> = {
  tables: { messages: [NEW_MESSAGE], agenda: [FIRST_ROW], inbox: [], withoutCredit: [] },
  workers: { A: IDLE, B: IDLE },
  wire: [],
  journal: [],
  broken: null,
};

const EXPIRY_ROW = { ...FIRST_ROW, purpose: 'report', due: false } as const;
const EXPIRING: Omit<State, 'budget'> = {
  ...SENT,
  tables: { ...SENT.tables, messages: [{ ...NEW_MESSAGE, validity: 'valid' }], agenda: [FIRST_ROW, EXPIRY_ROW] },
};

const FAILED_MESSAGE: MessageRow = {
  ...NEW_MESSAGE,
  status: 'undelivered',
  phase: 'done',
  delivery_code: 402,
  attempt: 1,
  claim: 1,
  gateway: 'north',
  handed_over: true,
  attempts: [{ number: 1, outcome: 'accepted', code: 402, hasId: true }],
};
/** The message was taken, and reported as failed with a code that callers may send again. */
const FAILED: Omit<State, 'budget'> = {
  ...SENT,
  tables: { ...SENT.tables, messages: [FAILED_MESSAGE], agenda: [] },
  journal: [{ message: 0, gateway: 'north', attempt: 1, fate: 'failed' }],
};

const LATE = { refusal: 1, 'lost answer': 1, 'late worker': 1 };
const DYING = { 'late worker': 1, death: 1 };

export const CONFIGURATIONS: readonly Configuration[] = [
  {
    name: 'a gateway without means',
    setting: { ...SETTING, reports: ['delivered', 502] },
    start: SENT,
    short: { budget: { refusal: 1, 'lost commit': 1, 'late worker': 1, cancel: 1, report: 1 }, size: [8_148, 25_263] },
    full: {
      budget: { ...LATE, refusal: 2, 'lost commit': 1, death: 1, cancel: 1, report: 1 },
      size: [112_367, 442_440],
    },
  },
  {
    name: 'reports with references',
    setting: { ...SETTING, can: REPORTS, reports: ['delivered', 502] },
    start: SENT,
    short: { budget: { refusal: 1, 'lost answer': 1, report: 2 }, size: [3_209, 9_180] },
    full: { budget: { ...LATE, death: 1, report: 2 }, size: [215_600, 860_951] },
  },
  {
    name: 'pace and pauses',
    setting: { ...SETTING, isPaced: true },
    start: SENT,
    short: { budget: { 'lost commit': 1, ...DYING, pause: 1 }, size: [31_343, 163_971] },
    full: { budget: { refusal: 1, 'lost commit': 1, ...DYING, cancel: 1, pause: 1 }, size: [156_123, 855_228] },
  },
  {
    name: 'credit',
    setting: { ...SETTING, isPaced: true, refusals: ['throttled', 'no credit'], taken: ['accepted', 'under review'] },
    start: SENT,
    short: { budget: { refusal: 2, 'lost commit': 1, credit: 1, cancel: 1 }, size: [651, 1_431] },
    full: { budget: { refusal: 2, 'lost commit': 1, ...DYING, cancel: 1, credit: 1 }, size: [118_138, 546_520] },
  },
  {
    name: 'look-ups',
    setting: { ...SETTING, can: LOOK_UPS },
    start: SENT,
    short: { budget: { 'lost answer': 1, ...DYING, cancel: 1 }, size: [13_103, 36_275] },
    full: { budget: { ...LATE, 'lost commit': 1, cancel: 1 }, size: [90_333, 278_977] },
  },
  {
    name: 'look-ups, and the clock is set forward',
    setting: { ...SETTING, can: LOOK_UPS, isClockSet: true },
    start: SENT,
    short: { budget: { 'clock step': 1, 'lost answer': 1, cancel: 1 }, size: [1_112, 2_897] },
    full: { budget: { 'clock step': 1, ...LATE, cancel: 1 }, size: [139_899, 450_813] },
  },
  {
    name: 'recognised references',
    setting: { ...SETTING, can: REFERENCES, refusals: ['throttled', 'refused, 407', '503 for the whole call'] },
    start: SENT,
    short: { budget: { ...LATE, cancel: 1, retry: 1 }, size: [13_873, 40_220] },
    full: { budget: { ...LATE, death: 1, cancel: 1, retry: 1 }, size: [90_840, 343_076] },
  },
  {
    name: 'two gateways with recognised references',
    setting: { ...SETTING, gateways: TWO, can: REFERENCES },
    start: SENT,
    short: { budget: { 'lost answer': 1, 'late worker': 1, failover: 1 }, size: [4_383, 12_542] },
    full: { budget: { ...LATE, death: 1, failover: 1 }, size: [133_163, 503_964] },
  },
  {
    name: 'two gateways with look-ups',
    setting: { ...SETTING, gateways: TWO, can: LOOK_UPS },
    start: SENT,
    short: { budget: { 'lost answer': 1, 'late worker': 1, failover: 1 }, size: [7_101, 17_798] },
    full: { budget: { ...LATE, death: 1, failover: 1 }, size: [153_423, 428_742] },
  },
  {
    name: 'a failed message is sent again',
    setting: { ...SETTING, can: REPORTS, reports: ['delivered', 402] },
    start: FAILED,
    short: { budget: { retry: 2, refusal: 1, 'lost answer': 1, report: 2 }, size: [4_168, 11_257] },
    full: { budget: { retry: 2, ...LATE, 'lost commit': 1, report: 2 }, size: [263_170, 1_078_633] },
  },
  {
    name: 'the same, and references are recognised',
    setting: { ...SETTING, can: REFERENCES },
    start: FAILED,
    short: { budget: { retry: 1, 'lost answer': 1, report: 1 }, size: [492, 1_230] },
    full: { budget: { retry: 1, ...LATE, report: 1 }, size: [57_608, 210_433] },
  },
  {
    name: 'messages that expire',
    setting: { ...SETTING, can: REFERENCES, refusals: ['throttled', 'no credit'] },
    start: EXPIRING,
    short: { budget: { refusal: 1, 'lost answer': 1, pause: 1 }, size: [5_271, 20_456] },
    full: { budget: { refusal: 1, 'late worker': 1, death: 1, cancel: 1 }, size: [83_480, 336_683] },
  },
  {
    name: 'people say STOP',
    setting: { ...SETTING, can: REFERENCES },
    start: SENT,
    short: { budget: { ...LATE, stop: 1 }, size: [21_503, 70_490] },
    full: { budget: { ...LATE, stop: 1 }, size: [21_503, 70_490] },
  },
  {
    name: 'at least once',
    setting: { ...SETTING, can: REPORTS, refusals: ['throttled'] },
    start: { ...SENT, tables: { ...SENT.tables, messages: [{ ...NEW_MESSAGE, at_least_once: true }] } },
    short: { budget: { 'lost answer': 2, cancel: 1, report: 1 }, size: [763, 1_859] },
    full: { budget: { ...LATE, 'lost answer': 2, cancel: 1, report: 1 }, size: [53_258, 183_389] },
  },
  {
    name: 'three workers',
    setting: { ...SETTING, refusals: ['throttled'] },
    start: { ...SENT, workers: { A: IDLE, B: IDLE, C: IDLE } },
    short: { budget: { refusal: 2, 'lost commit': 1, 'late worker': 2 }, size: [7_998, 24_704] },
    full: { budget: { ...LATE, refusal: 2, 'late worker': 2, 'lost commit': 1, cancel: 1 }, size: [15_583, 57_282] },
  },
];
