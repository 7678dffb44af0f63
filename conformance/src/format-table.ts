import type { CaseResult } from '@interlingua/testkit'

/** Table of law × format with passed / total, as text for a terminal. */
export function formatTable(results: readonly (CaseResult & { readonly format: string })[]): string {
  const laws = [...new Set(results.map(({ law }) => law))]
  const formats = [...new Set(results.map(({ format }) => format))]
  const equivalence = (law: string, format: string): string => {
    const cases = results.filter((result) => result.law === law && result.format === format)
    return cases.length === 0 ? '' : `${cases.filter(({ violations }) => violations.length === 0).length}/${cases.length}`
  }
  const rows = [['law', ...formats], ...laws.map((law) => [law, ...formats.map((format) => equivalence(law, format))])]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row.map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0))).join('  '),
    )
    .join('\n')
}
