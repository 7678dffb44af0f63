import type { Part, TextPart, TokenLogprob } from './part.ts'
import type { Candidate, Finish, GenerateResponse } from './response.ts'
import { createStopMatcher } from './stop-matcher.ts'

/**
 * Cuts a response at the first of `stops`, as an upstream does that is sent these stop sequences (`Reversals.stops`); usage stays as the
 * upstream counted it. Returns the same response where none occurs; `createStopCutter` cuts streams.
 */
export function cutAtStops(response: GenerateResponse, stops: readonly string[] | undefined): GenerateResponse {
  if (stops === undefined || stops.length === 0) return response
  const candidates = response.candidates.map((candidate) => cut(candidate, stops))
  if (candidates.every((candidate, i) => candidate === response.candidates[i])) return response
  const whole = candidates.every(({ finish }) => finish?.unified === 'stop-sequence' || finish?.unified === 'stop')
  return { ...response, candidates, ...(whole && response.status === 'incomplete' && { status: 'completed' }) }
}

/** Finish of a candidate that was cut at `sequence`. */
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
      // Log probabilities of a candidate cannot be split between several parts.
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
