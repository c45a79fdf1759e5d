import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { percent, size } from '../../components/format';
import { Field } from '../../components/labeled-field';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { useDebouncedValue } from '../../components/use-debounced-value';
import { useMessages } from '../../i18n/messages';
import { pathOf } from './folder-selection';
import { type Existing, type Plan } from './plan';
import { type PartProps, WizardSection } from './wizard-section';

interface WhereProps extends PartProps<Plan> {
  readonly known: Existing;
}

/** The folder of a storage as the file has it. */
export function folderOf({ storages }: Existing, name: string | null): string {
  const folder = storages.find((one) => one.name === name)?.own['folder'];
  return typeof folder === 'string' ? folder : '';
}

/** Where to: a storage that exists, or a folder that becomes one. */
export function WhereSection({ director, plan, set, known }: WhereProps) {
  const messages = useMessages('newBackup');
  const { storage, folder, selection } = plan;
  const place = useDebouncedValue(pathOf(storage === null ? folder.trim() : folderOf(known, storage)));
  return (
    <WizardSection number={2} title={messages.where}>
      <div className="row wrap">
        <label>
          {messages.storage}
          <select value={storage ?? ''} onChange={({ target }) => set({ storage: target.value || null })}>
            {known.storages.map(({ name }) => (
              <option key={name} value={name}>
                {messages.storageAt(name, folderOf(known, name))}
              </option>
            ))}
            <option value="">{messages.otherFolder}</option>
          </select>
        </label>
        {storage === null && (
          <Field
            {...{ label: messages.folder, className: 'path', required: true, placeholder: '/mnt/backup' }}
            {...{ value: folder, pattern: '/.*', title: messages.absolute }}
            onChange={({ target }) => set({ folder: target.value })}
          />
        )}
      </div>
      {place.startsWith('/') && (
        <Place {...{ director, include: selection.include, isNew: storage === null }} folder={place} />
      )}
    </WizardSection>
  );
}

interface PlaceProps {
  readonly director: string;
  readonly folder: string;
  readonly include: readonly string[];
  readonly isNew: boolean;
}

/** Free space, and what speaks against the folder. */
function Place({ director, folder, include, isNew }: PlaceProps) {
  const messages = useMessages('newBackup');
  const body = { director, folder, include: [...include] };
  const place = useApiQuery(
    ['configuration', 'place', body],
    (api, signal) => api.POST('/api/v1/configuration/previews/place', { body, signal }),
    { keepsOld: true },
  );
  return (
    <>
      <AsCurl method="POST" path="/configuration/previews/place" body={body} />
      <Shown of={place} rows={1}>
        {(known) => (
          <ul className="setup-lines" aria-label={messages.place}>
            {known.freeBytes !== null && known.totalBytes !== null && known.totalBytes > 0 && (
              <li>
                {messages.free(
                  size(known.freeBytes),
                  size(known.totalBytes),
                  percent(known.freeBytes / known.totalBytes),
                )}
              </li>
            )}
            {!known.exists && known.isWritable && <li>{messages.isMade}</li>}
            {!known.isWritable && (
              <li>
                <State of="error" text={messages.notWritable(folder)} />
              </li>
            )}
            {known.sameDiskAs.length > 0 && (
              <li>
                <State of="warn" text={messages.sameDisk(known.sameDiskAs.join(', '))} />
              </li>
            )}
            {known.insideSource !== null && (
              <li>
                <State of="warn" text={messages.insideSource(known.insideSource)} />
              </li>
            )}
            {isNew && known.containsStorages.length > 0 && (
              <li>
                <State of="error" text={messages.containsStorages(known.containsStorages.join(', '))} />
              </li>
            )}
            {isNew && known.insideStorage !== null && (
              <li>
                <State of="error" text={messages.insideStorage(known.insideStorage)} />
              </li>
            )}
          </ul>
        )}
      </Shown>
    </>
  );
}
