const results = new Map<string, Map<string, boolean>>()

/** Notes one cell: a client on a model, doing a case. */
export function record(client: string, model: string, title: string, passed: boolean): void {
  let row = results.get(title)
  if (row === undefined) results.set(title, (row = new Map()))
  row.set(`${client} > ${model}`, passed)
}

/** The table client × upstream × case, to be read by people. */
export function printMatrix(): void {
  const columns = [...new Set([...results.values()].flatMap((row) => [...row.keys()]))]
  const width = Math.max(...[...results.keys()].map((title) => title.length))
  const lines = [
    columns.map((column, index) => `${index + 1}: ${column}`).join('\n'),
    '',
    `${'case'.padEnd(width)}  ${columns.map((_, index) => `${index + 1}`.padStart(4)).join('')}`,
  ]
  for (const [title, row] of results) {
    lines.push(
      `${title.padEnd(width)}  ${columns.map((column) => (row.has(column) ? (row.get(column) ? 'ok' : 'FAIL') : '-').padStart(4)).join('')}`,
    )
  }
  const cells = [...results.values()].flatMap((row) => [...row.values()])
  console.log(`\n${lines.join('\n')}\n${cells.filter(Boolean).length}/${cells.length} passed\n`)
}
