import { UseError } from '../run/load-cases.ts'
import type { Mutant } from './mutant.ts'
import { requestMutants } from './request-mutants.ts'
import { answerMutants } from './answer-mutants.ts'
import { gatewayMutants } from './gateway-mutants.ts'

/** All mutants. */
export const allMutants: readonly Mutant[] = [...requestMutants, ...answerMutants, ...gatewayMutants]

/** Mutant of a name. Throws UseError. */
export function mutantOf(name: string | undefined): Mutant | undefined {
  if (name === undefined) return undefined
  const found = allMutants.find((mutant) => mutant.name === name)
  if (found === undefined) throw new UseError(`there is no mutant ${name}: ${allMutants.map((mutant) => mutant.name).join(', ')}`)
  return found
}
