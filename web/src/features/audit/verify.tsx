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
import { auditWords } from './audit.messages';

type Verdict = Schemas['AuditVerdict'];

function rangeOf(form: HTMLFormElement): { from?: number; to?: number } {
  const [from, to] = [fieldOf(form, 'from'), fieldOf(form, 'to')];
  return { ...(from === '' ? {} : { from: Number(from) }), ...(to === '' ? {} : { to: Number(to) }) };
}

/** Compares the records with their seals, and says in words what was found. */
export function Verify() {
  const words = useMessages(auditWords);
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
        <button aria-disabled={busy}>{words.verify}</button>
        <AsCurl path="/admin/audit/verify" />
        <details>
          <summary>{words.range}</summary>
          <div className="row wrap">
            <Seal name="from" label={words.first} />
            <Seal name="to" label={words.last} />
          </div>
        </details>
        <details className="about">
          <summary>{words.aboutTitle}</summary>
          <p>{words.about}</p>
          <p>{words.verifyAbout}</p>
          <p>{words.exportHint}</p>
        </details>
      </form>
      <div role="status">
        {busy && <p className="quiet">{words.verifying}</p>}
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
  const words = useMessages(auditWords);
  const text = ok ? words.fine(checked) : words.wrong(findingCount);
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
  const words = useMessages(auditWords);
  return (
    <>
      <Facts
        of={[
          [words.checked, count(checked)],
          [words.head, head === null ? words.noHead : <Head key="" of={head} />],
          [words.signed, head && (head.keyId === null ? words.unsigned : <code key="">{head.keyId}</code>)],
          [words.hash, head && <code key="">{head.hash}</code>],
        ]}
      />
      <p className="quiet after">{appendOnly ? words.kept : words.notKept}</p>
      <p className="quiet">{words.keepIt}</p>
      <details>
        <summary>{words.publicKey}</summary>
        <pre className="log short" tabIndex={0} role="region" aria-label={words.publicKey}>
          {publicKey}
        </pre>
      </details>
      {findings.length > 0 && <Findings of={findings} more={findingCount - findings.length} />}
    </>
  );
}

function Head({ of: { seq, at } }: { readonly of: NonNullable<Verdict['head']> }) {
  const words = useMessages(auditWords);
  return (
    <>
      {words.headNumber(seq)}, <Time at={at} />
    </>
  );
}

function Findings({ of, more }: { readonly of: Verdict['findings']; readonly more: number }) {
  const words = useMessages(auditWords);
  return (
    <section>
      <h2>{words.findings}</h2>
      <Table label={words.findings} heads={[words.said, words.seal, words.record]}>
        {of.map(({ kind, seq, recordId, detail }, index) => (
          <Row key={index} name={<span title={detail}>{words.finding[kind]}</span>}>
            <Cell of={words.seal}>{seq}</Cell>
            <Cell of={words.record}>
              {recordId && (
                <Link to="/administration/audit/$id" params={{ id: recordId }}>
                  {recordId}
                </Link>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
      {more > 0 && <p className="quiet after">{words.moreFindings(more)}</p>}
    </section>
  );
}
