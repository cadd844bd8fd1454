import { ApiKey } from '../../db/entities/people/api-keys.js';
import { inOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';

/** Newest first, revoked and expired ones included. */
export async function listApiKeys(
  { orm, secretKey, caller: { organisationId } }: Context,
  page: PageArguments,
): Promise<Page<ApiKey>> {
  const codec = new CursorCodec(secretKey, organisationId, 'api keys');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const [from] = slice.from ?? [];
  const beyond = from === undefined ? {} : { id: { [slice.backwards ? '$gt' : '$lt']: String(from) } };
  const rows = await inOrganisation(orm, organisationId, ({ em }) =>
    em.find(
      ApiKey,
      { organisationId, ...beyond },
      { orderBy: { id: slice.backwards ? 'asc' : 'desc' }, limit: slice.size + 1 },
    ),
  );
  return pageOf(
    rows,
    slice,
    ({ id }) => codec.encode([id]),
    () => inOrganisation(orm, organisationId, ({ em }) => em.count(ApiKey, { organisationId })),
  );
}
