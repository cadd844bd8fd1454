import { p } from '@mikro-orm/core';
import { ACTOR_KINDS } from '../../../domain/vocabulary.js';

/** The maker of a row. Null in rows of versions that did not store it. */
export const createdBy = () => ({
  createdByKind: p.enum(ACTOR_KINDS).nativeEnumName('actor_kind').nullable(),
  createdById: p.uuid().nullable(),
  /** The name at that time: it survives the key and the membership. */
  createdByName: p.text().nullable(),
});
