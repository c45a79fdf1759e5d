import { useChosenNames } from '../../api/directors';
import { type Filter } from '../../data-table/filters';
import { commonWords } from '../../i18n/common.messages';
import { useMessages } from '../../i18n/messages';
import { type RunSearch, triggerKinds } from './run-query';
import { runsWords } from './runs.messages';
import { type Option, withChosen } from './with-chosen';

const states = ['running', 'queued', 'waiting', 'completed', 'warning', 'error', 'canceled'] as const;
const notOver = 'queued,running,waiting';
const notGood = 'error,canceled';
const over = 'completed,warning,error,canceled';
/** The words that all Directors write. */
const levels = ['Full', 'Differential', 'Incremental', 'VirtualFull'];
const types = ['Backup', 'Restore', 'Verify', 'Copy', 'Migrate', 'Admin'];

const plain = (values: readonly string[]): readonly Option[] => values.map((value) => ({ value, text: value }));

/** The filters of the list. */
export function useRunFilters(search: RunSearch): readonly Filter[] {
  const words = useMessages(runsWords);
  const stateWords = useMessages(commonWords).states;
  const stateOptions = [
    { value: over, text: words.over },
    { value: notOver, text: words.notOver },
    { value: notGood, text: words.notGood },
    ...states.map((value) => ({ value, text: stateWords[value] })),
  ];
  const seen = [
    { value: 'true', text: words.acknowledgedOnly },
    { value: 'false', text: words.unacknowledgedOnly },
  ];
  const starters = triggerKinds.map((value) => ({ value, text: words.starters[value] }));
  const choice = (name: keyof RunSearch, label: string, options: readonly Option[]): Filter => ({
    name,
    label,
    kind: 'choice',
    options: withChosen(options, search[name]),
  });
  const usual: readonly Filter[] = [
    choice('status', words.state, stateOptions),
    { name: 'job', label: words.job, kind: 'name', of: 'jobs' },
    { name: 'client', label: words.client, kind: 'name', of: 'clients' },
    choice('level', words.level, plain(levels)),
    { name: 'until', label: words.until, kind: 'day' },
  ];
  const rare: readonly Filter[] = [
    { name: 'since', label: words.since, kind: 'day' },
    choice('type', words.type, plain(types)),
    { name: 'pool', label: words.pool, kind: 'name', of: 'pools', names: useChosenNames('pools') },
    choice('acknowledged', words.acknowledged, seen),
    choice('triggeredBy', words.startedBy, starters),
    { name: 'triggeredByName', label: words.starterName, kind: 'text' },
    { name: 'triggeredById', label: words.starterId, kind: 'text' },
  ];
  return [...usual, ...rare.map((filter) => ({ ...filter, isRare: true }))];
}
