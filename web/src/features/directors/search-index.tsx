import { useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { type Director } from '../../api/directors';
import { forget } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { count } from '../../components/format';
import { ConfirmButton } from '../../components/confirm-button';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';

type Index = Schemas['SearchIndexRecord'];

/** Whether the catalog was never read: that no run waits means nothing then. */
export function isUnread({ runs, readAt }: Index): boolean {
  return readAt === null && runs === 0;
}

/** How far the index of names has come, and how to have it built anew. */
export function SearchIndex({ director: { name, searchIndex } }: { readonly director: Director }) {
  const { index } = useMessages('directors');
  const [said, setSaid] = useState('');
  const why = usePermissionError('directors:manage');
  const rebuild = async () => {
    await ask((api) =>
      api.POST('/api/v1/admin/search-index/{director}/rebuild', { params: { path: { director: name } } }),
    );
    setSaid(index.rebuilt);
    forget('directors', 'health');
  };
  const messages = { label: index.rebuild, really: index.really, keep: index.keep };
  return (
    <section aria-labelledby="search-index">
      <div className="head">
        <h2 id="search-index">{index.title}</h2>
        <AsCurl method="POST" path={`/admin/search-index/${encodeURIComponent(name)}/rebuild`} />
      </div>
      <p className="quiet">{index.about}</p>
      {searchIndex === null ? <p>{index.unread}</p> : <Progress of={searchIndex} />}
      <p className="quiet">{index.loses}</p>
      {why === null ? (
        <ConfirmButton {...messages} work={rebuild} />
      ) : (
        <>
          <button type="button" disabled aria-describedby="no-rebuild">
            {index.rebuild}
          </button>
          <Denied id="no-rebuild" why={why} />
        </>
      )}
      <p role="status">{said}</p>
    </section>
  );
}

function Progress({ of }: { readonly of: Index }) {
  const { index } = useMessages('directors');
  const { failure } = of;
  return (
    <>
      {isUnread(of) ? <p>{index.unread}</p> : <Done of={of} />}
      {failure !== null && (
        <p className="fault">
          {index.failure} {failure}
        </p>
      )}
    </>
  );
}

function Done({ of: { runs, waiting, entries, readAt } }: { readonly of: Index }) {
  const { index } = useMessages('directors');
  const done = runs - waiting;
  return (
    <>
      <p>
        {index.progress(count(done), count(runs))} {index.entries(entries)}
      </p>
      {waiting > 0 && <progress aria-label={index.bar} value={done} max={runs} />}
      <p className="quiet">
        {readAt === null ? (
          index.never
        ) : (
          <>
            {index.readAt} <Time at={readAt} as="short" />
          </>
        )}
      </p>
    </>
  );
}
