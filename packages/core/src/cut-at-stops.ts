import type { Part, TextPart, TokenLogprob } from './part.ts'
import type { Candidate, Finish, GenerateResponse } from './response.ts'
import { createStopMatcher } from './stop-matcher.ts'

/**
 * The answer as it is where the upstream ends it at one of `stops`: for stop sequences that it was not told (`Reversals.stops`). Usage stays
 * what the upstream counted. The same response where none of them occurs. `createStopCutter` does the same to a stream.
 */
export function cutAtStops(response: GenerateResponse, stops: readonly string[] | undefined): GenerateResponse {
  if (stops === undefined || stops.length === 0) return response
  const candidates = response.candidates.map((candidate) => cut(candidate, stops))
  if (candidates.every((candidate, i) => candidate === response.candidates[i])) return response
  const whole = candidates.every(({ finish }) => finish?.unified === 'stop-sequence' || finish?.unified === 'stop')
  return { ...response, candidates, ...(whole && response.status === 'incomplete' && { status: 'completed' }) }
}

/** The end of a candidate that was cut. */
export function finishOfStop(sequence: string): Finish {
  return { unified: 'stop-sequence', sequence }
}

function cut(candidate: Candidate, stops: readonly string[]): Candidate {
  for (let i = 0; i < candidate.parts.length; i++) {
    const part = candidate.parts[i] as Part // the index is in range
    if (part.type !== 'text') continue
    const { text, found } = createStopMatcher(stops).push(part.text)
    if (found === undefined) continue
    const before = candidate.parts.slice(0, i)
    const { logprobs, ...rest } = candidate
    return {
      ...rest,
      parts: text === '' ? before : [...before, shorten(part, text)],
      // Those of several parts together cannot be told apart.
      ...(logprobs && i === 0 && { logprobs: tokensOf(logprobs, text.length) }),
      finish: finishOfStop(found),
    }
  }
  return candidate
}

function shorten(part: TextPart, text: string): TextPart {
  const { citations, logprobs, ...rest } = part
  const kept = citations?.filter(({ span }) => span === undefined || span.end <= text.length)
  return {
    ...rest,
    text,
    ...(kept && kept.length > 0 && { citations: kept }),
    ...(logprobs && { logprobs: tokensOf(logprobs, text.length) }),
  }
}

function tokensOf(tokens: readonly TokenLogprob[], length: number): readonly TokenLogprob[] {
  let end = 0
  const past = tokens.findIndex(({ token }) => (end += token.length) > length)
  return past === -1 ? tokens : tokens.slice(0, past)
}
