import { isDeepStrictEqual } from 'node:util';
import { fieldError, invalidField, requireValid } from '../../domain/errors.js';
import { badCursor } from '../../domain/paging.js';
import { seal, unsealWithAny } from '../../lib/sealed.js';
import type { RequestContext } from '../guard/request-context.js';
import { REQUIRED } from './checks.js';
import { pagingOf } from './paging.js';
import type { RestCall, Route } from './route.js';

/**
 * The cursors of a list by POST. Each carries the body and the place to go on from, so that a call by GET needs nothing
 * else. They are sealed, because phone numbers in a URL end up in the logs of proxies, and for one organisation, so
 * that no other can use them.
 */

type Sealer = Pick<RequestContext, 'secretKey' | 'secretKeys' | 'caller'>;
type Body = RestCall['body'];

/** The call with what its cursor carries. A cursor of an earlier version is a place alone, and stays as it is. */
export function continuedCall(sealer: Sealer, route: Route, call: RestCall): RestCall {
  const { cursor, before } = pagingOf(call);
  const given = cursor ?? before;
  const carried = given === undefined ? null : open(sealer, route, given);
  const whole = carried ? joined(carried, call) : call;
  if (!carried && !route.body) {
    if (given === undefined) throw invalidField('cursor', 'required', REQUIRED);
    throw badCursor(cursor === undefined ? 'before' : 'cursor');
  }
  return {
    ...whole,
    placed(place) {
      const text = JSON.stringify({ ...askedOf(whole), ...place });
      const sealed = seal(sealer.secretKey, purposeOf(sealer, route), text).toString('base64url');
      return place.before === undefined ? { cursor: sealed } : { before: sealed };
    },
  };
}

function open(sealer: Sealer, route: Route, cursor: string): Body | null {
  const sealed = Buffer.from(cursor, 'base64url');
  // Decoding ignores characters that are none of base64url.
  const isWhole = sealed.toString('base64url') === cursor;
  const text = isWhole ? unsealWithAny(sealer.secretKeys, purposeOf(sealer, route), sealed) : null;
  return text === null ? null : (JSON.parse(text) as Body);
}

const purposeOf = ({ caller }: Sealer, { path }: Route) => `cursor ${caller?.organisationId} ${path}`;

/** What a call asks for, without the place of its page. */
function askedOf(call: RestCall): Body {
  const { cursor: _, before: __, page: ___, ...asked } = call.body;
  const { page_size } = pagingOf(call);
  return page_size === undefined ? asked : { ...asked, page_size };
}

/** A page may have another size than the one before it, but every page is of the same list. */
function joined(carried: Body, call: RestCall): RestCall {
  const { page_size = carried.page_size, ...asked } = askedOf(call);
  const others = Object.keys(asked).filter((name) => !isDeepStrictEqual(asked[name], carried[name]));
  requireValid(others.map((name) => fieldError(name, 'invalid', ANOTHER_LIST)));
  return { ...call, query: {}, body: { ...carried, page_size } };
}

const ANOTHER_LIST = 'The cursor is of a list with another value. Leave this out, or start without a cursor.';
