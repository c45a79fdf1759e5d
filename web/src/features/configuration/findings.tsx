import { Link } from '@tanstack/react-router';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';
import { type Finding } from './records';

interface FindingsProps {
  readonly of: readonly Finding[];
  /** Whether they are about the file in force, which has a page with its lines. */
  readonly isOfFile?: boolean;
}

/** What is wrong or unusual in a configuration, errors first. */
export function Findings({ of, isOfFile = false }: FindingsProps) {
  const messages = useMessages('configurationChange');
  const ordered = [...of].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  if (of.length === 0) return null;
  return (
    <ul className="setup-findings" aria-label={messages.findings}>
      {ordered.map((finding) => (
        <li key={`${finding.place} ${finding.code} ${finding.message}`}>
          <Sentence of={finding} /> {finding.line !== null && <Line of={finding} {...{ isOfFile }} />}
        </li>
      ))}
    </ul>
  );
}

/** A sentence without its subject, which is its place. What the Director alone has words for is in English. */
function Sentence({ of: { severity, code, params, place, message } }: { readonly of: Finding }) {
  const messages = useMessages('configurationChange');
  const translated = messages.found(code, params);
  const text = translated === '' ? message : translated;
  return (
    <span lang={translated === '' ? 'en' : undefined}>
      <State of={severity === 'error' ? 'error' : 'warn'} text={place === '' ? text : `${place}: ${text}`} />
    </span>
  );
}

function Line({ of: { line, column }, isOfFile }: { readonly of: Finding; readonly isOfFile: boolean }) {
  const messages = useMessages('configurationChange');
  const text = messages.line(line ?? 0, column);
  if (!isOfFile) return <span className="quiet">{text}</span>;
  return (
    <Link to="/administration/configuration/text" search={{ line: String(line) }}>
      {text}
    </Link>
  );
}
