import type { FastifyInstance } from 'fastify';
import { HttpRefusal, refusal } from './failures.js';

/** Learns every route that is added to the server after it. */
export function watchRoutes(app: FastifyInstance): { refuse(method: string, url: string): HttpRefusal } {
  const methodsByPath = new Map<string, { readonly matches: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsByPath.get(url) ?? { matches: matcherOf(url), methods: new Set(['OPTIONS']) };
    for (const one of [method].flat()) known.methods.add(one);
    methodsByPath.set(url, known);
  });
  return {
    /** Why there is no route: the path is unknown, or it takes other methods. */
    refuse(method, url) {
      const path = url.split('?', 1)[0] as string;
      const found = [...methodsByPath.values()].find(({ matches }) => matches.test(path));
      if (!found) return new HttpRefusal(refusal(404, 'not_found', 'There is nothing at this address.'));
      const allow = [...found.methods].sort().join(', ');
      if (method === 'OPTIONS') return new HttpRefusal(refusal(204, '', ''), { allow });
      return new HttpRefusal(refusal(405, 'method_not_allowed', `This address takes ${allow}.`), { allow });
    },
  };
}

function matcherOf(url: string): RegExp {
  const segments = url.replace(/\/$/, '').split('/');
  const patterns = segments.map((segment) =>
    segment === '*' ? '.*' : segment.startsWith(':') ? '[^/]+' : segment.replace(/[.-]/g, '\\$&'),
  );
  return new RegExp(`^${patterns.join('/')}/?$`);
}
