import { countRows, type List, placeOf, readRows } from '../../db/list.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';
import type { Context } from '../context.js';

/** A page of a list of the caller's organisation. Cursors are bound to the name. */
export async function readPage<Row extends object, Filter>(
  { db, secretKey, caller: { organisationId } }: Context,
  name: string,
  list: List<Row, Filter>,
  filter: Filter,
  page: PageArguments,
): Promise<Page<Row>> {
  const codec = new CursorCodec(secretKey, organisationId, name);
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => readRows(tx, list, filter, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode(placeOf(list, row)),
    () => db.atOnceInOrganisation(organisationId, (tx) => countRows(tx, list, filter)),
  );
}
