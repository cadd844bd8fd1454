import { Page } from '../parts/page.js';
import { Typed } from '../parts/typed.js';
import type { Viewer } from '../state/viewer.js';
import { text } from '../texts/text.js';

/** For an address that names the organisation of others. */
export function NotMember({ organisations }: Pick<Viewer, 'organisations'>) {
  return (
    <Page title={text.frame.notMember} sentence={text.frame.notMemberHow}>
      <ul className="plain">
        {organisations.map(({ organisationId, name }) => (
          <li key={organisationId}>
            <a href={`/app/${organisationId}`}>
              <Typed>{name}</Typed>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
