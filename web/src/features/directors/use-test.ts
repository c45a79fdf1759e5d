import { useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { type Action, useAction } from '../../components/action';
import { createBodyOf, type Settings } from './settings';

/** What a test showed, and whether the fields have changed since. */
export interface Tested {
  readonly result: Schemas['DirectorTest'];
  readonly isOutdated: boolean;
}

export interface Test {
  readonly action: Action;
  readonly run: () => void;
}

/** Tests settings that are not stored. */
export function useTest(settings: Settings): { readonly test: Test; readonly tested: Tested | null } {
  const action = useAction();
  const [last, setLast] = useState<{ readonly of: string; readonly result: Schemas['DirectorTest'] } | null>(null);
  const body = createBodyOf(settings);
  const of = JSON.stringify(body);
  const run = () =>
    action.act(async () => {
      const result = await ask((api) => api.POST('/api/v1/admin/directors/test', { body }));
      setLast({ of, result });
    });
  const tested = last === null ? null : { result: last.result, isOutdated: last.of !== of };
  return { test: { action, run }, tested };
}
