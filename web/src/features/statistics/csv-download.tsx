import { type Api, ask, type Outcome } from '../../api/request';
import { useAction } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { useMessages } from '../../i18n/messages';

interface CsvDownloadProps {
  /** What the table is of, and the name of the file. */
  readonly of: string;
  readonly file: string;
  readonly read: (api: Api) => Promise<Outcome<string>>;
}

/** All rows as a file for spreadsheets. Read by the client, so that a refusal is told and not saved. */
export function CsvDownload({ of, file, read }: CsvDownloadProps) {
  const messages = useMessages('statistics');
  const { problem, busy, act } = useAction();
  const save = () =>
    act(async () => {
      const text = await ask(read);
      const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = file;
      link.click();
      URL.revokeObjectURL(address);
    });
  return (
    <>
      <button
        type="button"
        className="bare csv-download"
        aria-label={messages.csvOf(of)}
        aria-disabled={busy}
        onClick={save}
      >
        {messages.csv}
      </button>
      <ErrorMessage problem={problem} />
    </>
  );
}
