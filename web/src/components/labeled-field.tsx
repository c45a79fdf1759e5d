import { type ComponentProps, type ReactNode, useId } from 'react';
import './labeled-field.css';

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly hint?: ReactNode;
}

/** A field of a form, with what one has to know of it under it. */
export function Field({ label, hint, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label>
        {label}
        <input autoComplete="off" spellCheck={false} {...input} {...(hint ? { 'aria-describedby': id } : {})} />
      </label>
      {hint && (
        <span id={id} className="quiet">
          {hint}
        </span>
      )}
    </div>
  );
}

/** A secret: shown to nobody, and no password that a browser should remember. */
export function SecretField(props: FieldProps) {
  return <Field type="password" {...props} autoComplete="new-password" />;
}

interface TickProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly hint?: string | null;
}

export function Tick({ label, hint = null, ...input }: TickProps) {
  const id = useId();
  return (
    <div>
      <label className="check">
        <input type="checkbox" {...input} {...(hint === null ? {} : { 'aria-describedby': id })} /> {label}
      </label>
      {hint !== null && (
        <span id={id} className="tick-hint quiet">
          {hint}
        </span>
      )}
    </div>
  );
}
