import type { Parameter } from './parameters.ts'

/** What models of a channel have refused of late. */
export interface RefusalMemory {
  of(model: string): readonly Parameter[]
  note(model: string, refused: readonly Parameter[]): void
}

const lifetime = 3_600_000
/** Models that are remembered at once: clients may name any. */
const most = 1000

/** `now`: milliseconds of a clock. A parameter is left out for an hour from its last refusal on; then it is tried again. */
export function createRefusalMemory(now: () => number): RefusalMemory {
  const models = new Map<string, Map<Parameter, number>>()
  return {
    of(model) {
      const known = models.get(model)
      if (known === undefined) return []
      for (const [parameter, until] of known) if (until <= now()) known.delete(parameter)
      if (known.size === 0) models.delete(model)
      return [...known.keys()]
    },
    note(model, refused) {
      const known = models.get(model) ?? new Map<Parameter, number>()
      models.delete(model)
      models.set(model, known)
      for (const parameter of refused) known.set(parameter, now() + lifetime)
      const [oldest] = models.keys()
      if (models.size > most && oldest !== undefined) models.delete(oldest)
    },
  }
}
