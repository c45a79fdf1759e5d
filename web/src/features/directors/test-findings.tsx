import { type Schemas } from '../../api/request';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';
import { type Tested } from './use-test';

type Stage = Schemas['DirectorTestStage'];

const states: Readonly<Record<Stage['status'], string>> = {
  ok: 'ok',
  warn: 'warn',
  failed: 'error',
  skipped: 'unknown',
};

/** What each stage of a test showed, in the order in which it was looked at. */
export function Findings({ stages }: { readonly stages: readonly Stage[] }) {
  const messages = useMessages('wizard');
  const { found } = useMessages('testStage');
  return (
    <ul className="checks">
      {stages.map((one) => (
        <li key={one.stage} data-stage={one.stage}>
          <State of={states[one.status]} text={messages.statuses[one.status]} />
          <div>
            <strong>{messages.stages[one.stage]}</strong>
            <p>{found(one)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface StageFindingsProps {
  readonly of: Tested | null;
  /** Only those of these stages. */
  readonly stages: readonly string[];
}

/** What a test showed of one step, as long as it is of the settings as they stand. */
export function StageFindings({ of, stages }: StageFindingsProps) {
  if (of === null || of.isOutdated) return null;
  return <Findings stages={of.result.stages.filter(({ stage }) => stages.includes(stage))} />;
}
