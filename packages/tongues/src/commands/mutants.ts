import { numberOf, readOptions, textOf } from '../run/command-options.ts'
import { loadCases } from '../run/load-cases.ts'
import { killTable, tableText } from '../mutants/kill-table.ts'

/** Runs each mutant of the reference against the cases that must kill it; fails where one survives or a case kills none. */
export async function mutants(args: readonly string[]): Promise<number> {
  const { values } = readOptions(args, { only: { type: 'string' }, json: { type: 'boolean' }, lanes: { type: 'string' } })
  const table = await killTable(loadCases(), { lanes: numberOf(values, 'lanes', 4), only: textOf(values, 'only')?.split(',') })
  console.log(values['json'] === true ? JSON.stringify(table, null, 1) : tableText(table))
  return table.problems.length > 0 ? 1 : 0
}
