import { benchCounts } from './against/counts.ts';
import { benchFeatures } from './features.ts';
import type { Finding } from './measure.ts';
import { benchChatSends } from './scenarios/chat-sends.ts';
import { benchDispatch } from './scenarios/dispatch.ts';
import { benchGateways } from './scenarios/gateways.ts';
import { benchGrowth } from './scenarios/growth.ts';
import { benchIdle } from './scenarios/idle.ts';
import { benchInbound } from './scenarios/inbound.ts';
import { benchIntake } from './scenarios/intake.ts';
import { benchLatency } from './scenarios/latency.ts';
import { benchMemory } from './scenarios/memory.ts';
import { benchPages } from './scenarios/pages.ts';
import { benchRetention } from './scenarios/retention.ts';
import { benchSends } from './scenarios/sends.ts';
import { benchSignIns } from './scenarios/sign-ins.ts';
import { benchWebhooks } from './scenarios/webhooks.ts';
import type { Stage } from './stage.ts';

type Benches = Readonly<Record<string, (stage: Stage, rounds: number) => Promise<Finding[]>>>;

export const AGAINST_FLOORS: Benches = {
  intake: benchIntake,
  dispatch: benchDispatch,
  gateways: benchGateways,
  memory: benchMemory,
  sends: benchSends,
  chat: benchChatSends,
  pages: benchPages,
  counts: benchCounts,
  webhooks: benchWebhooks,
  inbound: benchInbound,
  latency: benchLatency,
  idle: benchIdle,
  'sign-ins': benchSignIns,
};

export const COMPARISONS: Benches = {
  growth: benchGrowth,
  features: benchFeatures,
  retention: benchRetention,
};
