/**
 * A page of the console: nothing in its path that a browser or a proxy could take for another host or another folder.
 */
const PAGE_OF_CONSOLE = /^\/app\/[\w/-]*(?:\?[^#\\]*)?$/;

/** Where a person goes after signing in: the page of the console that `?next=` names, or the console itself. */
export function nextPage(search) {
  const wanted = new URLSearchParams(search).get('next') ?? '';
  return PAGE_OF_CONSOLE.test(wanted) ? wanted : '/app/';
}

export const consoleOf = (organisationId) => `/app/${organisationId}`;
