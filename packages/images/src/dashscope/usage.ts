import type { Json, JsonObject } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageUsage } from '../image-response.ts'
import { keep } from './format.ts'

/** Reads the images, and the tokens where the model counts them. Width, height and size are facts of the images. */
export function decodeUsage(wire: JsonObject): ImageUsage {
  const { image_count: images, input_tokens: input, output_tokens: output } = wire
  const draft: Draft<ImageUsage> = { input: {}, output: {}, at: '/usage', raw: wire }
  const read = new Set(['width', 'height', 'size'])
  if (isCount(images)) {
    draft.images = images
    read.add('image_count')
  }
  if (isCount(input)) {
    draft.input = { total: input }
    read.add('input_tokens')
  }
  if (isCount(output)) {
    draft.output = { total: output }
    read.add('output_tokens')
  }
  // The total is read only where it equals the sum, and is kept verbatim otherwise.
  if (isCount(input) && isCount(output) && wire['total_tokens'] === input + output) read.add('total_tokens')
  return keep(draft, wire, read)
}

/** The size of all images, with `x` between the sides. */
export function sizeOf(wire: JsonObject): string | undefined {
  const { width, height, size } = wire
  if (isCount(width) && isCount(height)) return `${width}x${height}`
  return typeof size === 'string' && size !== '' ? size.replace('*', 'x') : undefined
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
