import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Shown } from '../../components/query-content';
import { useMessages } from '../../i18n/messages';
import { type Found, type Settings, settingsOfFound } from './settings';
import { wizardWords } from './wizard.messages';

/** What configuration files of the console's machine tell of, each ready to be taken over. */
export function DiscoveredDirectors({ take }: { readonly take: (settings: Settings) => void }) {
  const words = useMessages(wizardWords);
  const found = useApiQuery(['discovered-directors'], (api, signal) =>
    api.GET('/api/v1/admin/discovered-directors', { params: { query: { limit: 50 } }, signal }),
  );
  return (
    <section aria-labelledby="found">
      <div className="head">
        <h2 id="found">{words.found}</h2>
        <AsCurl path="/admin/discovered-directors" />
      </div>
      <Shown of={found} rows={1}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{words.foundNone}</p>
          ) : (
            <>
              <p className="quiet">{words.foundAbout}</p>
              <ul className="found">
                {items.map((one) => (
                  <FoundOne key={`${one.source} ${one.name}`} of={one} take={take} />
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </section>
  );
}

function FoundOne({ of, take }: { readonly of: Found; readonly take: (settings: Settings) => void }) {
  const words = useMessages(wizardWords);
  const { kind, name, address, port, source, catalog, unreadable, known } = of;
  return (
    <li>
      <div>
        <strong>{name}</strong> {known && <span className="quiet">{words.known}</span>}
        <p>{words.foundIn(words.kinds[kind], `${address}:${port}`, source)}</p>
        {catalog !== null && catalog.user !== null && <p>{words.foundCatalog(catalog.database, catalog.user)}</p>}
        {unreadable.length > 0 && <p className="quiet">{words.unreadable(unreadable.join(', '))}</p>}
      </div>
      <button type="button" aria-label={`${words.take}: ${name}`} onClick={() => take(settingsOfFound(of))}>
        {words.take}
      </button>
    </li>
  );
}
