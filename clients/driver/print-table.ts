import { caseNames } from './cases.ts'
import type { Expectations } from './expected-failures.ts'
import type { Client, Result } from './language.ts'
import { upstreamNames } from './upstreams.ts'

/** A row of the table: how many cases passed onto each upstream, and the names of those that did not; expected ones in brackets. */
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

/** As text, or as the table of a Markdown page. */
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
