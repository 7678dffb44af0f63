import { readOptions } from '../run/command-options.ts'
import { loadCases, UseError } from '../run/load-cases.ts'
import { axisOf } from '../run/outcome.ts'
import { frontPermutationsOf, permutationsOf } from '../run/permutations.ts'

/** Lists the cases, with the number of their permutations. */
export function list(args: readonly string[]): number {
  const { values } = readOptions(args, { json: { type: 'boolean' }, cases: { type: 'string' } })
  const cases = loadCases(typeof values['cases'] === 'string' ? values['cases'] : undefined)
  const rows = cases.map((given) => ({
    id: given.id,
    axis: axisOf(given.id),
    rule: given.rule,
    status: given.status ?? 'stable',
    front: given.front ?? false,
    permutations: (given.front === 'only' ? frontPermutationsOf([given]) : permutationsOf([given])).length,
    mutants: given.mutants,
  }))
  if (values['json'] === true) console.log(JSON.stringify(rows, null, 1))
  else
    for (const { id, axis, rule, permutations } of rows)
      console.log(`${id.padEnd(36)} ${axis.padEnd(10)} ${String(permutations).padStart(3)}  ${rule}`)
  return 0
}

/** Says whether all cases are valid, each with a rule, a source and a mutant. */
export function validate(args: readonly string[]): number {
  const { values } = readOptions(args, { cases: { type: 'string' } })
  const cases = loadCases(typeof values['cases'] === 'string' ? values['cases'] : undefined)
  const wired = cases.filter((given) => JSON.stringify(given).includes('"wire"')).length
  const idle = cases.filter(({ mutants, status }) => (status ?? 'stable') === 'stable' && mutants.length === 0)
  if (idle.length > 0) throw new UseError(`no mutant: ${idle.map(({ id }) => id).join(', ')}`)
  console.log(`${cases.length} cases are valid, ${wired} of them with wire of their own, ${permutationsOf(cases).length} permutations`)
  return 0
}
