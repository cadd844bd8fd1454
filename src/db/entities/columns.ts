import { p } from '@mikro-orm/core';
import { ACTOR_KINDS } from '../../domain/vocabulary.js';

/** Text, as the driver returns it, and as cursors and stored answers keep it: a `Date` would lose the microseconds. */
export const timestamp = () => p.text().columnType('timestamptz');

export const bytes = () => p.blob().$type<Buffer>();

export const texts = <Text extends string = string>() => p.array().columnType('text[]').$type<readonly Text[]>();

export const nullableIntegers = () => p.array().columnType('integer[]').$type<readonly (number | null)[]>();

export const uuids = () => p.array().columnType('uuid[]').$type<readonly string[]>();

/** The maker of a row. Null in rows of versions that did not store it. */
export const createdBy = () => ({
  createdByKind: p.enum(ACTOR_KINDS).nativeEnumName('actor_kind').nullable(),
  createdById: p.uuid().nullable(),
  /** The name at that time: it survives the key and the membership. */
  createdByName: p.text().nullable(),
});

interface Target {
  readonly '~entity': object;
}

/** The id of another row. PostgreSQL checks that the row is there. */
export const idOf = <Entity extends Target, Column extends string>(entity: Entity, column: Column) =>
  p.manyToOne(entity).mapToPk().fieldName(column).updateRule('no action').deleteRule('no action').index(false);

/** The same for a key of several columns. It adds no column, so the types of Kysely leave it out. */
export const keyOf = <Entity extends Target>(entity: Entity, ...columns: readonly string[]) =>
  p
    .manyToOne(entity)
    .$type<never>()
    .joinColumns(...columns)
    .updateRule('no action')
    .deleteRule('no action')
    .index(false);
