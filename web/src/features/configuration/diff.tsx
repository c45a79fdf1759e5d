import { useMessages } from '../../i18n/messages';

type Kind = 'added' | 'removed' | 'place' | undefined;

function kindOf(line: string): Kind {
  if (line.startsWith('@@') || line.startsWith('---') || line.startsWith('+++')) return 'place';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : undefined;
}

/** A unified diff, line by line as it is; its signs say what the colors say. */
export function Diff({ of }: { readonly of: string }) {
  const messages = useMessages('configurationChange');
  if (of === '') return <p className="quiet">{messages.noDiff}</p>;
  const lines = of.replace(/\n$/, '').split('\n');
  return (
    <pre className="setup-text" tabIndex={0} role="region" aria-label={messages.diff}>
      {lines.map((line, index) => (
        <span key={index} data-kind={kindOf(line)}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
}
