import { hasKeys, type Extension, type Extensions } from '@interlingua/core'
import type { ImageResponse } from './image-response.ts'
import { sumUsages } from './sum-usages.ts'

/**
 * The answers of the calls that one wish took, in their order, as one: items one after the other, usage added up where all told it. Of what
 * only the upstream's dialect understands, each key is taken from the first answer that has it.
 */
export function joinResponses(responses: readonly ImageResponse[]): ImageResponse {
  const [first] = responses
  if (first === undefined) return { items: [] }
  if (responses.length === 1) return first
  const { usage: _usage, extensions: _box, ...rest } = first
  const extensions = joinBoxes(responses)
  // An answer without any image may say nothing of its cost.
  const costly = responses.filter(({ usage, items }) => usage !== undefined || items.some(({ type }) => type === 'image'))
  const usages = costly.map(({ usage }) => usage).filter((usage) => usage !== undefined)
  const known = usages.length > 0 && usages.length === costly.length
  return {
    ...rest,
    items: responses.flatMap(({ items }) => items),
    ...(known && { usage: sumUsages(usages) }),
    ...(extensions !== undefined && { extensions }),
  }
}

/** Hints are of one document: they say nothing of several. */
function joinBoxes(responses: readonly ImageResponse[]): Extensions | undefined {
  const boxes: Record<string, Extension> = {}
  for (const { extensions } of responses) {
    for (const format in extensions) {
      const rest = extensions[format]?.rest
      if (rest !== undefined) boxes[format] = { rest: { ...rest, ...boxes[format]?.rest } }
    }
  }
  return hasKeys(boxes) ? boxes : undefined
}
