import { countRows, type List, placeOf, readRows } from '../db/list.js';
import { atOnceInOrganisation } from '../db/transaction.js';
import type { Context } from '../domain/context.js';
import { LIMITS } from '../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../domain/paging.js';

/** A page of a list of the caller's organisation. Cursors are bound to the name. */
export async function readPage<Row extends object, Filter>(
  { orm, secretKey, caller: { organisationId } }: Context,
  name: string,
  list: List<Row, Filter>,
  filter: Filter,
  page: PageArguments,
): Promise<Page<Row>> {
  const codec = new CursorCodec(secretKey, organisationId, name);
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => readRows(tx, list, filter, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode(placeOf(list, row)),
    () => atOnceInOrganisation(orm, organisationId, (tx) => countRows(tx, list, filter)),
  );
}
