import type { InputUsage, OutputUsage, Usage } from '@interlingua/core'
import { countTexts } from '../counting/count-texts.ts'
import { countedLength } from './counted-length.ts'
import type { AnswerSample, Evidence } from './evidence.ts'
import { isTold } from './is-told.ts'

/** What an upstream told, with guesses in the place of what it did not. Never rejects: what cannot be guessed at stays unknown. */
export async function estimateUsage(told: Usage | undefined, evidence: Evidence, answer: AnswerSample | undefined): Promise<Usage> {
  const believed: Usage = { ...told, input: believable(told?.input), output: believable(told?.output) }
  const { input: asked, output: answered } = believed
  const input = asked.total === undefined ? await attempt(evidence.input) : undefined
  const output = await attempt(async () => (answer ? Math.ceil((await countTexts(answer.texts, countedLength)) * answer.scale) : 0))
  return {
    ...believed,
    ...(input !== undefined && { input: { ...asked, total: input, fresh: Math.max(0, input - cached(asked)) } }),
    // An answer that breaks off has told what it had cost at some earlier point, if anything.
    ...(output !== undefined && { output: { ...answered, total: Math.max(output, answered.total ?? 0) } }),
  }
}

/** Nothing of counts of which one cannot be. */
function believable<Counts extends InputUsage & OutputUsage>(counts: Counts | undefined): Counts | Record<string, never> {
  return counts !== undefined && (counts.total === undefined || isTold(counts)) ? counts : {}
}

function cached({ cacheRead = 0, cacheWrite = 0 }: InputUsage): number {
  return cacheRead + cacheWrite
}

async function attempt(count: () => Promise<number>): Promise<number | undefined> {
  try {
    return await count()
  } catch {
    return undefined
  }
}
