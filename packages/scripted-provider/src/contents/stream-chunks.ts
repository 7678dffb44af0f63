import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { splitTokens } from '../split-tokens.ts'

/** The number of tokens in a frame. */
const size = 3

/**
 * Splits a whole answer into frames: each is a partial answer, candidates alternate, and the last frame of each candidate has its finish
 * reason.
 */
export function streamChunks(document: JsonObject): readonly JsonObject[] {
  const { candidates, ...tail } = document
  if (!Array.isArray(candidates)) return [document]
  const lanes = candidates.filter(isJsonObject).map(candidateChunks)
  const frames = interleaved(lanes)
  return frames.map((candidate, i) => ({
    candidates: [candidate],
    ...tail,
    usageMetadata: usageAt(tail['usageMetadata'], i, frames.length),
  }))
}

/** The usage in a frame: the prompt's tokens only, and the whole usage in the last frame. */
function usageAt(usage: Json | undefined, i: number, length: number): Json {
  if (!isJsonObject(usage) || i === length - 1) return usage ?? {}
  const prompt = usage['promptTokenCount'] ?? 0
  return { promptTokenCount: prompt, totalTokenCount: prompt, promptTokensDetails: usage['promptTokensDetails'] ?? [] }
}

function candidateChunks({ content, index, ...end }: JsonObject): readonly JsonObject[] {
  const at = index === undefined ? {} : { index }
  const chunks: JsonObject[] = []
  let signature: JsonObject = { text: '' }
  const parts = isJsonObject(content) && Array.isArray(content['parts']) ? content['parts'].filter(isJsonObject) : []
  for (const part of parts) {
    if (typeof part['text'] !== 'string') {
      chunks.push({ content: { parts: [part], role: 'model' }, ...at })
      continue
    }
    const { thoughtSignature, text, ...rest } = part
    // The signature of a text comes in the last frame, on a part with an empty text.
    if (thoughtSignature !== undefined) signature = { text: '', thoughtSignature }
    const tokens = splitTokens(String(text))
    for (let i = 0; i < tokens.length; i += size)
      chunks.push({ content: { parts: [{ text: tokens.slice(i, i + size).join(''), ...rest }], role: 'model' }, ...at })
  }
  const last = content === undefined ? {} : { content: { parts: [signature], role: 'model' } }
  return [...chunks, { ...last, ...at, ...end }]
}

function interleaved(lanes: readonly (readonly JsonObject[])[]): readonly JsonObject[] {
  const frames: JsonObject[] = []
  const longest = Math.max(0, ...lanes.map(({ length }) => length))
  for (let i = 0; i < longest; i++)
    for (const lane of lanes) {
      const chunk = lane[i]
      if (chunk) frames.push(chunk)
    }
  return frames
}
