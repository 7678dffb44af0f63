/** True: passed. `told`: lost or approximated as the formats demand, and told by its notice. */
export type Outcome = boolean | 'told'

const results = new Map<string, Map<string, Map<string, Outcome>>>()

/** Records one cell: a pair of formats, a case, and the client that tried it; a failure is never overwritten. */
export function record(pair: string, title: string, client: string, outcome: Outcome): void {
  let row = results.get(title)
  if (row === undefined) results.set(title, (row = new Map()))
  let cell = row.get(pair)
  if (cell === undefined) row.set(pair, (cell = new Map()))
  cell.set(client, outcome)
}

/** The table case × pair, to be read by people: all clients of the pair must have passed. */
export function printMatrix(): void {
  const columns = [...new Set([...results.values()].flatMap((row) => [...row.keys()]))].toSorted()
  const width = Math.max(...[...results.keys()].map((title) => title.length))
  const lines = [
    ...columns.map((column, index) => `${String(index + 1).padStart(2)}: ${column}`),
    '',
    `${'case'.padEnd(width)}  ${columns.map((_, index) => `${index + 1}`.padStart(5)).join('')}`,
    ...[...results].map(
      ([title, row]) => `${title.padEnd(width)}  ${columns.map((column) => spell(row.get(column)).padStart(5)).join('')}`,
    ),
  ]
  const cells = [...results.values()].flatMap((row) => [...row.values()].flatMap((cell) => [...cell.values()]))
  const passed = cells.filter(Boolean).length
  console.log(
    `\n${lines.join('\n')}\n${passed}/${cells.length} passed, counted by client; ~ is told by a notice, - is not in the client's format\n`,
  )
}

function spell(cell: ReadonlyMap<string, Outcome> | undefined): string {
  if (cell === undefined) return '-'
  const outcomes = [...cell.values()]
  if (outcomes.includes(false)) return 'FAIL'
  return outcomes.includes('told') ? '~' : 'ok'
}
