import { useState } from 'react';
import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { count } from '../../components/format';
import { Shown } from '../../components/query-content';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { type Start } from './records';
import { KeepFields } from './keep-fields';
import { type Existing, isSameRetention, type Plan, type Retention, retentionOf } from './plan';
import { QuantityField } from './quantity-field';
import { useRetentionText } from './retention-text';
import { type PartProps, WizardSection } from './wizard-section';

interface KeepProps extends PartProps<Plan> {
  readonly known: Existing;
  readonly starts: readonly Start[];
}

const simple: readonly Retention[] = ['14 days', '30 days', '90 days', '1 year'].map((retention) => ({
  retention,
  keep: {},
}));
const forever: Retention = { retention: null, keep: {} };
const rules = 'rules';

/** How long: as a pool that exists, one of a few durations, or by keep rules. */
export function KeepSection({ director, plan, set, known, starts }: KeepProps) {
  const messages = useMessages('newBackup');
  const textOf = useRetentionText();
  const { kept } = plan;
  const [isByRules, setByRules] = useState(Object.keys(kept.keep).length > 0);
  const offered = [...known.pools.map(retentionOf), ...simple, forever].filter(
    ({ keep }) => Object.keys(keep).length === 0,
  );
  const options = offered.filter((one, index) => offered.findIndex((other) => isSameRetention(one, other)) === index);
  const chosen = options.findIndex((one) => isSameRetention(one, kept));
  const poolOf = (one: Retention) => known.pools.find((pool) => isSameRetention(retentionOf(pool), one))?.name;
  const choose = (value: string) => {
    setByRules(value === rules);
    const next = options[Number(value)];
    if (value === rules) set({ kept: { retention: kept.retention ?? '30 days', keep: { monthly: 12 } } });
    else if (next) set({ kept: next });
  };
  return (
    <WizardSection number={4} title={messages.keep}>
      <label className="setup-narrow">
        {messages.keepFor}
        <select value={isByRules ? rules : String(chosen)} onChange={({ target }) => choose(target.value)}>
          {options.map((one, index) => (
            <option key={String(one.retention)} value={index}>
              {messages.keepOption(textOf(one.retention), poolOf(one))}
            </option>
          ))}
          <option value={rules}>{messages.byRules}</option>
        </select>
      </label>
      {isByRules && (
        <>
          <QuantityField
            {...{ kind: 'duration', label: messages.keepAll, value: kept.retention ?? '', required: true }}
            change={(retention) => set({ kept: { ...kept, retention } })}
          />
          <KeepFields value={kept.keep} change={(keep) => set({ kept: { ...kept, keep } })} />
        </>
      )}
      {starts.length > 0 && <KeptPreview {...{ director, starts, kept }} />}
    </WizardSection>
  );
}

interface PreviewProps {
  readonly director: string;
  readonly starts: readonly Start[];
  readonly kept: Retention;
}

/** What would be there after two years of this schedule. */
function KeptPreview({ director, starts, kept: { retention, keep } }: PreviewProps) {
  const messages = useMessages('newBackup');
  const body = {
    director,
    starts: starts.map((start) => ({ ...start })),
    retention,
    keep: Object.keys(keep).length === 0 ? null : { ...keep },
  };
  const preview = useApiQuery(
    ['configuration', 'retention preview', body],
    (api, signal) => api.POST('/api/v1/configuration/previews/retention', { body, signal }),
    { keepsOld: true, enabled: retention !== '' },
  );
  const heads = [messages.run, messages.level, messages.reason];
  return (
    <>
      <AsCurl method="POST" path="/configuration/previews/retention" body={body} />
      <Shown of={preview} rows={1}>
        {({ kept, keptRuns, runs }) => (
          <details>
            <summary>{messages.keptRuns(count(keptRuns), count(runs))}</summary>
            <Table label={messages.keptTable} heads={heads}>
              {kept.map(({ at, level, reasons }) => (
                <Row key={at} name={<Time at={at} as="short" />}>
                  <Cell of={messages.level}>{level}</Cell>
                  <Cell of={messages.reason}>{reasons.map((reason) => messages.reasons[reason]).join(', ')}</Cell>
                </Row>
              ))}
            </Table>
          </details>
        )}
      </Shown>
    </>
  );
}
