import { isId } from '../parts/is-id.js';

/** The page that answers a search: numbers lead to messages, ids to their object, other words to campaigns. */
export function addressOfSearch(typed: string): string | null {
  const words = typed.trim();
  if (!words) return null;
  if (isId(words)) return `/find/${words.toLowerCase()}`;
  const digits = words.replaceAll(/[\s()+./-]/g, '');
  if (/^\d{8,15}$/.test(digits)) return `/messages?to=${digits}`;
  return `/campaigns?name=${encodeURIComponent(words)}`;
}
