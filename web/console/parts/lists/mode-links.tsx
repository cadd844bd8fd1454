import './mode-links.css';
import { Link } from 'wouter';
import { text } from '../../texts/text.js';
import { useAddress } from '../use-address.js';

/** Which of both the address asks for; without that, what the page would show by itself. */
export function isTestMode(parameters: URLSearchParams, otherwise: boolean): boolean {
  const mode = parameters.get('mode')?.toLowerCase();
  return mode === 'sandbox' || (mode !== 'live' && otherwise);
}

export const unknownModesOf = (parameters: URLSearchParams): readonly string[] =>
  parameters.getAll('mode').filter((mode) => !/^(live|sandbox)$/i.test(mode));

/** The choice between live messages and those of the sandbox. */
export function ModeLinks({ isTest }: { readonly isTest: boolean }) {
  const { addressWith } = useAddress();
  return (
    <nav aria-label={text.frame.mode} className="choice-links">
      <Link href={addressWith({ mode: 'live' })} aria-current={isTest ? undefined : 'true'}>
        {text.frame.live}
      </Link>
      <Link href={addressWith({ mode: 'sandbox' })} aria-current={isTest ? 'true' : undefined}>
        {text.frame.sandbox}
      </Link>
    </nav>
  );
}
