import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { useMessages } from '../i18n/messages';

interface TitleProps {
  readonly children: ReactNode;
  /** A whole sentence, not a name. */
  readonly isSentence?: boolean;
  /** Links to the pages above this one. Their line is reserved on every page, so that all headings are at the same height. */
  readonly above?: ReactNode;
  /** Links to pages of the same kind, beside those. */
  readonly beside?: ReactNode;
  /** The main actions of this page. */
  readonly actions?: ReactNode;
}

/**
 * The head of a view: where it is, its heading, and its main actions. The heading takes the focus when the view changes, so that
 * screen readers say where one is.
 */
export function Title({ children, isSentence = false, above, beside, actions }: TitleProps) {
  const { parents } = useMessages('common');
  return (
    <div className="page-head">
      {above && (
        <nav className="crumb" aria-label={parents}>
          {above}
        </nav>
      )}
      {beside}
      <div className="title">
        <h1 tabIndex={-1} className={isSentence ? 'sentence' : undefined}>
          {children}
        </h1>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
    </div>
  );
}

export function focusTitle(): void {
  document.querySelector('h1')?.focus();
}

/** Gives the focus to the heading when the part of the page that holds it goes away. */
export function useFocusKept(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (element?.contains(document.activeElement)) focusTitle();
    };
  }, [part]);
}
