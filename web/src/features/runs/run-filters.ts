import { useChosenNames } from '../../api/directors';
import { type Filter } from '../../data-table/filters';
import { useMessages } from '../../i18n/messages';
import { type RunSearch, triggerKinds } from './run-query';
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
  const messages = useMessages('runs');
  const stateMessages = useMessages('common').states;
  const stateOptions = [
    { value: over, text: messages.over },
    { value: notOver, text: messages.notOver },
    { value: notGood, text: messages.notGood },
    ...states.map((value) => ({ value, text: stateMessages[value] })),
  ];
  const seen = [
    { value: 'true', text: messages.acknowledgedOnly },
    { value: 'false', text: messages.unacknowledgedOnly },
  ];
  const starters = triggerKinds.map((value) => ({ value, text: messages.starters[value] }));
  const choice = (name: keyof RunSearch, label: string, options: readonly Option[]): Filter => ({
    name,
    label,
    kind: 'choice',
    options: withChosen(options, search[name]),
  });
  const usual: readonly Filter[] = [
    choice('status', messages.state, stateOptions),
    { name: 'job', label: messages.job, kind: 'name', of: 'jobs' },
    { name: 'client', label: messages.client, kind: 'name', of: 'clients' },
    choice('level', messages.level, plain(levels)),
    { name: 'until', label: messages.until, kind: 'day' },
  ];
  const rare: readonly Filter[] = [
    { name: 'since', label: messages.since, kind: 'day' },
    choice('type', messages.type, plain(types)),
    { name: 'pool', label: messages.pool, kind: 'name', of: 'pools', names: useChosenNames('pools') },
    choice('acknowledged', messages.acknowledged, seen),
    choice('triggeredBy', messages.startedBy, starters),
    { name: 'triggeredByName', label: messages.starterName, kind: 'text' },
    { name: 'triggeredById', label: messages.starterId, kind: 'text' },
  ];
  return [...usual, ...rare.map((filter) => ({ ...filter, isRare: true }))];
}
