import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Failure, failure } from '../api/error-map.js';
import { HttpRefusal, NOTHING_HERE } from './failures.js';

/** The answer to OPTIONS. */
const NO_FAILURE: Failure = { status: 204, code: '', message: '', fields: [], retryAfterSeconds: null };

interface Address {
  readonly matches: RegExp;
  readonly methods: Set<string>;
  readonly marksFailures: boolean;
}

export interface Addresses {
  /** Why there is no route: the path is unknown, or it takes other methods. Null: there is one. */
  refuse(request: FastifyRequest): HttpRefusal | null;
  /** Whether the routes of an address mark their failures, whatever method it was called by. See Route. */
  marksFailures(url: string): boolean;
}

/** Learns every route that is added to the server after it. */
export function watchRoutes(app: FastifyInstance): Addresses {
  const addresses = new Map<string, Address>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const path = pathOf(url);
    const { marksFailures = false } = config ?? {};
    const known = addresses.get(path) ?? { matches: matcherOf(path), methods: new Set(['OPTIONS']), marksFailures };
    for (const one of [method].flat()) known.methods.add(one);
    addresses.set(path, known);
  });

  /** What is written out goes before what stands for any id. */
  function find(path: string): Address | undefined {
    return addresses.get(path) ?? [...addresses.values()].find(({ matches }) => matches.test(path));
  }

  return {
    refuse({ method, url, is404 }) {
      const path = pathOf(url);
      // The router looks for the method first: it takes `messages` for the id of a campaign where only POST knows the name.
      if (!is404 && (addresses.get(path)?.methods.has(method) ?? true)) return null;
      const found = find(path);
      if (!found) return new HttpRefusal(NOTHING_HERE);
      const allow = [...found.methods].sort().join(', ');
      if (method === 'OPTIONS') return new HttpRefusal(NO_FAILURE, { allow });
      return new HttpRefusal(failure('method_not_allowed', `This address takes ${allow}.`), { allow });
    },
    marksFailures: (url) => find(pathOf(url))?.marksFailures ?? false,
  };
}

function pathOf(url: string): string {
  return (url.split('?', 1)[0] as string).replace(/\/$/, '');
}

function matcherOf(path: string): RegExp {
  const patterns = path
    .split('/')
    .map((segment) => (segment === '*' ? '.*' : segment.startsWith(':') ? '[^/]+' : segment.replace(/[.-]/g, '\\$&')));
  return new RegExp(`^${patterns.join('/')}$`);
}
