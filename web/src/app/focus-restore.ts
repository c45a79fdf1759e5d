import { useEffect } from 'react';
import { focusTitle } from '../components/title';

const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Something around what had the focus, and which of its children that was in. */
interface Place {
  readonly element: Element;
  readonly index: number;
}

function placesOf(element: Element): readonly Place[] {
  const parent = element.parentElement;
  if (parent === null) return [];
  return [{ element: parent, index: [...parent.children].indexOf(element) }, ...placesOf(parent)];
}

function isStop(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility();
}

function stopsIn(element: Element): readonly HTMLElement[] {
  const all = [...element.querySelectorAll<HTMLElement>(stops)];
  return (element.matches(stops) ? [element as HTMLElement, ...all] : all).filter(isStop);
}

/** What now stands where it was, else what follows, else what was before. */
function stopNear({ element, index }: Place): HTMLElement | undefined {
  const children = [...element.children];
  const [next] = children.slice(index).flatMap((child) => stopsIn(child).slice(0, 1));
  return next ?? children.slice(0, index).flatMap(stopsIn).at(-1);
}

/** What was drawn anew is another element, and the same for whoever looks at it. */
function isTwin(one: HTMLElement, other: HTMLElement): boolean {
  const facts = ({ tagName, ariaLabel, textContent }: HTMLElement) => [tagName, ariaLabel, textContent].join('\n');
  return facts(one) === facts(other) && one.getAttribute('name') === other.getAttribute('name');
}

function focusNear(last: HTMLElement, places: readonly Place[]): void {
  for (const place of places.filter(({ element }) => element.isConnected)) {
    if (place.element.matches('main, body')) break;
    const stop = stopsIn(place.element).find((one) => isTwin(one, last)) ?? stopNear(place);
    if (stop) {
      stop.focus();
      return;
    }
  }
  focusTitle();
}

/**
 * What has the focus may be taken away by what it does: a row that is removed, a button that gives way to another. A browser then
 * gives the focus to nothing, and who goes by keys begins at the top. Here it goes to what is nearest, unless it was given to
 * something already. Stands once, in the frame.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let places: readonly Place[] = [];
    const take = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null;
      places = last === null ? [] : placesOf(last);
    };
    const isLost = () => last !== null && (document.activeElement ?? document.body) === document.body;
    const isGone = () => last !== null && (!last.isConnected || last.matches(':disabled'));
    const leave = () => {
      // Who presses beside everything wants the focus nowhere.
      setTimeout(() => {
        if (isLost() && !isGone()) last = null;
      });
    };
    const observer = new MutationObserver(() => {
      if (last !== null && isLost() && isGone()) focusNear(last, places);
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', take);
    document.addEventListener('focusout', leave);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', take);
      document.removeEventListener('focusout', leave);
    };
  }, []);
}
