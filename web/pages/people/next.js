/**
 * A page of the console or a reference: nothing in its path that a browser or a proxy could take for another host or
 * another folder.
 */
const PAGE = /^\/(?:app\/[\w/-]*|docs|graphiql)(?:\?[^#\\]*)?$/;

/** Where a person goes after signing in: the page that `?next=` names, or the console. */
export function nextPage(search) {
  const wanted = new URLSearchParams(search).get('next') ?? '';
  return PAGE.test(wanted) ? wanted : '/app/';
}

export const consoleOf = (organisationId) => `/app/${organisationId}`;
