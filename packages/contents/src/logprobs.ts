import type { Json, JsonObject, TokenLogprob } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { keep, without } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'

/** Tokens of a response, with the unknown keys beside them in the same lists, `rest`. */
export interface Logprobs {
  readonly tokens: readonly TokenLogprob[]
  readonly rest: JsonDraft | undefined
}

const tokenKeys = new Set(['token', 'logProbability'])

/**
 * Decodes `logprobsResult`: the chosen tokens, and the best ones for each place; `undefined` for another shape.
 * https://ai.google.dev/api/generate-content#LogprobsResult
 */
export function decodeLogprobs(wire: JsonObject): Logprobs | undefined {
  const { chosenCandidates: chosen, topCandidates: top } = wire
  if (!Array.isArray(chosen) || (top !== undefined && (!Array.isArray(top) || top.length !== chosen.length))) return undefined
  const tokens: TokenLogprob[] = []
  const chosenRest: JsonDraft[] = []
  const topRest: JsonDraft[] = []
  let more = false
  for (let i = 0; i < chosen.length; i++) {
    const token: Draft<TokenLogprob> | undefined = decodeToken(chosen[i])
    if (token === undefined) return undefined
    const left = without(chosen[i] as JsonObject, tokenKeys) // an object: decodeToken found its keys
    if (left) more = true
    chosenRest.push(left ?? {})
    if (top !== undefined) {
      const place: Json | undefined = top[i]
      const list = isJsonObject(place) ? place.candidates : undefined
      if (!isJsonObject(place) || !Array.isArray(list) || Object.keys(place).length !== 1) return undefined
      const best: TokenLogprob[] = []
      const bestRest: JsonDraft[] = []
      for (const entry of list as readonly Json[]) {
        // an array: its items are JSON
        const other = decodeToken(entry)
        if (other === undefined) return undefined
        best.push(other)
        const beside = without(entry as JsonObject, tokenKeys) // an object: decodeToken found its keys
        if (beside) more = true
        bestRest.push(beside ?? {})
      }
      token.top = best
      topRest.push({ candidates: bestRest })
    }
    tokens.push(token)
  }
  let rest: JsonDraft | undefined
  if (more) {
    rest = { chosenCandidates: chosenRest }
    if (top !== undefined) rest.topCandidates = topRest
  }
  for (const key in wire) {
    const value = wire[key]
    if (value !== undefined && key !== 'chosenCandidates' && key !== 'topCandidates') rest = keep(rest, key, value)
  }
  return { tokens, rest }
}

function decodeToken(entry: Json | undefined): Draft<TokenLogprob> | undefined {
  if (!isJsonObject(entry)) return undefined
  const { token, logProbability } = entry
  return typeof token === 'string' && typeof logProbability === 'number' ? { token, logprob: logProbability } : undefined
}

/** Prints tokens, each with its unknown keys from `rest`. */
export function encodeLogprobs(tokens: readonly TokenLogprob[], rest: JsonObject): JsonObject {
  const [chosenRest, topRest] = [listOf(rest.chosenCandidates), listOf(rest.topCandidates)]
  const wire: JsonDraft = { chosenCandidates: tokens.map((token, i) => encodeToken(token, chosenRest[i])) }
  if (tokens.some(({ top }) => top !== undefined)) {
    wire.topCandidates = tokens.map(({ top = [] }, i) => {
      const place = topRest[i]
      const bestRest = listOf(isJsonObject(place) ? place.candidates : undefined)
      return { candidates: top.map((token, j) => encodeToken(token, bestRest[j])) }
    })
  }
  for (const key in rest) {
    const value = rest[key]
    if (value !== undefined && !Object.hasOwn(wire, key) && key !== 'topCandidates') keep(wire, key, value)
  }
  return wire
}

function encodeToken({ token, logprob }: TokenLogprob, rest: Json | undefined): JsonObject {
  return isJsonObject(rest) ? { ...rest, token, logProbability: logprob } : { token, logProbability: logprob }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
