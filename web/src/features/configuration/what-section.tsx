import { type SyntheticEvent } from 'react';
import { ask, type Schemas } from '../../api/request';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { count, size } from '../../components/format';
import { Tick } from '../../components/labeled-field';
import { useStoppable } from '../../components/use-stoppable';
import { useMessages } from '../../i18n/messages';
import { LinesField } from './field-control';
import { toggled, withTyped } from './folder-selection';
import { FolderTree } from './folder-tree';
import { type Existing, filesetOf, type Plan } from './plan';
import { type PartProps, WizardSection } from './wizard-section';
import { useSchema } from './use-configuration';

interface WhatProps extends PartProps<Plan> {
  readonly known: Existing;
  /** A path in the field for one, not added yet. */
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
}

/** What to back up: folders of this machine, and what of them is left out. */
export function WhatSection(props: WhatProps) {
  const { director, plan, set } = props;
  const messages = useMessages('newBackup');
  const { selection } = plan;
  return (
    <WizardSection number={1} title={messages.what}>
      <p className="quiet">{messages.whatHint}</p>
      <FolderTree {...{ director, selection }} change={(next) => set({ selection: next })} />
      <TypedPath {...props} />
      <Chosen {...props} />
      <Presets {...props} />
      <details>
        <summary>{messages.more}</summary>
        <Patterns {...props} />
      </details>
      <Estimate {...props} />
    </WizardSection>
  );
}

/** For a folder that is quicker typed than found. */
function TypedPath({ plan: { selection }, set, typed, setTyped }: WhatProps) {
  const messages = useMessages('newBackup');
  const isPath = typed.trim().startsWith('/');
  const add = () => {
    if (!isPath) return;
    set({ selection: withTyped(selection, typed) });
    setTyped('');
  };
  const onKeyDown = (event: { readonly key: string } & Pick<SyntheticEvent, 'preventDefault'>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div className="row wrap">
      <label>
        {messages.typePath}
        <input
          {...{ className: 'path', spellCheck: false, autoComplete: 'off', placeholder: '/srv/data', value: typed }}
          {...{ pattern: '\\s*(/.*)?', title: messages.pathHint }}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <button type="button" disabled={!isPath} onClick={add}>
        {messages.addPath}
      </button>
    </div>
  );
}

function Chosen({ plan: { selection }, set }: PartProps<Plan>) {
  const messages = useMessages('newBackup');
  const { include, exclude } = selection;
  return (
    <>
      <p role="status">{include.length === 0 ? messages.nothingChosen : messages.chosen(include.length)}</p>
      <ul className="setup-chosen" aria-label={messages.chosenList}>
        {include.map((path) => (
          <li key={path}>
            <span className="path">{path}</span>
            <button
              type="button"
              aria-label={messages.removePath(path)}
              onClick={() => set({ selection: toggled(selection, path) })}
            >
              ✕
            </button>
          </li>
        ))}
        {exclude.map((path) => (
          <li key={`not ${path}`}>
            <span>
              {messages.leftOut} <span className="path">{path}</span>
            </span>
            <button
              type="button"
              aria-label={messages.removePath(path)}
              onClick={() => set({ selection: toggled(selection, path) })}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Lists of patterns that the Director knows by name. */
function Presets({ director, plan: { presets }, set }: PartProps<Plan>) {
  const messages = useMessages('newBackup');
  const texts: Readonly<Record<string, string>> = useMessages('configurationFields').choices;
  const { data } = useSchema(director);
  const fields = data?.types.find(({ type }) => type === 'fileset')?.fields ?? [];
  const known = fields.find(({ name }) => name === 'excludePresets')?.enum ?? [];
  const toggle = (name: string) => set({ presets: known.filter((one) => presets.includes(one) !== (one === name)) });
  return (
    <fieldset className="form-part">
      <legend>{messages.leaveOut}</legend>
      <div className="ticks">
        {known.map((name) => (
          <Tick
            key={name}
            label={texts[`fileset.excludePresets.${name}`] ?? name}
            checked={presets.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Patterns({ plan: { patterns, markerFiles, oneFilesystem }, set }: PartProps<Plan>) {
  const { labels, hints } = useMessages('configurationFields');
  return (
    <div className="form-part">
      <LinesField
        {...{ label: labels['fileset.exclude'], hint: hints['fileset.exclude'], value: patterns }}
        change={(next) => set({ patterns: next ?? [] })}
      />
      <LinesField
        {...{ label: labels['fileset.markerFiles'], hint: hints['fileset.markerFiles'], value: markerFiles }}
        change={(next) => set({ markerFiles: next ?? [] })}
      />
      <Tick
        {...{ label: labels['fileset.oneFilesystem'], hint: hints['fileset.oneFilesystem'], checked: oneFilesystem }}
        onChange={() => set({ oneFilesystem: !oneFilesystem })}
      />
    </div>
  );
}

/** How much that is, counted on request: a large disk takes a minute. */
function Estimate({ director, plan, known }: WhatProps) {
  const messages = useMessages('newBackup');
  const fileset = filesetOf(plan, known);
  const question = JSON.stringify(fileset);
  const body = { director, fileset: { ...fileset } };
  const { action, answer, start, stop } = useStoppable<Schemas['FilesetEstimateRecord']>();
  const countNow = () =>
    start(question, (signal) => ask((api) => api.POST('/api/v1/configuration/previews/estimate', { body, signal })));
  const estimate = answer?.to === question ? answer.value : null;
  return (
    <>
      <div className="row">
        <button
          type="button"
          disabled={plan.selection.include.length === 0}
          aria-disabled={action.busy}
          onClick={countNow}
        >
          {messages.estimate}
        </button>
        {action.busy && (
          <button type="button" onClick={stop}>
            {messages.stop}
          </button>
        )}
        <AsCurl method="POST" path="/configuration/previews/estimate" body={body} />
      </div>
      <div role="status" className="after">
        {action.busy && messages.estimating}
        {estimate && (
          <>
            <p>
              {messages.estimated(estimate.files, size(estimate.bytes))} {!estimate.complete && messages.incomplete}
            </p>
            {estimate.largest.length > 0 && (
              <details>
                <summary>{messages.largest}</summary>
                <ul className="setup-lines">
                  {estimate.largest.map(({ path, bytes }) => (
                    <li key={path} title={`${count(bytes)} B`}>
                      <span className="path">{path}</span> <span className="quiet">{size(bytes)}</span>
                    </li>
                  ))}
                </ul>
              </details>
            )}
            {estimate.warningCount > 0 && (
              <details>
                <summary>{messages.warnings(estimate.warningCount)}</summary>
                <ul className="setup-lines" lang="en">
                  {estimate.warnings.map((warning) => (
                    <li key={warning}>{warning}</li>
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </div>
      <ErrorMessage problem={action.problem} />
    </>
  );
}
