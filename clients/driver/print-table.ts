import { caseNames } from './cases.ts'
import type { Expectations } from './expected-failures.ts'
import type { Client, Result } from './language.ts'
import { upstreamNames } from './upstreams.ts'

/** Row of the table: the number of passed cases for each upstream, and the names of failed ones; expected failures in brackets. */
export function printRows(clients: readonly Client[], results: readonly Result[], expectations: Expectations): readonly string[][] {
  return clients.map(({ name }) => [
    name,
    ...upstreamNames.map((upstream) =>
      cell(
        results.filter((each) => each.client === name && each.upstream === upstream),
        expectations,
      ),
    ),
  ])
}

function cell(results: readonly Result[], expectations: Expectations): string {
  const failed = results
    .filter(({ ok }) => !ok)
    .toSorted((a, b) => caseNames.indexOf(a.case) - caseNames.indexOf(b.case))
    .map((result) => (expectations.isExpected(result) ? `(${result.case})` : result.case))
  return [`${results.length - failed.length}/${results.length}`, ...failed].join(' ')
}

/** Table as text, or in Markdown. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[], markdown = false): string {
  if (markdown) return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  return [head, ...rows]
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
