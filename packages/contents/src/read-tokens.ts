import type { JsonObject, StreamEvent } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { decodeLogprobs } from './logprobs.ts'

/** Gives the tokens in the metadata of a candidate to its text part `part`; returns the rest of the metadata. */
export function readTokens(
  rest: JsonObject | undefined,
  part: number | undefined,
  candidate: number,
  events: StreamEvent[],
): JsonObject | undefined {
  const { logprobsResult, ...others } = rest ?? {}
  const logprobs = part !== undefined && isJsonObject(logprobsResult) ? decodeLogprobs(logprobsResult) : undefined
  if (logprobs === undefined || part === undefined) return rest
  if (logprobs.tokens.length > 0)
    events.push({ type: 'part-delta', candidate, part, delta: { type: 'logprobs', logprobs: logprobs.tokens } })
  if (logprobs.rest) return { ...others, logprobsResult: logprobs.rest }
  for (const _ in others) return others
  return undefined
}
