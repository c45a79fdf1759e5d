import { type ReactNode, type RefObject, useLayoutEffect } from 'react';

interface TitleProps {
  readonly children: ReactNode;
  /** A whole sentence, not a name. */
  readonly isSentence?: boolean;
}

/** The heading of a view. It takes the focus when the view changes, so that screen readers say where one is. */
export function Title({ children, isSentence = false }: TitleProps) {
  return (
    <div className="title">
      <h1 tabIndex={-1} className={isSentence ? 'sentence' : undefined}>
        {children}
      </h1>
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
