const KEY = 'postrider.organisation';

/** The organisation that this browser showed last, for addresses that name none. */
export const lastOrganisation = {
  get: () => localStorage.getItem(KEY),
  set: (organisationId: string) => localStorage.setItem(KEY, organisationId),
};
