import type { ConfiguredGateway, GatewayCapabilities } from '../../src/domain/sms/gateway.js';
import { PRIORITY } from '../../src/domain/sms/priority.js';
import { compileRoutes } from '../../src/domain/sms/routing.js';
import type { Verdict } from '../../src/domain/sms/verdict.js';
import type { Services } from '../../src/operations/context.js';
import { planSettingsFor, planVerdicts, type Tries } from '../../src/operations/sms/dispatch/plan.js';
import { POLICY } from '../support/policy.js';
import type { Answer } from './answers.js';
import type { Rules } from './rules.js';
import type { GatewayName, NewRow, StoredReport, Tables } from './tables.js';

/** A transaction that a step of the model runs. */
export interface Transaction {
  readonly name: string;
  readonly parameters: object;
  readonly before: Tables;
  /** Runs it on other tables. */
  run(tables: Tables): { readonly tables: Tables; readonly events: readonly string[]; readonly result: unknown };
}

export interface Setting {
  readonly rules: Rules;
  readonly gateways: readonly GatewayName[];
  readonly can: GatewayCapabilities;
  /** The pace of the gateway may keep a worker from claiming what it has leased. */
  readonly isPaced: boolean;
  /** PostgreSQL's clock may be set forward. */
  readonly isClockSet: boolean;
  /** Answers with which the gateway takes a message. */
  readonly taken: readonly Answer[];
  /** Answers with which it does not. */
  readonly refusals: readonly Answer[];
  readonly reports: readonly StoredReport['says'][];
}

/** What does not change during an exploration: rules, gateways, and the settings of the program. */
export interface House extends Setting {
  readonly services: Services;
  readonly record: ((transaction: Transaction) => void) | null;
  configured(gateway: GatewayName): ConfiguredGateway;
  plan(message: number, verdict: Verdict, gateway: GatewayName, tries: Tries): Plan;
}

interface Plan {
  readonly seconds: number | null;
  readonly due: readonly NewRow[];
}

const TIMEOUT_MS = 10_000;
/** Two looks make sure; of dispatch rows only those that were never put off differ. */
export const MOST_TRIES = { resolve: 3, dispatch: 1, hold: 0, approval: 0, report: 0 };
const { single: priority } = PRIORITY;
const NUMBERS = ['0', '1', '2'].map((id) => ({ id, mobile: '254711000000', sender_id: null, inbound_gateway: null }));

export function createHouse(setting: Setting, record: House['record'] = null): House {
  const { can, gateways } = setting;
  const routing = compileRoutes([{ organisationId: null, gateways: gateways as [GatewayName, ...GatewayName[]] }]);
  const services = { policy: POLICY, routing } as unknown as Services;
  const configured = (name: GatewayName) =>
    ({
      gateway: { name, capabilities: can, ...(can.lookup && { lookup: () => undefined }) },
      pace: { timeoutMs: TIMEOUT_MS, retryDelaySeconds: null },
    }) as unknown as ConfiguredGateway;
  const plans = new Map<string, Plan>();

  /** By the real rules of plan.ts. They are asked once for each verdict, since they take longer than all the rest. */
  function plan(message: number, verdict: Verdict, gateway: GatewayName, tries: Tries): Plan {
    const key = `${message} ${gateway} ${tries.backOff} ${tries.doubt} ${JSON.stringify(verdict)}`;
    const known = plans.get(key);
    if (known) return known;
    const settings = planSettingsFor(services, configured(gateway), 'organisation', { ...tries, priority }, NUMBERS);
    const { groups, due } = planVerdicts([{ messageId: String(message), attempt: null, verdict }], settings);
    const rows = due.map((row): NewRow => {
      const { purpose } = row;
      const most = Math.min(row.tries ?? 0, MOST_TRIES[purpose]);
      return { gateway: row.gateway as GatewayName, purpose, due: Number(row.due) <= 0, tries: most };
    });
    const planned = { seconds: groups[0]?.nextInSeconds ?? null, due: rows };
    plans.set(key, planned);
    return planned;
  }

  return { ...setting, services, record, configured, plan };
}
