import type { ById } from '../../api/documents.js';
import { useViewer } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { useCopy } from '../forms/copy-button.js';

export interface Question {
  readonly query: Pick<ById<unknown, object>, 'documentId'>;
  readonly variables: object;
}

/** Everything on a page can be had by a program: its address, its question, and the call that asks it. */
export function CopyMenu({ query, variables }: Question) {
  const { copy, said } = useCopy();
  const organisationId = useViewer()?.organisation?.id ?? '';
  return (
    <details className="menu">
      <summary className="button">{text.copy.button}</summary>
      <div className="menu-items">
        <button type="button" onClick={() => void copy(() => location.href)}>
          {text.copy.link}
        </button>
        <button type="button" onClick={() => void copy(() => textOf(query))}>
          {text.copy.graphql}
        </button>
        <button
          type="button"
          onClick={() => void copy(async () => curlOf(await textOf(query), variables, organisationId))}
        >
          {text.copy.curl}
        </button>
        <span role="status">{said}</span>
      </div>
    </details>
  );
}

/** The page has only the hash of a document, so the text comes from the server. */
async function textOf({ documentId }: Question['query']): Promise<string> {
  const response = await fetch('/app/documents.json');
  const documents = (await response.json()) as Readonly<Record<string, string>>;
  const found = documents[documentId];
  if (found === undefined) throw new Error('This page is older than the server.');
  return found.replaceAll(/ ?__typename/g, '');
}

function curlOf(query: string, variables: object, organisationId: string): string {
  const body = JSON.stringify({ query, variables }).replaceAll("'", "'\\''");
  return [
    `curl ${location.origin}/graphql`,
    `-H "Authorization: Bearer $POSTRIDER_KEY"`,
    `-H 'X-Organisation-Id: ${organisationId}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${body}'`,
  ].join(' \\\n  ');
}
