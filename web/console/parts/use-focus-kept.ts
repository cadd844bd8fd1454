import { type RefObject, useLayoutEffect } from 'react';
import { focusHeading } from './page.js';

/**
 * Gives the focus to the heading of the page if it is in a part that disappears: the browser would begin the page anew.
 */
export function useFocusKept(part: RefObject<HTMLElement | null>): void {
  // Not a plain effect: the part has left the document before that ends.
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (element?.contains(document.activeElement)) focusHeading();
    };
  }, [part]);
}
