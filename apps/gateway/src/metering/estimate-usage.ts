import type { Usage } from '@interlingua/core'
import { countTexts } from '../count-texts.ts'
import { countedLength } from './counted-length.ts'
import type { AnswerSample, Evidence } from './evidence.ts'

/** What an upstream told, with guesses in the place of what it did not. Never rejects: what cannot be guessed at stays unknown. */
export async function estimateUsage(told: Usage | undefined, evidence: Evidence, answer: AnswerSample | undefined): Promise<Usage> {
  const usage: Usage = told ?? { input: {}, output: {} }
  const input = usage.input.total === undefined ? await attempt(evidence.input) : undefined
  const output = await attempt(async () => (answer ? Math.ceil((await countTexts(answer.texts, countedLength)) * answer.scale) : 0))
  return {
    ...usage,
    ...(input !== undefined && { input: { ...usage.input, total: input, fresh: Math.max(0, input - cached(usage)) } }),
    // An answer that breaks off has told what it had cost at some earlier point, if anything.
    ...(output !== undefined && { output: { ...usage.output, total: Math.max(output, usage.output.total ?? 0) } }),
  }
}

function cached({ input }: Usage): number {
  return (input.cacheRead ?? 0) + (input.cacheWrite ?? 0)
}

async function attempt(count: () => Promise<number>): Promise<number | undefined> {
  try {
    return await count()
  } catch {
    return undefined
  }
}
