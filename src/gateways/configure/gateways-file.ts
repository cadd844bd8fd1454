import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ChatEngine } from '../../domain/chat/engine.js';
import type { ConfiguredGateway, GatewayPace } from '../../domain/sms/gateway.js';
import {
  LEASE_SHARE_FOR_CALL,
  longestCallMs,
  SETTLE_RESERVE_MS,
  shortestLeaseSeconds,
} from '../../domain/sms/hand-over-times.js';
import type { OwnNumber } from '../../domain/sms/inbound/own-numbers.js';
import { type Route, SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import { ENGINE_KINDS } from '../chat/registry.js';
import { DEFAULT_PACE, GATEWAY_KINDS } from '../sms/registry.js';
import { entryName, type GatewayDefaults, nameIn, parse, parseOptions } from './entries.js';
import { type JsonPlaces, lineAndColumn, readPlaces } from './json-places.js';
import { configureNumbers } from './numbers.js';
import { configureRoutes } from './routes.js';

/** GATEWAYS_FILE, with gateways, engines, routes and own numbers. */
const fileShape = z.strictObject({
  gateways: z.array(z.unknown()).max(100).default([]),
  engines: z.array(z.unknown()).max(100).default([]),
  routes: z.array(z.unknown()).max(10_000).default([]),
  numbers: z.array(z.unknown()).max(10_000).default([]),
});

const gatewayShape = z.strictObject({
  name: entryName,
  kind: z.enum(Object.keys(GATEWAY_KINDS)),
  rate_per_second: z.number().positive().max(100_000).nullable().optional(),
  rate_unit: z.enum(['messages', 'segments']).optional(),
  batch_size: z.number().int().min(1).max(1_000).optional(),
  concurrency: z.number().int().min(1).max(64).optional(),
  timeout_ms: z.number().int().min(1_000).max(60_000).optional(),
  price_per_segment: z.number().positive().nullable().default(null),
  options: z.unknown().optional(),
});

export interface GatewaySetup {
  readonly gateways: Map<string, ConfiguredGateway>;
  readonly engines: Map<string, ChatEngine>;
  readonly routes: readonly Route[];
  readonly numbers: readonly OwnNumber[];
  /** Hashes of the entries of gateways, by name, which tell whether an entry has changed. */
  readonly gatewayEntries: ReadonlyMap<string, string>;
  /** The same for all engines together. */
  readonly engineEntries: string;
}

/** One sentence for each fault of the file. They never quote values, because some are secrets. */
export class GatewayConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'GatewayConfigError';
  }
}

/** `json`: the parsed file, or null for only the sandbox. The sandbox always exists, because test keys use it. */
export function configureGateways(json: unknown, defaults: GatewayDefaults): GatewaySetup {
  const problems: string[] = [];
  const file = parse(fileShape, json ?? {}, '', problems) ?? { gateways: [], engines: [], routes: [], numbers: [] };
  const gateways = new Map<string, ConfiguredGateway>();
  const gatewayEntries = new Map<string, string>();
  for (const [index, entry] of file.gateways.entries()) {
    const path = `gateways[${index}]`;
    const configured = configureGateway(entry, path, defaults, problems);
    if (!configured) continue;
    const { name } = configured.gateway;
    if (gateways.has(name)) problems.push(`${path}.name: another gateway has the same name.`);
    gateways.set(name, configured);
    gatewayEntries.set(name, hashOf(entry));
  }
  if (!gateways.has(SANDBOX_GATEWAY)) {
    const entry = { name: SANDBOX_GATEWAY, kind: 'sandbox' };
    const sandbox = configureGateway(entry, '', defaults, problems);
    if (sandbox) gateways.set(SANDBOX_GATEWAY, sandbox);
    gatewayEntries.set(SANDBOX_GATEWAY, hashOf(entry));
  }
  const names = new Set([SANDBOX_GATEWAY, ...file.gateways.map(nameIn)]);
  const engines = configureEngines(file.engines, names, defaults, problems);
  const routes = configureRoutes(file.routes, names, problems);
  const numbers = configureNumbers(file.numbers, names, problems);
  if (problems.length > 0) throw new GatewayConfigError(problems);
  return { gateways, engines, routes, numbers, gatewayEntries, engineEntries: hashOf(file.engines) };
}

/** Of an entry and the files that it names: a secret may be replaced in its file. */
function hashOf(entry: unknown): string {
  const content = JSON.stringify(entry, (key, value) => (key.endsWith('_file') ? readIfPossible(value) : value));
  return createHash('sha256').update(content).digest('base64url');
}

