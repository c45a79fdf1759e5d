import { readFileSync } from 'node:fs';

const source = new URL('../../../docs/integrate/errors.md', import.meta.url);

/** docs/integrate/errors.md as a page whose rows have the addresses that problems name as their `type`. */
export function errorsPage(): string {
  const rows = [...readFileSync(source, 'utf8').matchAll(/^\| `(\w+)`\s*\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map(rowOf);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Backup Console</title>
<link rel="stylesheet" href="assets/page.css">
</head>
<body><main>
<h1>Errors</h1>
<table><thead><tr><th>Code</th><th>Status</th><th>When</th><th>What to do</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
</main></body></html>`;
}

function rowOf([, code = '', ...cells]: RegExpMatchArray): string {
  return `<tr id="${code}"><td><code>${code}</code></td>${cells.map((cell) => `<td>${inline(cell.trim())}</td>`).join('')}</tr>`;
}

function inline(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}
