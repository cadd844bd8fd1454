import { z } from 'zod';
import type { Choice } from '../../domain/sms/preference.js';
import type { Route } from '../../domain/sms/routing.js';
import { validateSenderId } from '../../domain/sms/validate.js';
import { parse } from './entries.js';

const routeShape = z.strictObject({
  organisation_id: z.uuid().toLowerCase().nullable().default(null),
  prefixes: z
    .array(
      z.string().regex(/^[1-9]\d{0,14}$/, 'must be the first digits of numbers in international format, without "+"'),
    )
    .min(1, 'must name at least one prefix; leave it out for every number')
    .max(1_000)
    .optional(),
  sender_ids: z
    .array(z.string().refine((id) => validateSenderId('', id).length === 0, 'must be a number or 1 to 11 characters'))
    .min(1, 'must name at least one sender; leave it out for every sender')
    .max(1_000)
    .optional(),
  gateways: z.array(z.unknown()).min(1, 'must name at least one gateway').max(100),
});

const sharedShape = z.strictObject(
  {
    any_of: z
      .record(z.string(), z.int().min(1).max(1_000))
      .refine((weights) => Object.keys(weights).length > 0, 'must name at least one gateway'),
  },
  { error: ({ code }) => (code === 'invalid_type' ? NO_CHOICE : undefined) },
);
const NO_CHOICE = 'must be the name of a gateway, or names with weights in "any_of"';

type DeclaredRoute = z.output<typeof routeShape>;

/** Refuses routes that would have no effect, and routes that would let failover return to the same gateway. */
export function configureRoutes(
  entries: readonly unknown[],
  names: ReadonlySet<unknown>,
  problems: string[],
): readonly Route[] {
  const routes: Route[] = [];
  const scopes = new Map<string, DeclaredRoute>();
  const covered = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const path = `routes[${index}]`;
    const declared = parse(routeShape, entry, path, problems);
    if (!declared) continue;
    scopes.set(path, declared);
    if (coversAgain(declared, covered)) {
      problems.push(`${path}: a route before has the same organisation, prefix and sender.`);
    }
    const [first, ...others] = configureChoices(declared.gateways, `${path}.gateways`, names, problems);
    const { organisation_id: organisationId, prefixes, sender_ids: senderIds } = declared;
    if (!first) continue;
    routes.push({
      organisationId,
      ...(prefixes && { prefixes }),
      ...(senderIds && { senderIds }),
      gateways: [first, ...others],
    });
  }
  requireRoutesForTheRest(scopes, problems);
  return routes;
}

function coversAgain({ organisation_id, prefixes, sender_ids }: DeclaredRoute, covered: Set<string>): boolean {
  let again = false;
  for (const prefix of new Set(prefixes ?? [''])) {
    for (const senderId of new Set(sender_ids ?? [''])) {
      const scope = `${organisation_id} ${prefix} ${senderId}`;
      again ||= covered.has(scope);
      covered.add(scope);
    }
  }
  return again;
}

function configureChoices(
  entries: readonly unknown[],
  path: string,
  names: ReadonlySet<unknown>,
  problems: string[],
): Choice[] {
  const choices: Choice[] = [];
  const named = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const place = `${path}[${index}]`;
    const check = (name: string, where: string) => {
      if (!names.has(name)) problems.push(`${where}: there is no gateway with this name.`);
      if (named.has(name)) problems.push(`${where}: the route names this gateway twice.`);
      named.add(name);
    };
    if (typeof entry === 'string') {
      check(entry, place);
      choices.push(entry);
      continue;
    }
    const shared = parse(sharedShape, entry, place, problems);
    if (!shared) continue;
    const anyOf = new Map(Object.entries(shared.any_of));
    for (const name of anyOf.keys()) check(name, `${place}.${z.core.toDotPath(['any_of', name])}`);
    choices.push({ anyOf });
  }
  return choices;
}

/** A message without a route would go to the sandbox, which only pretends to deliver it. */
function requireRoutesForTheRest(scopes: ReadonlyMap<string, DeclaredRoute>, problems: string[]): void {
  const complete = new Set<string | null>();
  for (const scope of scopes.values()) {
    if (!scope.prefixes && !scope.sender_ids) complete.add(scope.organisation_id);
  }
  if (complete.has(null)) return;
  for (const [path, { organisation_id: organisationId }] of scopes) {
    if (complete.has(organisationId)) continue;
    problems.push(`${path}: all other messages need a route too, one without "prefixes" and "sender_ids".`);
    complete.add(organisationId);
  }
}
