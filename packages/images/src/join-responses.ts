import type { Extension, Extensions } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import type { ImageResponse } from './image-response.ts'
import { sumUsages } from './sum-usages.ts'

/**
 * Joins the answers of a request's calls in order: items one after the other, usage summed where every answer states it. A key that only
 * the upstream's dialect understands comes from the first answer that has it.
 */
export function joinResponses(responses: readonly ImageResponse[]): ImageResponse {
  const [first] = responses
  if (first === undefined) return { items: [] }
  if (responses.length === 1) return first
  const { usage: _usage, extensions: _extension, ...rest } = first
  const extensions = joinExtensions(responses)
  // An answer without an image may omit its usage.
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

/** Joins the extensions without their hints, which describe a single document. */
function joinExtensions(responses: readonly ImageResponse[]): Extensions | undefined {
  const ownFields: Record<string, Extension> = {}
  for (const { extensions } of responses) {
    for (const format in extensions) {
      const rest = extensions[format]?.rest
      if (rest !== undefined) ownFields[format] = { rest: { ...rest, ...ownFields[format]?.rest } }
    }
  }
  return hasKeys(ownFields) ? ownFields : undefined
}
