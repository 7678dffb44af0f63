import type { EmbedInput } from './embed-request.ts'

/** What one call takes. */
export interface CallLimits {
  readonly inputs: number
  /** Of all inputs together, by estimate; absent: any number. */
  readonly tokens?: number
  readonly tokensOf?: (input: EmbedInput) => number
}

/**
 * Consecutive runs of inputs, each within the limits and of inputs that are `alike` (the first of the run and any other): answers that are put
 * one after the other are then in the order of the inputs. An input that is over the limit by itself is a run of its own.
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
