import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Facts } from '../../components/definition-list';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { count } from '../../components/format';
import { State } from '../../components/state';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';

type Verdict = Schemas['AuditVerdict'];

function rangeOf(form: HTMLFormElement): { from?: number; to?: number } {
  const [from, to] = [fieldOf(form, 'from'), fieldOf(form, 'to')];
  return { ...(from === '' ? {} : { from: Number(from) }), ...(to === '' ? {} : { to: Number(to) }) };
}

/** Compares the records with their seals, and says in words what was found. */
export function Verify() {
  const messages = useMessages('audit');
  const { problem, busy, act } = useAction();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = rangeOf(event.currentTarget);
    act(async () => {
      setVerdict(null);
      setVerdict(await ask((api) => api.GET('/api/v1/admin/audit/verify', { params: { query } })));
    });
  };
  return (
    <section className="verify">
      <form className="row wrap" onSubmit={submit}>
        <button aria-disabled={busy}>{messages.verify}</button>
        <AsCurl path="/admin/audit/verify" />
        <details>
          <summary>{messages.range}</summary>
          <div className="row wrap">
            <Seal name="from" label={messages.first} />
            <Seal name="to" label={messages.last} />
          </div>
        </details>
        <details className="about">
          <summary>{messages.aboutTitle}</summary>
          <p>{messages.about}</p>
          <p>{messages.verifyAbout}</p>
          <p>{messages.exportHint}</p>
        </details>
      </form>
      <div role="status">
        {busy && <p className="quiet">{messages.verifying}</p>}
        {verdict && <Said of={verdict} />}
      </div>
      {verdict && <QueryContent of={verdict} />}
      <ErrorMessage problem={problem} />
    </section>
  );
}

function Seal({ name, label }: { readonly name: string; readonly label: string }) {
  return (
    <label>
      {label}
      <input {...{ name, type: 'number', min: 1, max: 999_999_999_999_999, className: 'short' }} />
    </label>
  );
}

function Said({ of: { ok, checked, findingCount } }: { readonly of: Verdict }) {
  const messages = useMessages('audit');
  const text = ok ? messages.fine(checked) : messages.wrong(findingCount);
  return (
    <p className="verdict">
      <State of={ok ? 'ok' : 'error'} text="" /> {text}
    </p>
  );
}

function QueryContent({
  of: { head, checked, findings, findingCount, appendOnly, publicKey },
}: {
  readonly of: Verdict;
}) {
  const messages = useMessages('audit');
  return (
    <>
      <Facts
        of={[
          [messages.checked, count(checked)],
          [messages.head, head === null ? messages.noHead : <Head key="" of={head} />],
          [messages.signed, head && (head.keyId === null ? messages.unsigned : <code key="">{head.keyId}</code>)],
          [messages.hash, head && <code key="">{head.hash}</code>],
        ]}
      />
      <p className="quiet after">{appendOnly ? messages.kept : messages.notKept}</p>
      <p className="quiet">{messages.keepIt}</p>
      <details>
        <summary>{messages.publicKey}</summary>
        <pre className="log short" tabIndex={0} role="region" aria-label={messages.publicKey}>
          {publicKey}
        </pre>
      </details>
      {findings.length > 0 && <Findings of={findings} more={findingCount - findings.length} />}
    </>
  );
}

function Head({ of: { seq, at } }: { readonly of: NonNullable<Verdict['head']> }) {
  const messages = useMessages('audit');
  return (
    <>
      {messages.headNumber(seq)}, <Time at={at} />
    </>
  );
}

function Findings({ of, more }: { readonly of: Verdict['findings']; readonly more: number }) {
  const messages = useMessages('audit');
  return (
    <section>
      <h2>{messages.findings}</h2>
      <Table label={messages.findings} heads={[messages.said, messages.seal, messages.record]}>
        {of.map(({ kind, seq, recordId, detail }, index) => (
          <Row key={index} name={<span title={detail}>{messages.finding[kind]}</span>}>
            <Cell of={messages.seal}>{seq}</Cell>
            <Cell of={messages.record}>
              {recordId && (
                <Link to="/administration/audit/$id" params={{ id: recordId }}>
                  {recordId}
                </Link>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
      {more > 0 && <p className="quiet after">{messages.moreFindings(more)}</p>}
    </section>
  );
}
