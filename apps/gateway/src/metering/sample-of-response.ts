import type { GenerateResponse } from '@interlingua/core'
import { takeTexts } from './take-texts.ts'
import type { AnswerSample } from './evidence.ts'

/** All that a whole answer says. */
export function sampleOfResponse({ candidates }: GenerateResponse): AnswerSample {
  const texts: string[] = []
  for (const { parts } of candidates) for (const part of parts) takeTexts(part, (text) => void texts.push(text))
  return { texts, scale: 1 }
}
