import type { DocumentNode } from 'graphql';
import type { TypedDocumentNode } from 'urql';

/** A query or mutation that the server knows by the hash of its text. */
export type ById<Data, Variables extends object> = TypedDocumentNode<Data, Variables> & {
  readonly documentId: string;
};

export function byId<Data, Variables extends object>(documentId: string): ById<Data, Variables> {
  const document = { kind: 'Document', definitions: [], documentId };
  return document as unknown as DocumentNode & { readonly documentId: string };
}

/** A subscription. The types are for its callers alone. */
export interface ByText<Data, Variables> {
  readonly text: string;
  readonly types?: { readonly data: Data; readonly variables: Variables };
}
