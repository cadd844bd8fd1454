/** For the references: the organisation of the person who reads them, and the way to its keys. No secret is kept. */

/** The console keeps the organisation that it showed last under this name; a tab may have chosen another since. */
const KEY = 'postrider.organisation';

const ORGANISATIONS = `query Organisations { viewer { organisations { organisationId name } } }`;
const PATIENCE_MS = 3_000;

async function readOrganisations() {
  const request = {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: ORGANISATIONS }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  try {
    const { data } = await (await fetch('/graphql', request)).json();
    return data?.viewer.organisations ?? [];
  } catch {
    // The reference is worth reading without it.
    return [];
  }
}

/** Returns the person's organisations and the one to show, or null for somebody who has not signed in. */
export async function findMembership() {
  const wanted = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  const organisations = await readOrganisations();
  const chosen = organisations.find(({ organisationId }) => organisationId === wanted) ?? organisations[0];
  return chosen ? { organisations, chosen } : null;
}

/** Fills in the bar above the reference. */
export function showMembership(membership) {
  if (!membership) return;
  const part = (id) => document.getElementById(id);
  const { organisations, chosen } = membership;
  part('bar-organisations').replaceChildren(
    ...organisations.map(({ organisationId, name }) => new Option(name, organisationId)),
  );
  part('bar-organisations').value = chosen.organisationId;
  part('bar-organisations').addEventListener('change', ({ target }) => {
    sessionStorage.setItem(KEY, target.value);
    location.reload();
  });
  part('bar-id').textContent = chosen.organisationId;
  part('bar-keys').href = `/app/${chosen.organisationId}/keys`;
  part('bar-console').href = `/app/${chosen.organisationId}`;
  part('bar-copy').addEventListener('click', async () => {
    getSelection().selectAllChildren(part('bar-id'));
    // Browsers allow the clipboard only to pages of this machine or with TLS.
    const isCopied = await navigator.clipboard?.writeText(chosen.organisationId).then(
      () => true,
      () => false,
    );
    part('bar-status').textContent = isCopied ? 'Copied' : 'Selected';
  });
  part('bar-stranger').hidden = true;
  part('bar-member').hidden = false;
}
