import { useId, useRef } from 'react';
import { Chooser } from '../../components/combobox';
import { Field, Tick } from '../../components/labeled-field';
import { type Kind } from '../../components/recent-choices';
import { useMessages } from '../../i18n/messages';
import { type SchemaField, type Start } from './records';
import { KeepFields, type Keep } from './keep-fields';
import { QuantityField } from './quantity-field';
import { StartsField } from './starts-field';
import { mostListed } from './use-configuration';

export interface FieldControlProps {
  readonly type: string;
  readonly field: SchemaField;
  /** As the file has it; undefined: not set. */
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  /** The names of the resources of each type. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

/** The field in the reader's language; a field that this page has no words for in those of the API. */
function useFieldWords({ type, field }: Pick<FieldControlProps, 'type' | 'field'>) {
  const messages = useMessages('configurationFields');
  const labels: Readonly<Record<string, string>> = messages.labels;
  const hints: Readonly<Record<string, string>> = messages.hints;
  const key = `${type}.${field.name}`;
  return { label: labels[key] ?? field.name, hint: key in labels ? hints[key] : field.description };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** One field of a resource, with the control that its kind is best typed in. */
export function FieldControl(props: FieldControlProps) {
  const { field, value, change } = props;
  const words = useFieldWords(props);
  if (field.isList) return <ListControl {...props} {...words} />;
  if (field.kind === 'mapping') return <KeepFields value={value ?? {}} change={(keep) => change(given(keep))} />;
  if (field.kind === 'boolean') {
    const isOn = (value ?? field.default) === true;
    return <Tick {...words} checked={isOn} onChange={() => change(!isOn === field.default ? undefined : !isOn)} />;
  }
  if (field.kind === 'size' || field.kind === 'duration') {
    return (
      <QuantityField
        {...{ kind: field.kind, ...words, value: textOf(value), required: field.required }}
        placeholder={textOf(field.default) || undefined}
        change={(text) => change(text || undefined)}
      />
    );
  }
  if (field.kind === 'choice') return <ChoiceControl {...props} {...words} />;
  if (field.kind === 'reference') return <ReferenceControl {...props} {...words} />;
  return <TextControl {...props} {...words} />;
}

/** An empty mapping would be an error: the field is left out. */
function given(keep: Keep): Keep | undefined {
  return Object.keys(keep).length === 0 ? undefined : keep;
}

interface WordedProps extends FieldControlProps {
  readonly label: string;
  readonly hint: string | undefined;
}

const zones = 'setup-zones';

function TextControl({ field, value, change, label, hint }: WordedProps) {
  const isNumber = field.kind === 'integer';
  const number = {
    type: 'number',
    min: field.minimum ?? undefined,
    max: field.maximum ?? undefined,
    className: 'short',
  };
  const isZone = field.kind === 'timezone';
  return (
    <>
      <Field
        {...{ label, hint, required: field.required, placeholder: textOf(field.default) || undefined }}
        {...(isNumber ? number : { className: field.kind === 'path' ? 'path' : undefined })}
        {...(isZone ? { list: zones } : {})}
        value={textOf(value)}
        onChange={({ target }) =>
          change(target.value === '' ? undefined : isNumber ? Number(target.value) : target.value)
        }
      />
      {isZone && (
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      )}
    </>
  );
}

function ChoiceControl({ type, field, value, change, label, hint }: WordedProps) {
  const messages = useMessages('configurationFields');
  const texts: Readonly<Record<string, string>> = messages.choices;
  const id = useId();
  const usual = textOf(field.default);
  const said = (one: string): string => texts[`${type}.${field.name}.${one}`] ?? one;
  return (
    <div className="field">
      <label>
        {label}
        <select
          value={textOf(value) || usual}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={({ target }) => change(target.value === usual ? undefined : target.value)}
        >
          {(field.enum ?? []).map((one) => (
            <option key={one} value={one}>
              {said(one)}
            </option>
          ))}
        </select>
      </label>
      {hint !== undefined && (
        <span id={id} className="quiet">
          {hint}
        </span>
      )}
    </div>
  );
}

const kinds: Readonly<Record<string, Kind>> = {
  client: 'clients',
  fileset: 'filesets',
  job: 'jobs',
  pool: 'pools',
  schedule: 'schedules',
  storage: 'storages',
};

function ReferenceControl({ field, value, change, names, label }: WordedProps) {
  const messages = useMessages('configurationFields');
  const to = field.reference ?? '';
  const offered = names[to] ?? [];
  return (
    <Chooser
      {...{ label, kind: kinds[to] ?? 'sources', names: offered, chosen: textOf(value) }}
      // There may be more than are listed: these can be typed.
      isFree={offered.length >= mostListed}
      {...(field.required ? {} : { nothing: messages.none })}
      choose={(name) => change(name || undefined)}
    />
  );
}

/** Names that are known are ticked; anything else is typed, one to a line. */
function ListControl(props: WordedProps) {
  const { type, field, value, change, names, label, hint } = props;
  const texts: Readonly<Record<string, string>> = useMessages('configurationFields').choices;
  if (field.kind === 'mapping') {
    return <StartsField {...{ label }} value={(value ?? []) as readonly Start[]} change={(starts) => change(starts)} />;
  }
  const known = field.enum ?? (field.reference === null ? null : (names[field.reference] ?? []));
  const list = listOf(value);
  if (known === null || known.length >= mostListed) {
    return <LinesField {...{ label, hint, required: field.required, value: list }} change={change} />;
  }
  const textOfName = (name: string) => texts[`${type}.${field.name}.${name}`] ?? name;
  return <TickList {...{ label, hint, of: [...new Set([...known, ...list])], value: list, textOfName, change }} />;
}

interface ListFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: readonly string[];
  readonly change: (value: readonly string[] | undefined) => void;
}

/** Texts, one to a line. */
export function LinesField({
  label,
  hint,
  value,
  change,
  required = false,
}: ListFieldProps & { readonly required?: boolean }) {
  const id = useId();
  // Who only passes through the field changes nothing: the form would ask before it is left.
  const isTyped = useRef(false);
  const type = (text: string) => {
    isTyped.current = true;
    change(text === '' ? undefined : text.split('\n'));
  };
  const clean = () => {
    if (isTyped.current) change(cleaned(value));
    isTyped.current = false;
  };
  return (
    <div className="field">
      <label>
        {label}
        <textarea
          {...{
            rows: Math.min(12, Math.max(3, value.length + 1)),
            required,
            spellCheck: false,
            value: value.join('\n'),
          }}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={({ target }) => type(target.value)}
          onBlur={clean}
        />
      </label>
      {hint !== undefined && (
        <span id={id} className="quiet">
          {hint}
        </span>
      )}
    </div>
  );
}

/** Without the empty lines that appear during typing. */
function cleaned(lines: readonly string[]): readonly string[] | undefined {
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '');
  return texts.length === 0 ? undefined : texts;
}

interface TickListProps extends ListFieldProps {
  readonly of: readonly string[];
  readonly textOfName: (name: string) => string;
}

/** Some of a few names. */
function TickList({ label, hint, of, value, textOfName, change }: TickListProps) {
  const toggle = (name: string) => {
    const next = of.filter((one) => value.includes(one) !== (one === name));
    change(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset className="form-part">
      <legend>{label}</legend>
      {hint !== undefined && <p className="quiet">{hint}</p>}
      <div className="ticks">
        {of.map((name) => (
          <Tick key={name} label={textOfName(name)} checked={value.includes(name)} onChange={() => toggle(name)} />
        ))}
      </div>
    </fieldset>
  );
}
