import { useState } from 'react';
import { Cell, Row, Table } from '../components/table';
import { useMessages } from '../i18n/messages';
import { type SquareHead, type SquareRow } from './heatmap-grid';

interface SquareTableProps {
  readonly label: string;
  readonly nameHead: string;
  readonly heads: readonly SquareHead[];
  readonly rows: readonly SquareRow[];
}

/** The words of all squares, for who would rather read or copy them. */
export function SquareTable({ label, nameHead, heads, rows }: SquareTableProps) {
  const { asTable } = useMessages('heatmap');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="square-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{asTable}</summary>
      {isOpen && (
        <Table label={label} heads={[nameHead, ...heads.map((head) => head.label)]}>
          {rows.map(({ key, name, cells }) => (
            <Row key={key} name={name}>
              {cells.map(({ text }, index) => (
                <Cell key={index} of={heads[index]?.label ?? ''}>
                  {text}
                </Cell>
              ))}
            </Row>
          ))}
        </Table>
      )}
    </details>
  );
}
