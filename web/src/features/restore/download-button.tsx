import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { addressOfLink } from '../../api/address';
import { ask, Refused, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useSource } from '../../api/directors';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { size } from '../../components/format';
import { useMessages } from '../../i18n/messages';

interface DownloadButtonProps {
  /** The Director, and the runs of one chain of its. */
  readonly director: string;
  readonly jobids: readonly number[];
  /** What is chosen; null: everything that the runs hold. */
  readonly refs: readonly string[] | null;
  /** Whether that is one plain file, which needs no archive. */
  readonly isFile: boolean;
  /** In a list of several: a plain button, and the reason why all are disabled stands at the id `deniedBy`. */
  readonly inList?: { readonly deniedBy: string; readonly hasLine: boolean; readonly label: string };
}

/** Brings what is chosen to the machine of whoever is at the page. Not there where the Director cannot. */
export function DownloadButton({ director, jobids, refs, isFile, inList }: DownloadButtonProps) {
  const messages = useMessages('download');
  const denial = usePermissionError('restore:download');
  const { problem, busy, act } = useAction();
  const { preparing, whenReady } = usePreparing();
  const can = useSource(director)?.abilities.includes('download');
  if (can !== true) return null;
  const id = inList?.deniedBy ?? `no-download-${refs?.join('-').slice(0, 40) ?? 'all'}`;
  const bodyOf = (format: Schemas['DownloadFormat']): Schemas['DownloadBody'] => ({
    director,
    jobids: [...jobids],
    format,
    ...(refs === null ? {} : { refs: [...refs] }),
  });
  const fetchAs = (format: Schemas['DownloadFormat']) =>
    act(async () => {
      const made = await ask((api) => api.POST('/api/v1/restore/downloads', { body: bodyOf(format) }));
      if (await whenReady(made)) save(addressOfLink(made.links.content));
    });
  const formats = isFile ? (['file'] as const) : (['zip', 'tar'] as const);
  return (
    <>
      <div className="row download">
        {formats.map((format) => (
          <button
            key={format}
            type="button"
            aria-label={inList?.label}
            disabled={denial !== null}
            aria-disabled={busy}
            aria-describedby={denial === null ? undefined : id}
            onClick={() => fetchAs(format)}
          >
            {format === 'file' ? messages.download : messages.as(format)}
          </button>
        ))}
        {inList?.hasLine !== false && <AsCurl method="POST" path="/restore/downloads" body={bodyOf(formats[0])} />}
      </div>
      {!inList && <Denied id={id} why={denial} />}
      {/* There before it says something, so that it is read out. */}
      <div role="status">{preparing && <Preparing download={preparing} director={director} />}</div>
      <ErrorMessage problem={problem} />
    </>
  );
}

type Download = Schemas['DownloadRecord'];
const askEveryMs = 2_000;

/** Waits for the restore of a download, as long as the button is there. */
function usePreparing() {
  const [preparing, setPreparing] = useState<Download | null>(null);
  const left = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);
  /** false: the page was left. Throws Refused where the restore did not bring everything. */
  const whenReady = async (made: Download): Promise<boolean> => {
    const { signal } = left.current;
    try {
      for (let download = made; ; download = await look(download, signal)) {
        if (download.state === 'failed') throw failed(download);
        if (download.state === 'ready') return true;
        setPreparing(download);
        await new Promise((resolve) => setTimeout(resolve, askEveryMs));
        if (signal.aborted) return false;
      }
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    } finally {
      setPreparing(null);
    }
  };
  return { preparing, whenReady };
}

function look({ id }: Download, signal: AbortSignal): Promise<Download> {
  return ask((api) => api.GET('/api/v1/restore/downloads/{id}', { params: { path: { id } }, signal }));
}

function failed({ jobId, problem }: Download): Refused {
  const words = problem ?? '';
  const params = { jobId: jobId ?? 0, words };
  const said = { title: 'Conflict', detail: words, code: 'conflict', reason: 'download_failed', params } as const;
  return new Refused(said, 409);
}

/** How far the restore is; the page of its run says more, and cancels it. */
function Preparing({ download, director }: { readonly download: Download; readonly director: string }) {
  const messages = useMessages('download');
  const { jobId, progress } = download;
  return (
    <p className="row wrap">
      <progress
        aria-label={messages.preparing}
        max={1}
        {...(progress?.fraction == null ? {} : { value: progress.fraction })}
      />
      <span>{messages.preparing}</span>
      {progress && <span>{messages.restored(progress.files, size(progress.bytes))}</span>}
      {jobId !== null && (
        <Link to="/runs/$jobId" params={{ jobId: String(jobId) }} search={{ director }}>
          {messages.run(String(jobId))}
        </Link>
      )}
      <span className="quiet">{messages.stay}</span>
    </p>
  );
}

interface DownloadVersionProps {
  readonly version: Schemas['VersionRecord'];
  /** The first of the list, whose line of curl stands for all. */
  readonly isFirst: boolean;
}

/** A version of a file, from the run that kept it, in the list of its versions. */
export function DownloadVersion({ version: { type, director, jobId, ref }, isFirst }: DownloadVersionProps) {
  const { download } = useMessages('download');
  const { ofRun } = useMessages('restore');
  if (type !== 'file') return null;
  return (
    <DownloadButton
      {...{ director, jobids: [jobId], refs: [ref], isFile: true }}
      inList={{ deniedBy: 'no-version-download', hasLine: isFirst, label: ofRun(download, jobId) }}
    />
  );
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
