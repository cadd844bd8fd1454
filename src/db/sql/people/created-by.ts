import type { Actor } from '../../../domain/context.js';
import type { ActorKind } from '../../../domain/vocabulary.js';

/** The columns that name the maker of a row. */
export const CREATED_BY = ['created_by_kind', 'created_by_id', 'created_by_name'] as const;

/** The values of these columns. */
export interface CreatedBy {
  readonly created_by_kind: ActorKind;
  readonly created_by_id: string | null;
  readonly created_by_name: string;
}

export const createdBy = ({ kind, id, name }: Actor): CreatedBy => ({
  created_by_kind: kind,
  created_by_id: id,
  created_by_name: name,
});
