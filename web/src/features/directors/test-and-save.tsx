import { type RefObject, useLayoutEffect, useRef } from 'react';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';
import { changeBodyOf, createBodyOf, type Settings } from './settings';
import { type Test, type Tested } from './use-test';

interface TestAndSaveProps {
  readonly settings: Settings;
  /** As they were stored; absent for one that is new. */
  readonly stored?: Settings;
  readonly test: Test;
  readonly tested: Tested | null;
  readonly save: { readonly text: string; readonly isReady: boolean; readonly busy: boolean };
}

/** The last step: what is there is tried, and only then kept. */
export function TestAndSave({ settings, stored, test, tested, save }: TestAndSaveProps) {
  const messages = useMessages('wizard');
  const { problem, busy } = test.action;
  const section = useKeptInView(tested?.result);
  const hasSecrets = settings.password !== '' && settings.rolePassword !== '';
  return (
    <section aria-labelledby="try" ref={section}>
      <h2 id="try">{messages.try}</h2>
      <p className="quiet">{messages.tryAbout}</p>
      <div role="status">{busy ? messages.testing : <Verdict tested={tested} />}</div>
      <div className="row wrap after">
        {(stored === undefined || hasSecrets) && <TestButton tested={tested} busy={busy} />}
        <AsCurl method="POST" path="/admin/directors/test" body={withoutSecrets(settings)} />
        <SaveButton save={save} isFirst={stored !== undefined || isProven(tested)} />
        <SaveCurl {...{ settings, stored }} />
      </div>
      {!save.isReady && (
        <p id="test-first" className="quiet">
          {messages.testFirst}
        </p>
      )}
      <ErrorMessage problem={problem} />
    </section>
  );
}

/** What a test found is shown above, beside its fields: the button that was pressed would leave the window, if only for a moment. */
function useKeptInView(result: Tested['result'] | undefined): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (section.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return section;
}

function isProven(tested: Tested | null): boolean {
  return tested !== null && !tested.isOutdated && tested.result.ok;
}

function TestButton({ tested, busy }: { readonly tested: Tested | null; readonly busy: boolean }) {
  const messages = useMessages('wizard');
  const className = isProven(tested) ? undefined : 'primary';
  return (
    <button {...{ className, name: 'action', value: 'test', 'aria-disabled': busy }}>
      {tested === null ? messages.test : messages.testAgain}
    </button>
  );
}

function SaveButton({ save, isFirst }: Pick<TestAndSaveProps, 'save'> & { readonly isFirst: boolean }) {
  const state = { disabled: !save.isReady, 'aria-disabled': save.busy };
  return (
    <button
      {...{ className: isFirst ? 'primary' : undefined, name: 'action', value: 'save', ...state }}
      aria-describedby={save.isReady ? undefined : 'test-first'}
    >
      {save.text}
    </button>
  );
}

function SaveCurl({
  settings,
  stored,
}: Pick<TestAndSaveProps, 'settings'> & { readonly stored: Settings | undefined }) {
  if (stored === undefined) return <AsCurl method="POST" path="/admin/directors" body={withoutSecrets(settings)} />;
  const path = `/admin/directors/${encodeURIComponent(stored.name)}`;
  return <AsCurl method="PATCH" path={path} body={changeBodyOf(stored, hidden(settings))} />;
}

/** A line of curl ends in a shell's history: it names the secrets and does not hold them. */
function withoutSecrets(settings: Settings): object {
  return createBodyOf({ ...hidden(settings), password: '$PASSWORD', rolePassword: 'PASSWORD' });
}

/** What was typed of secrets, as names of them. */
function hidden(settings: Settings): Settings {
  const { password, rolePassword, key, catalogKey } = settings;
  return {
    ...settings,
    ...(password === '' ? {} : { password: '$PASSWORD' }),
    ...(rolePassword === '' ? {} : { rolePassword: 'PASSWORD' }),
    ...(key === '' ? {} : { key: '$KEY' }),
    ...(catalogKey === '' ? {} : { catalogKey: '$CATALOG_KEY' }),
  };
}

function Verdict({ tested }: { readonly tested: Tested | null }) {
  const messages = useMessages('wizard');
  if (tested === null) return null;
  if (tested.isOutdated) return <State of="unknown" text={messages.outdated} />;
  return tested.result.ok ? <State of="ok" text={messages.allWell} /> : <State of="error" text={messages.notAllWell} />;
}
