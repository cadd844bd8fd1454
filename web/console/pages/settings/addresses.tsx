import { CopyButton } from '../../parts/forms/copy-button.js';
import { words } from './texts.js';

const { addressNames } = words;

/** What programs call, and where it is described. */
export function Addresses({ organisationId }: { readonly organisationId: string }) {
  const { origin } = location;
  return (
    <section className="card form" aria-labelledby="addresses">
      <h2 id="addresses">{words.addresses}</h2>
      <dl className="settings-list stacked">
        <Copyable name={addressNames.rest} value={`${origin}/v1/`} />
        <Copyable name={addressNames.graphql} value={`${origin}/graphql`} />
        <Copyable name={addressNames.organisation} value={organisationId} />
      </dl>
      <ul className="links">
        {(
          [
            ['/docs', addressNames.docs],
            ['/graphiql', addressNames.graphiql],
            ['/openapi.json', addressNames.openapi],
            ['/schema.graphql', addressNames.schema],
          ] as const
        ).map(([path, name]) => (
          <li key={path}>
            <a href={path}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Copyable({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="copyable">
        <code>{value}</code>
        <CopyButton value={value} label={words.copy} what={name} />
      </dd>
    </>
  );
}
