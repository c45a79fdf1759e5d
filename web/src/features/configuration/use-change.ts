import { useState } from 'react';
import { ask, type Problem, Refused } from '../../api/request';
import { forget } from '../../api/queries';
import { type Action, useAction } from '../../components/action';
import { messagesOf } from '../../i18n/messages';
import { type Change, type Operation } from './records';

const pollMs = 300;
/** What a change of the configuration changes elsewhere on the page. */
const changed = ['configuration', 'jobs', 'schedule', 'filesets', 'directors', 'pools', 'health', 'overview'];

export async function createDraft(director: string, operations: readonly Operation[]): Promise<Change> {
  const body = { director, operations: [...operations] };
  const draft: Change = await ask((api) => api.POST('/api/v1/configuration/changes', { body }));
  forget('configuration');
  return draft;
}

/** A draft that was rolled back or deleted meanwhile needs no discarding. That it is in force has to be said. */
export async function discardDraft({ id }: Change): Promise<void> {
  try {
    await ask((api) => api.DELETE('/api/v1/configuration/changes/{id}', { params: { path: { id } } }));
  } catch (error) {
    if (error instanceof Refused && needsNoDiscard(error.problem)) return;
    forget('configuration');
    throw error;
  }
}

function needsNoDiscard({ reason, params }: Problem): boolean {
  return reason === 'no_configuration_change' || (reason === 'change_not_draft' && params?.['state'] === 'rolled_back');
}

async function ended(id: string): Promise<Change> {
  for (;;) {
    const params = { path: { id } };
    const change: Change = await ask((api) => api.GET('/api/v1/configuration/changes/{id}', { params }));
    if (change.state !== 'applying') return change;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** That the caller has seen what would be lost. */
export interface Confirmation {
  readonly confirm: string;
  readonly impactHash: string;
}

/** Changes that this page applied, and when: these can be undone for a moment. */
const applied = new Map<string, number>();

export function msSinceApplied(id: string): number {
  return Date.now() - (applied.get(id) ?? 0);
}

/** What may differ once a change is in force is asked for again. */
export function forgetConfiguration(): void {
  forget(...changed);
}

/** Puts a draft into force, and answers the change when that has ended. Rejects where it is not in force then. */
export async function applyChange(draft: Change, confirmation?: Confirmation): Promise<Change> {
  try {
    return await putIntoForce(draft, confirmation);
  } catch (error) {
    // It may be rolled back, or be in force although the answer was lost. What only lacks the confirmation is still a draft.
    if (impactHashIn(error) === null) forgetConfiguration();
    throw error;
  }
}

async function putIntoForce({ id, baseRevision }: Change, confirmation?: Confirmation): Promise<Change> {
  // The same try has the same key: a lost answer does not apply it twice.
  const key = ['page', id, ...(confirmation ? [confirmation.impactHash] : [])].join('-');
  const header = { 'If-Match': `"${baseRevision ?? ''}"`, 'Idempotency-Key': key };
  await ask((api) =>
    api.POST('/api/v1/configuration/changes/{id}/apply', {
      params: { path: { id }, header },
      body: { ...confirmation },
    }),
  );
  const change = await ended(id);
  if (change.state !== 'applied') throw new Error(messagesOf('configurationChange').notApplied[change.state]);
  applied.set(id, Date.now());
  return change;
}

/** A draft that undoes the change. */
export async function createRevert({ id }: Change): Promise<Change> {
  const draft: Change = await ask((api) =>
    api.POST('/api/v1/configuration/changes/{id}/revert', { params: { path: { id } } }),
  );
  forget('configuration');
  return draft;
}

/** The mark of what would be lost, which a refusal of an unconfirmed change names; null where it refuses for another reason. */
export function impactHashIn(error: unknown): string | null {
  if (!(error instanceof Refused)) return null;
  const { impactHash } = error.problem as { readonly impactHash?: string };
  return impactHash ?? null;
}

export interface Drafting {
  readonly action: Action;
  /** What would be changed; null: nothing was proposed. */
  readonly draft: Change | null;
  readonly propose: (operations: readonly Operation[]) => void;
  readonly discard: () => void;
}

/** A change is first a draft, which is shown, and then applied or discarded. */
export function useDrafting(director: string): Drafting {
  const action = useAction();
  const [draft, setDraft] = useState<Change | null>(null);
  return {
    action,
    draft,
    propose: (operations) => action.act(async () => setDraft(await createDraft(director, operations))),
    discard: () =>
      action.act(async () => {
        const unwanted = draft;
        setDraft(null);
        if (unwanted) await discardDraft(unwanted);
        forget('configuration');
      }),
  };
}
