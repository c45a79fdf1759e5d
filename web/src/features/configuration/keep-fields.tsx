import { Field } from '../../components/labeled-field';
import { useMessages } from '../../i18n/messages';

export const keepRules = ['last', 'daily', 'weekly', 'monthly', 'yearly'] as const;
export type Keep = Readonly<Partial<Record<(typeof keepRules)[number], number>>>;

/** How many runs, or periods with a run, are kept beyond the retention; empty: the rule is not set. */
export function KeepFields({ value, change }: { readonly value: Keep; readonly change: (keep: Keep) => void }) {
  const messages = useMessages('configurationFields');
  return (
    <fieldset className="setup-keep">
      <legend>{messages.labels['pool.keep']}</legend>
      <p className="quiet">{messages.hints['pool.keep']}</p>
      <div className="row wrap">
        {keepRules.map((rule) => (
          <Field
            key={rule}
            {...{ label: messages.keepRules[rule], type: 'number', min: 1, max: 100_000, className: 'short' }}
            value={value[rule] ?? ''}
            onChange={({ target }) => {
              const others = Object.entries(value).filter(([name]) => name !== rule);
              const own = target.value === '' ? [] : [[rule, Number(target.value)] as const];
              change(Object.fromEntries([...others, ...own]));
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
