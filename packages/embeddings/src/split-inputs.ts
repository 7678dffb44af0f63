import type { EmbedInput } from './embed-request.ts'

/**
 * Consecutive runs of inputs, each at most `limit` long and of inputs that are `alike` (the first of the run and any other): answers that are
 * put one after the other are then in the order of the inputs.
 */
export function splitInputs(
  inputs: readonly EmbedInput[],
  limit: number,
  alike: (first: EmbedInput, other: EmbedInput) => boolean,
): readonly (readonly EmbedInput[])[] {
  const runs: EmbedInput[][] = []
  let run: EmbedInput[] = []
  for (const input of inputs) {
    const [first] = run
    if (first !== undefined && (run.length >= limit || !alike(first, input))) {
      runs.push(run)
      run = []
    }
    run.push(input)
  }
  runs.push(run)
  return runs
}
