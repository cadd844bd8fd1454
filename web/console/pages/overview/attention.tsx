import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Moment } from '../../parts/moment.js';
import { Sandbox } from '../../parts/states/status.js';
import type { Need } from './needs.js';
import { words } from './texts.js';

/** What does not go on without a person. Nothing stands here while there is nothing. */
export function Attention({ needs }: { readonly needs: readonly Need[] }) {
  if (needs.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="attention">
      <h2 id="attention">{words.attention.title}</h2>
      <ul className="needs">
        {needs.map((need) => (
          <li key={need.title} className="note warning">
            <p>
              <strong>
                <Link href={need.href}>{need.title}</Link>
              </strong>{' '}
              {need.isTest && <Sandbox />}
            </p>
            <p>
              {need.how} {need.since && <Since>{<Moment at={need.since} />}</Since>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Since = ({ children }: { readonly children: ReactNode }) => (
  <span className="quiet one-line">
    {words.attention.since}: {children}
  </span>
);
