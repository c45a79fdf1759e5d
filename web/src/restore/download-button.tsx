import { addressOfLink } from '../api/address';
import { ask, type Schemas } from '../api/ask';
import { useDenial } from '../api/caller';
import { useDirectors } from '../api/directors';
import { useAction } from '../parts/action';
import { AsCurl } from '../parts/as-curl';
import { Denied } from '../parts/denied';
import { Fault } from '../parts/fault';
import { useWords } from '../words/words';
import { downloadWords } from './download.words';

interface DownloadButtonProps {
  /** The Director, and the runs of one chain of its. */
  readonly director: string;
  readonly jobids: readonly number[];
  /** What is chosen; null: everything that the runs hold. */
  readonly refs: readonly string[] | null;
  /** Whether that is one plain file, which needs no archive. */
  readonly isFile: boolean;
}

/** Brings what is chosen to the machine of whoever is at the page. Not there where the Director cannot. */
export function DownloadButton({ director, jobids, refs, isFile }: DownloadButtonProps) {
  const words = useWords(downloadWords);
  const denial = useDenial('restore:download');
  const { problem, busy, act } = useAction();
  const can = useDirectors()
    .find(({ name }) => name === director)
    ?.abilities.includes('download');
  if (can !== true) return null;
  const id = `no-download-${refs?.join('-').slice(0, 40) ?? 'all'}`;
  const bodyOf = (format: Schemas['DownloadFormat']): Schemas['DownloadBody'] => ({
    ...{ director, jobids: [...jobids], format },
    ...(refs === null ? {} : { refs: [...refs] }),
  });
  const fetchAs = (format: Schemas['DownloadFormat']) =>
    act(async () => {
      const { links } = await ask((api) => api.POST('/api/v1/restore/downloads', { body: bodyOf(format) }));
      save(addressOfLink(links.content));
    });
  const formats = isFile ? (['file'] as const) : (['zip', 'tar'] as const);
  return (
    <>
      <div className="row download">
        {formats.map((format) => (
          <button
            key={format}
            type="button"
            disabled={denial !== null}
            aria-disabled={busy}
            aria-describedby={denial === null ? undefined : id}
            onClick={() => fetchAs(format)}
          >
            {format === 'file' ? words.download : words.as(format)}
          </button>
        ))}
        <AsCurl method="POST" path="/restore/downloads" body={bodyOf(formats[0])} />
      </div>
      <Denied id={id} why={denial} />
      <Fault problem={problem} />
    </>
  );
}

/** A version of a file, from the run that kept it. */
export function DownloadVersion({ version }: { readonly version: Schemas['VersionRecord'] }) {
  if (version.type !== 'file') return null;
  return <DownloadButton director={version.director} jobids={[version.jobId]} refs={[version.ref]} isFile />;
}

/** The browser itself fetches it, into a file and with its own progress. */
function save(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** A ref is the base64url of the path, and a folder's path ends in a slash. */
export function isFolderRef(ref: string): boolean {
  return atob(ref.replaceAll('-', '+').replaceAll('_', '/')).endsWith('/');
}
