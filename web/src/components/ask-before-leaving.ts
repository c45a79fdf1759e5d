import { useBlocker } from '@tanstack/react-router';

/** Asks before a link or a reload discards what was typed. */
export function useAskBeforeLeaving(hasInput: boolean, question: string): void {
  useBlocker({ disabled: !hasInput, shouldBlockFn: () => !window.confirm(question) });
}
