import { asTyped } from '../../config/as-typed.js';
import { findSetUpLink } from '../../operations/people/set-up.js';
import { CommandError, type CommonOptions } from '../command.js';
import { printResult } from '../output.js';
import { withServices } from '../with-services.js';

export function showSetUpLink({ json }: CommonOptions): Promise<void> {
  return withServices(async (services) => {
    const link = await findSetUpLink(services);
    if (link === null) {
      throw new CommandError(`An account exists already. Invite people with "${asTyped('organisation invite')}".`);
    }
    printResult(json, { set_up_link: link }, link);
  });
}
