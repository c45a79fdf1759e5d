import { useId } from 'react';
import { useMessages } from '../i18n/messages';
import { type ChosenColumns } from './use-columns';

/** Which columns a list shows. */
export function ColumnChoice<Row>({ of: { all, isShown, toggle } }: { readonly of: ChosenColumns<Row> }) {
  const messages = useMessages('dataTable');
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id}>
        {messages.columns}
      </button>
      <div id={id} className="menu columns" popover="auto" role="group" aria-label={messages.columns}>
        {all.slice(1).map((column) => (
          <label key={column.id} className="check">
            <input type="checkbox" checked={isShown(column.id)} onChange={() => toggle(column.id)} /> {column.head}
          </label>
        ))}
      </div>
    </>
  );
}
