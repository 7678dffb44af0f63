import { isJsonObject, type Context, type Json, type JsonObject } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageUsage } from '../image-response.ts'
import { notice } from '../notices.ts'
import { hintOf, keep, restore } from './format.ts'

const openai = { input: 'input_tokens', output: 'output_tokens' } as const
/** The keys of servers that report the usage of chat. */
const chat = { input: 'prompt_tokens', output: 'completion_tokens' } as const

/** Reads the tokens under OpenAI's names or those of chat, and the images where a family counts them. */
export function readUsage(wire: JsonObject): ImageUsage {
  const names = wire['prompt_tokens'] === undefined ? openai : chat
  const read = new Set<string>()
  const take = (key: string): number | undefined => {
    const value = wire[key]
    if (typeof value !== 'number') return undefined
    read.add(key)
    return value
  }
  const hint: Record<string, Json> = names === chat ? { names: 'chat' } : {}
  const input = take(names.input)
  const output = take(names.output)
  const total = take('total_tokens')
  if (total === undefined) hint['total'] = null
  else if (total !== (input ?? 0) + (output ?? 0)) hint['total'] = total
  if (input === undefined || output === undefined) hint['partial'] = true
  const made = take('generated_images') ?? take('image_count')
  if (made !== undefined) hint['images'] = read.has('generated_images') ? 'generated_images' : 'image_count'
  const inputs = readDetails(wire, `${names.input}_details`, read)
  const outputs = readDetails(wire, `${names.output}_details`, read)
  const usage: Draft<ImageUsage> = {
    input: { ...(input !== undefined && { total: input }), ...inputs },
    output: { ...(output !== undefined && { total: output }), ...outputs },
    raw: wire,
  }
  if (made !== undefined) usage.images = made
  return keep({ ...usage }, wire, read, hint)
}

/** Reads text and image tokens. Details with any other key stay unread as a whole. */
function readDetails(wire: JsonObject, key: string, read: Set<string>): { readonly byModality?: Readonly<Record<string, number>> } {
  const details = wire[key]
  if (!isJsonObject(details)) return {}
  const byModality: Record<string, number> = {}
  for (const name in details) {
    const tokens = details[name]
    if ((name !== 'text_tokens' && name !== 'image_tokens') || typeof tokens !== 'number') return {}
    byModality[name === 'text_tokens' ? 'text' : 'image'] = tokens
  }
  read.add(key)
  return { byModality }
}

/**
 * Writes OpenAI's usage. The number of images stands beside the tokens as `generated_images` (Seedream), or without tokens as `image_count`
 * (DashScope).
 */
export function encodeUsage(usage: ImageUsage, context: Context): JsonObject {
  reportDetails(usage, context)
  const { input, output, images } = usage
  const own = hintOf(usage)['partial'] === true
  const counted = hintOf(usage)['images']
  const names = hintOf(usage)['names'] === 'chat' ? chat : openai
  const wire: Record<string, Json> = {}
  const tokens = input.total !== undefined || output.total !== undefined
  if (images !== undefined) wire[typeof counted === 'string' ? counted : tokens ? 'generated_images' : 'image_count'] = images
  if (input.total !== undefined) wire[names.input] = input.total
  else if (tokens && !own) wire[names.input] = 0
  if (output.total !== undefined) wire[names.output] = output.total
  else if (tokens && !own) wire[names.output] = 0
  const total = hintOf(usage)['total']
  if (typeof total === 'number') wire['total_tokens'] = total
  else if (total !== null && tokens) wire['total_tokens'] = (input.total ?? 0) + (output.total ?? 0)
  encodeDetails(wire, `${names.input}_details`, input.byModality)
  encodeDetails(wire, `${names.output}_details`, output.byModality)
  return restore(wire, usage)
}

/** Reports thinking, caches and hosted tools, for which the usage has no field. */
function reportDetails({ input, output, requests, extra, at }: ImageUsage, context: Context): void {
  const told = [output.reasoning, output.prediction, input.cacheRead, input.cacheWrite, input.toolUse, requests, extra]
  if (told.some((value) => value !== undefined)) context.onNotice(notice('response-usage-detail', at ?? ''))
}

function encodeDetails(wire: Record<string, Json>, key: string, byModality: Readonly<Record<string, number>> | undefined): void {
  if (byModality === undefined) return
  const details: Record<string, Json> = {}
  for (const name in byModality) details[`${name}_tokens`] = byModality[name] ?? 0
  wire[key] = details
}
