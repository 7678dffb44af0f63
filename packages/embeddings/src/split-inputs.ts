import type { EmbedInput } from './embed-request.ts'

/** Limits of one call. */
export interface CallLimits {
  readonly inputs: number
  /** Largest number of tokens of all inputs together, by estimate. Absent: any number. */
  readonly tokens?: number
  readonly tokensOf?: (input: EmbedInput) => number
}

/**
 * Splits inputs into consecutive runs, each within the limits and of inputs that are `alike` (the first of the run and any other), so that
 * joined responses are in the order of the inputs. An input over the limit is a run of its own.
 */
export function splitInputs(
  inputs: readonly EmbedInput[],
  { inputs: most, tokens: mostTokens = Infinity, tokensOf = () => 0 }: CallLimits,
  alike: (first: EmbedInput, other: EmbedInput) => boolean,
): readonly (readonly EmbedInput[])[] {
  const runs: EmbedInput[][] = []
  let run: EmbedInput[] = []
  let sum = 0
  for (const input of inputs) {
    const [first] = run
    const tokens = tokensOf(input)
    if (first !== undefined && (run.length >= most || sum + tokens > mostTokens || !alike(first, input))) {
      runs.push(run)
      run = []
      sum = 0
    }
    run.push(input)
    sum += tokens
  }
  runs.push(run)
  return runs
}