/** A secret that cannot be read was refused before; a certificate may be there when the gateway connects. */
function readIfPossible(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function configureGateway(
  entry: unknown,
  path: string,
  defaults: GatewayDefaults,
  problems: string[],
): ConfiguredGateway | null {
  const declared = parse(gatewayShape, entry, path, problems);
  const build = parseOptions(GATEWAY_KINDS, entry, path, problems);
  if (!declared || !build) return null;
  if (declared.name === SANDBOX_GATEWAY && declared.kind !== 'sandbox') {
    problems.push(`${path}.name: only a gateway of the kind "sandbox" may have the name "${SANDBOX_GATEWAY}".`);
  }
  requireLeaseForCalls(declared.timeout_ms, `${path}.timeout_ms`, defaults, problems);
  const { gateway, pace } = build(declared.name, defaults);
  const timeoutMs = Math.min(DEFAULT_PACE.timeoutMs, longestCallMs(defaults.leaseSeconds));
  const { kind, price_per_segment: pricePerSegment } = declared;
  return { gateway, kind, pace: { ...DEFAULT_PACE, timeoutMs, ...pace, ...declaredPace(declared) }, pricePerSegment };
}

/** If a call could outlast the lease, another worker would take the same messages during the call. */
function requireLeaseForCalls(
  timeoutMs: number | undefined,
  path: string,
  { leaseSeconds }: GatewayDefaults,
  problems: string[],
): void {
  if (timeoutMs === undefined || timeoutMs <= longestCallMs(leaseSeconds)) return;
  const sum = `${timeoutMs} ms for a call and ${SETTLE_RESERVE_MS} ms to write its outcome down`;
  const rest = `${LEASE_SHARE_FOR_CALL * 100} % of LEASE_SECONDS=${leaseSeconds}, which claims leave for it`;
  const remedy = `Set LEASE_SECONDS to at least ${shortestLeaseSeconds(timeoutMs)}, or timeout_ms to at most`;
  problems.push(`${path}: ${sum} are more than ${rest}. ${remedy} ${longestCallMs(leaseSeconds)}.`);
}

function declaredPace(declared: z.output<typeof gatewayShape>): Partial<GatewayPace> {
  return {
    ...(declared.rate_per_second === undefined ? {} : { ratePerSecond: declared.rate_per_second }),
    ...(declared.rate_unit === undefined ? {} : { rateUnit: declared.rate_unit }),
    ...(declared.batch_size === undefined ? {} : { batchSize: declared.batch_size }),
    ...(declared.concurrency === undefined ? {} : { concurrency: declared.concurrency }),
    ...(declared.timeout_ms === undefined ? {} : { timeoutMs: declared.timeout_ms }),
  };
}

const engineShape = z.strictObject({
  name: entryName,
  kind: z.enum(Object.keys(ENGINE_KINDS)),
  options: z.unknown().optional(),
});

/**
 * The sandbox always exists, because test keys use it. `gatewayNames`: an engine must not have one of these, because
 * the name is part of the callback URL. Both sandboxes may share theirs: the one for SMS gets no callbacks.
 */
function configureEngines(
  entries: readonly unknown[],
  gatewayNames: ReadonlySet<unknown>,
  defaults: GatewayDefaults,
  problems: string[],
): Map<string, ChatEngine> {
  const engines = new Map<string, ChatEngine>();
  for (const [index, entry] of entries.entries()) {
    const path = `engines[${index}]`;
    const engine = configureEngine(entry, path, defaults, problems);
    if (!engine) continue;
    const { name } = engine;
    if (engines.has(name)) problems.push(`${path}.name: another engine has the same name.`);
    if (name !== SANDBOX_GATEWAY && gatewayNames.has(name)) {
      problems.push(`${path}.name: a gateway has the same name.`);
    }
    engines.set(name, engine);
  }
  if (!engines.has(SANDBOX_GATEWAY)) {
    const sandbox = configureEngine({ name: SANDBOX_GATEWAY, kind: 'sandbox' }, '', defaults, problems);
    if (sandbox) engines.set(SANDBOX_GATEWAY, sandbox);
  }
  return engines;
}

function configureEngine(
  entry: unknown,
  path: string,
  defaults: GatewayDefaults,
  problems: string[],
): ChatEngine | null {
  const declared = parse(engineShape, entry, path, problems);
  const build = parseOptions(ENGINE_KINDS, entry, path, problems);
  if (!declared || !build) return null;
  if (declared.name === SANDBOX_GATEWAY && declared.kind !== 'sandbox') {
    problems.push(`${path}.name: only an engine of the kind "sandbox" may have the name "${SANDBOX_GATEWAY}".`);
  }
  return build(declared.name, defaults);
}

/** As `configureGateways`, from the text of the file, and each problem names its line. */
export function configureFromText(text: string, path: string, defaults: GatewayDefaults): GatewaySetup {
  const json = text.replace(/^\uFEFF/, '');
  const places = readPlaces(json);
  if (places.faultAt !== null) {
    const { line, column } = lineAndColumn(json, places.faultAt);
    throw new GatewayConfigError([`The file ${path} is not JSON: see line ${line}, column ${column}.`]);
  }
  try {
    return configureGateways(JSON.parse(json), defaults);
  } catch (error) {
    if (!(error instanceof GatewayConfigError)) throw error;
    throw new GatewayConfigError(error.problems.map((problem) => withLine(problem, json, places)));
  }
}

/** A problem begins with its path. For a missing value this is the line of its parent. */
function withLine(problem: string, text: string, { offsets }: JsonPlaces): string {
  const end = problem.indexOf(': ');
  let path = problem.slice(0, end);
  while (path !== '' && !offsets.has(path)) path = path.slice(0, Math.max(0, path.search(/[.[][^.[]*$/)));
  const offset = offsets.get(path);
  if (path === '' || offset === undefined) return problem;
  return `${problem.slice(0, end)} (line ${lineAndColumn(text, offset).line})${problem.slice(end)}`;
}
