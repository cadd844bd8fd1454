import type { PolicyDef } from '@mikro-orm/core';

interface Isolation {
  readonly rowLevelSecurity: 'force';
  readonly policies: PolicyDef[];
}

const OWN = 'organisation_id = (SELECT current_organisation()) OR (SELECT all_organisations())';

/** The second wall of tenancy, as `isolate` of db/migrations/isolation.ts makes it. */
export const isolated: Isolation = {
  rowLevelSecurity: 'force',
  policies: [{ name: 'one_organisation', using: OWN }],
};

/** The same for a table whose rows nothing changes or deletes, the program included. */
export const appendOnly: Isolation = {
  rowLevelSecurity: 'force',
  policies: [
    { name: 'one_organisation_reads', command: 'select', using: OWN },
    { name: 'one_organisation_appends', command: 'insert', check: OWN },
  ],
};
