import {
  isJsonObject,
  LimitError,
  pointer,
  WireError,
  type Context,
  type Json,
  type JsonObject,
  type Pointer,
  type WireReply,
} from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { readImage } from '@interlingua/adapter-kit'
import type { ImageItem, ImageResponse } from '../image-response.ts'
import { notice } from '../notices.ts'
import { format, keep } from './format.ts'
import { decodeUsage, sizeOf } from './usage.ts'
import type { WireDashscopeResponse } from './wire.ts'

/** The keys of an answer that do not describe an image. */
const readKeys: ReadonlySet<string> = new Set(['output', 'usage', 'request_id', 'status_code', 'code', 'message'])
const outputKeys: ReadonlySet<string> = new Set([
  'choices',
  'results',
  'finished',
  'task_id',
  'task_status',
  'task_metrics',
  'submit_time',
  'scheduled_time',
  'end_time',
])
const partKeys: ReadonlySet<string> = new Set(['image', 'type'])
const resultKeys: ReadonlySet<string> = new Set(['url', 'orig_prompt', 'actual_prompt'])
const failedKeys: ReadonlySet<string> = new Set(['code', 'message'])

/** Decodes the images of messages or of a task's results. Throws a WireError for an item with neither an image nor an error. */
export function decodeResponse({ body }: WireReply<WireDashscopeResponse>, context: Context): ImageResponse {
  const { output, usage } = body
  const items = [...itemsOfChoices(output['choices'], context), ...itemsOfResults(output['results'])]
  if (items.length === 0) throw new WireError(format, '/output', 'an answer without an image')
  if (items.length > context.limits.parts) throw new LimitError(format, '/output', `more than ${context.limits.parts} images`)
  const draft: Draft<ImageResponse> = { items, at: '' }
  if (isJsonObject(usage)) {
    draft.usage = decodeUsage(usage)
    const size = sizeOf(usage)
    if (size !== undefined) draft.made = { size }
  }
  const left = Object.fromEntries(Object.entries(output).filter(([key]) => !outputKeys.has(key)))
  const wire: JsonObject = Object.keys(left).length === 0 ? body : { ...body, output: left }
  const read = wire === body ? readKeys : new Set([...readKeys].filter((key) => key !== 'output'))
  return keep(draft, wire, read)
}

function itemsOfChoices(choices: Json | undefined, context: Context): readonly ImageItem[] {
  const items: ImageItem[] = []
  for (const [index, choice] of listOf(choices).entries()) {
    const message = choice['message']
    const contents = isJsonObject(message) ? listOf(message['content']) : []
    for (const [place, part] of contents.entries()) {
      const at = pointer('/output/choices', index, 'message', 'content', place)
      const source = typeof part['image'] === 'string' ? readImage(part['image']) : undefined
      if (source === undefined) context.onNotice(notice('answer-part', at))
      else if (source.type === 'url' || source.type === 'inline') items.push(keep({ type: 'image', source, at }, part, partKeys))
    }
  }
  return items
}

function itemsOfResults(results: Json | undefined): readonly ImageItem[] {
  return listOf(results).map((wire, index) => itemOf(wire, pointer('/output/results', index)))
}

/** Decodes an item. `actual_prompt` is the rewritten prompt. */
function itemOf(wire: JsonObject, at: Pointer): ImageItem {
  const { url, code, message, actual_prompt: revised, orig_prompt: asked } = wire
  if (typeof url === 'string' && url !== '') {
    const prompt = typeof revised === 'string' && revised !== '' && revised !== asked ? { revisedPrompt: revised } : {}
    const source = readImage(url) ?? { type: 'url', url }
    return keep({ type: 'image', source, ...prompt, at }, wire, resultKeys)
  }
  if (typeof code !== 'string' && typeof message !== 'string') throw new WireError(format, at, 'the item has neither an image nor an error')
  return keep(
    {
      type: 'failed',
      code: typeof code === 'string' ? code : '',
      message: typeof message === 'string' ? message : '',
      at,
    },
    wire,
    failedKeys,
  )
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).map((item) => (isJsonObject(item) ? item : {})) : [] // Array.isArray does not narrow readonly lists
}
