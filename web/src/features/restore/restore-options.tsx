import { useState } from 'react';
import { usePermissionError } from '../../api/disabled-reason';
import { type Source, useSource } from '../../api/directors';
import { Denied } from '../../components/no-permission';
import { fieldOf } from '../../components/form-field';
import { useMessages } from '../../i18n/messages';
import { type Choice, useOwnDirector } from './use-restore-state';

/** What few restores need, folded away: only what the Director can. */
export function RestoreOptions({ choice }: { readonly choice: Choice }) {
  const messages = useMessages('relocation');
  const source = useSource(useOwnDirector().director);
  if (source === undefined || !hasOptions(source)) return null;
  const { abilities, restoreJobs, storages } = source;
  const { query, choose } = choice;
  return (
    <details open={query.job !== undefined || query.storage !== undefined || undefined}>
      <summary>{messages.options}</summary>
      <div className="stack">
        {abilities.includes('restore-job') && (
          <Choose label={messages.job} names={restoreJobs} chosen={query.job} choose={(job) => choose({ job })} />
        )}
        {abilities.includes('restore-storage') && (
          <Choose
            {...{ label: messages.storage, names: storages, chosen: query.storage }}
            choose={(storage) => choose({ storage })}
          />
        )}
        {abilities.includes('plugin-options') && <PluginFields />}
      </div>
    </details>
  );
}

function hasOptions({ abilities }: Source): boolean {
  return ['restore-job', 'restore-storage', 'plugin-options'].some((one) => abilities.includes(one));
}

interface ChooseProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: string | undefined;
  readonly choose: (name: string) => void;
}

function Choose({ label, names, chosen = '', choose }: ChooseProps) {
  const messages = useMessages('relocation');
  return (
    <label>
      {label}
      <select value={chosen} onChange={({ target }) => choose(target.value)}>
        <option value="">{messages.usual}</option>
        {(chosen === '' || names.includes(chosen) ? names : [chosen, ...names]).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

const bpipeParts = ['file', 'reader', 'writer'] as const;

/** Not in the address: a link must not run programs, and options may hold what is nobody's business. */
function PluginFields() {
  const messages = useMessages('relocation');
  const denial = usePermissionError('restore:commands');
  const [plugin, setPlugin] = useState('');
  return (
    <>
      <label>
        {messages.pluginKind}
        <select
          {...{ name: 'plugin', value: plugin, disabled: denial !== null }}
          aria-describedby={denial === null ? undefined : 'no-commands'}
          onChange={({ target }) => setPlugin(target.value)}
        >
          <option value="">{messages.noPlugin}</option>
          <option>bpipe</option>
          <option value="other">{messages.otherPlugin}</option>
        </select>
      </label>
      <Denied id="no-commands" why={denial} />
      {plugin === 'bpipe' &&
        bpipeParts.map((part) => (
          <label key={part}>
            {messages.bpipe[part]}
            {/* A colon begins the next part. */}
            <input
              {...{ name: `bpipe-${part}`, className: 'path', spellCheck: false, required: true }}
              pattern='[^:"\\]+'
            />
          </label>
        ))}
      {plugin === 'other' && (
        <label>
          {messages.plugin}
          <input
            {...{ name: 'pluginOptions', className: 'path', spellCheck: false, required: true, maxLength: 1000 }}
          />
        </label>
      )}
      {plugin !== '' && <p className="quiet">{messages.pluginHint}</p>}
    </>
  );
}

/** What the form says for plugins; empty where it says nothing. */
export function pluginOptionsIn(form: HTMLFormElement): string {
  const plugin = fieldOf(form, 'plugin');
  if (plugin === 'bpipe')
    return ['bpipe', ...bpipeParts.map((part) => `${part}=${fieldOf(form, `bpipe-${part}`).trim()}`)].join(':');
  return plugin === 'other' ? fieldOf(form, 'pluginOptions').trim() : '';
}
