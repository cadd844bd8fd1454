import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../parts/forms/buttons.js';
import { Dialog } from '../parts/forms/dialog.js';
import { livePaused } from '../state/connection.js';
import { shortcuts } from '../state/preferences.js';
import { text } from '../texts/text.js';

/** What `g` and a letter opens. */
const PLACES: Readonly<Record<string, string>> = { c: '/campaigns', i: '/inbox', m: '/messages', p: '/phones' };

/** How long `g` waits for its letter. */
const SECOND_KEY_MS = 1_500;

/**
 * The keys of the console. Those that move through a list press its links and buttons, so a list needs nothing for
 * them.
 */
export function Shortcuts() {
  const [isListShown, setListShown] = useState(false);
  const [, navigate] = useLocation();
  const open = useEffectEvent((place: string) => navigate(place));

  useEffect(() => {
    const go = createGo();
    const onKey = (event: KeyboardEvent) => {
      if (shortcuts.get() === 'off' || isTyping(event)) return;
      const place = go(event.key);
      if (place) open(place);
      else if (event.key === '?') setListShown(true);
      else if (!press(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  if (!isListShown) return null;
  return (
    <Dialog title={text.shortcuts.title} onClose={() => setListShown(false)}>
      <dl className="shortcuts">
        {text.shortcuts.keys.map(([keys, meaning]) => (
          <div key={keys}>
            <dt className="actions">
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="buttons">
        <Button onClick={() => setListShown(false)}>{text.shortcuts.close}</Button>
      </div>
    </Dialog>
  );
}

/** Returns the place that a key opens, if the key before it was `g`. */
function createGo(): (key: string) => string | undefined {
  let pressedAt = Number.NEGATIVE_INFINITY;
  return (key) => {
    const place = performance.now() - pressedAt < SECOND_KEY_MS ? PLACES[key] : undefined;
    pressedAt = key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
    return place;
  };
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return true;
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}

/** Returns whether the key means something on this page. */
function press(key: string): boolean {
  switch (key) {
    case '/':
      return focus(document.querySelector<HTMLElement>('#search'));
    case 'f':
      return focus(document.querySelector<HTMLElement>('.filters input, .filters select'));
    case 'j':
      return focus(rowLink(1));
    case 'k':
      return focus(rowLink(-1));
    case 'x':
      return click(document.activeElement?.closest('tr')?.querySelector<HTMLElement>('input[type="checkbox"]'));
    case '[':
      return click(document.querySelector<HTMLElement>('.pager button:nth-of-type(1)'));
    case ']':
      return click(document.querySelector<HTMLElement>('.pager button:nth-of-type(2)'));
    case 'p':
      livePaused.set(!livePaused.get());
      return true;
    default:
      return false;
  }
}

/** The link of the row after or before the one that has the focus. */
function rowLink(step: 1 | -1): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLElement>('tbody th a')];
  const row = document.activeElement?.closest('tr');
  const current = links.findIndex((link) => row?.contains(link));
  return links[current < 0 ? 0 : current + step];
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return Boolean(element);
}

function click(element: HTMLElement | null | undefined): boolean {
  element?.click();
  return Boolean(element);
}
