import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Failure, failure } from '../../api/error-map.js';
import { HttpRefusal, NOTHING_HERE } from '../responses/failures.js';

/** The response to OPTIONS. */
const NO_FAILURE: Failure = { status: 204, code: '', message: '', fields: [], retryAfterSeconds: null };

interface Address {
  readonly matches: RegExp;
  readonly methods: Set<string>;
  readonly marksFailures: boolean;
}

export interface Addresses {
  /** The error if no route takes the request: the path is unknown, or takes other methods. Null if there is one. */
  refuse(request: FastifyRequest): HttpRefusal | null;
  /** Whether the routes of a path mark their failures, whatever the method of the call. See Route. */
  marksFailures(url: string): boolean;
}

/** Records every route that is added to the server after this call. */
export function watchRoutes(app: FastifyInstance): Addresses {
  const addresses = new Map<string, Address>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const path = pathOf(url);
    const { marksFailures = false } = config ?? {};
    const known = addresses.get(path) ?? { matches: matcherOf(path), methods: new Set(['OPTIONS']), marksFailures };
    for (const one of [method].flat()) known.methods.add(one);
    addresses.set(path, known);
  });

  /** Literal paths go before paths with parameters. */
  function find(path: string): Address | undefined {
    return addresses.get(path) ?? [...addresses.values()].find(({ matches }) => matches.test(path));
  }

  return {
    refuse({ method, url, is404 }) {
      const path = pathOf(url);
      // The router looks for the method first: a GET of `messages`, which only takes POST, would match the id of a
      // campaign.
      if (!is404 && (addresses.get(path)?.methods.has(method) ?? true)) return null;
      const found = find(path);
      if (!found) return new HttpRefusal(NOTHING_HERE);
      const allow = [...found.methods].sort().join(', ');
      if (method === 'OPTIONS') return new HttpRefusal(NO_FAILURE, { allow });
      return new HttpRefusal(failure('method_not_allowed', `This URL accepts ${allow}.`), { allow });
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
