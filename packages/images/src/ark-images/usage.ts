import { isJsonObject, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageUsage } from '../image-response.ts'
import { keep, restore } from './format.ts'

/** Reads the images and tokens of the output. The input is the total without the output. */
export function decodeUsage(wire: JsonObject, at: Pointer): ImageUsage {
  const { generated_images: images, output_tokens: output, total_tokens: total, tool_usage: tools } = wire
  const draft: Draft<ImageUsage> = { input: {}, output: {}, at, raw: wire }
  const read = new Set<string>()
  if (isCount(images)) {
    draft.images = images
    read.add('generated_images')
  }
  if (isCount(output)) {
    draft.output = { total: output }
    read.add('output_tokens')
    if (isCount(total) && total >= output) {
      draft.input = { total: total - output }
      read.add('total_tokens')
    }
  }
  const searches = isJsonObject(tools) && Object.keys(tools).length === 1 ? tools['web_search'] : undefined
  if (isCount(searches)) {
    draft.requests = { 'web-search': searches }
    read.add('tool_usage')
  }
  return keep(draft, wire, read)
}

export function encodeUsage(usage: ImageUsage): JsonObject {
  const wire: Record<string, Json> = {}
  const { images, input, output, requests } = usage
  if (images !== undefined) wire['generated_images'] = images
  if (output.total !== undefined) {
    wire['output_tokens'] = output.total
    if (input.total !== undefined) wire['total_tokens'] = input.total + output.total
  }
  const searches = requests?.['web-search']
  if (searches !== undefined) wire['tool_usage'] = { web_search: searches }
  return restore(wire, usage)
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
