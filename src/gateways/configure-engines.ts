import { z } from 'zod';
import type { ChatEngine } from '../domain/chat/engine.js';
import { SANDBOX_GATEWAY } from '../domain/sms/routing.js';
import { ENGINE_KINDS } from './chat/registry.js';
import { entryName, type GatewayDefaults, parse, parseOptions } from './entries.js';

const engineShape = z.strictObject({
  name: entryName,
  kind: z.enum(Object.keys(ENGINE_KINDS)),
  options: z.unknown().optional(),
});

/**
 * The sandbox is always there: test keys need it. `gatewayNames`: names that are taken, because gateways and engines
 * get their callbacks at the same addresses; both sandboxes may have the same, as that for SMS gets no callbacks.
 */
export function configureEngines(
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
