import { isJsonObject } from '@interlingua/core'
import type { Json, Pointer } from '@interlingua/core'
import { emptyBlocks, readSse } from '@interlingua/testkit'
import { emptyRules } from './empty-rules.ts'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'

/** Places of empty blocks in the response that a stream stands for, and in frames that clients read one by one. */
export function emptyBlocksOfStream(format: FormatId, text: string): readonly Pointer[] {
  const rules = emptyRules[format].answer
  const whole = emptyBlocks(formats[format].documentOf(text), rules)
  if (format !== 'contents') return whole
  const frames = readSse(text).map(({ data }) => JSON.parse(data) as Json) // written by an encoder
  return [...whole, ...frames.flatMap((frame) => emptyBlocks(withoutLastText(frame), rules))]
}

/** Clients reject a history with a frame without parts, so the frame with the finish reason has an empty text, like Google's own. */
function withoutLastText(frame: Json): Json {
  if (!isJsonObject(frame) || !Array.isArray(frame['candidates'])) return frame
  const candidates = frame['candidates'] as readonly Json[] // an array of JSON
  return {
    ...frame,
    candidates: candidates.filter(
      (candidate) =>
        !isJsonObject(candidate) ||
        candidate['finishReason'] === undefined ||
        JSON.stringify(isJsonObject(candidate['content']) ? candidate['content']['parts'] : undefined) !== '[{"text":""}]',
    ),
  }
}
