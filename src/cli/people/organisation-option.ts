import { Option } from 'commander';
import { VARIABLES } from '../../config/variables.js';

/** The option of every command that works on one organisation. */
export function organisationOption(): Option {
  return new Option(
    '--organisation <name>',
    'name or id of the organisation; if omitted, the one of "organisation use", or the only one',
  ).env(VARIABLES.organisation);
}
