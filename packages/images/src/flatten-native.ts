import { isJsonObject, pointer, type Context, type FieldPointers, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { readImage } from '@interlingua/adapter-kit'
import type { ImageInput, ImageRequest } from './image-request.ts'
import { parseSize } from './image-size.ts'
import { notice } from './notices.ts'

/**
 * The request with DashScope's own `input` and `parameters` turned into canonical fields: texts become the prompt, images become images,
 * and parameters the fields that the caller left out. Reports the rest, and every contradiction; for every dialect but DashScope's.
 */
export function flattenNative(request: ImageRequest, context: Context): ImageRequest {
  const { native, ...rest } = request
  if (native === undefined) return request
  const draft: Draft<ImageRequest> = { ...rest }
  const fields: Record<string, Pointer> = { ...request.fields }
  if (native.input !== undefined) takeInput(native.input, draft, fields, context)
  if (native.parameters !== undefined) takeParameters(native.parameters, request, draft, fields, context)
  draft.fields = fields satisfies FieldPointers
  return draft
}

function takeInput(input: JsonObject, draft: Draft<ImageRequest>, fields: Record<string, Pointer>, context: Context): void {
  const texts: string[] = []
  const images: ImageInput[] = []
  let told = false
  for (const { content, at, plain } of contentsOf(input)) {
    told ||= !plain || texts.length > 0
    for (const [index, item] of content.entries()) {
      const place = pointer(at, index)
      const image = isJsonObject(item) && typeof item['image'] === 'string' ? readImage(item['image']) : undefined
      if (image !== undefined) images.push({ source: image, at: place })
      else if (isJsonObject(item) && typeof item['text'] === 'string') texts.push(item['text'])
      else context.onNotice(notice('native-parameter', place))
    }
  }
  for (const key in input)
    if (key !== 'messages' && !isTaken(input, key, draft, fields)) context.onNotice(notice('native-parameter', pointer('/input', key)))
  const added = texts.filter((text) => text !== draft.prompt)
  if (added.length > 0 && draft.prompt === undefined) fields['prompt'] = '/input'
  if (told || added.length > 1 || (added.length > 0 && draft.prompt !== undefined)) context.onNotice(notice('native-input', '/input'))
  if (added.length > 0) draft.prompt = [...(draft.prompt === undefined ? [] : [draft.prompt]), ...added].join('\n')
  if (images.length > 0) draft.images = [...(draft.images ?? []), ...images]
}

/** Reads `prompt` and `negative_prompt` of the older services, which have them in the input itself. */
function isTaken(input: JsonObject, key: string, draft: Draft<ImageRequest>, fields: Record<string, Pointer>): boolean {
  const value = input[key]
  const field = key === 'prompt' ? 'prompt' : key === 'negative_prompt' ? 'negativePrompt' : undefined
  if (field === undefined || typeof value !== 'string') return false
  if (draft[field] === undefined) {
    draft[field] = value
    fields[field] = pointer('/input', key)
  }
  return draft[field] === value
}

function contentsOf(input: JsonObject): readonly { readonly content: readonly Json[]; readonly at: Pointer; readonly plain: boolean }[] {
  const { messages } = input
  if (!Array.isArray(messages)) return []
  return messages.filter(isJsonObject).map(({ role, content }, index) => ({
    content: typeof content === 'string' ? [{ text: content }] : Array.isArray(content) ? content : [],
    at: pointer('/input/messages', index, 'content'),
    plain: role === 'user' || role === undefined,
  }))
}

function takeParameters(
  parameters: JsonObject,
  request: ImageRequest,
  draft: Draft<ImageRequest>,
  fields: Record<string, Pointer>,
  context: Context,
): void {
  for (const key in parameters) {
    const value = parameters[key]
    if (value === undefined || value === null) continue
    const meant = meaningOf(key, value)
    const field = meant && (Object.keys(meant)[0] as keyof typeof meant) // the object has one key
    if (meant === undefined || field === undefined || (request[field] !== undefined && !isSame(request[field], meant[field])))
      context.onNotice(notice('native-parameter', pointer('/parameters', key)))
    else if (request[field] === undefined) {
      Object.assign(draft, meant)
      fields[field] = pointer('/parameters', key)
    }
  }
}

type Meant = Partial<Pick<ImageRequest, 'size' | 'seed' | 'watermark' | 'promptRewrite' | 'negativePrompt' | 'count'>>

function meaningOf(key: string, value: Json): Meant | undefined {
  const size = key === 'size' && typeof value === 'string' ? parseSize(value) : undefined
  if (size !== undefined) return { size }
  if (key === 'seed' && typeof value === 'number') return { seed: value }
  if (key === 'n' && typeof value === 'number') return { count: value }
  if (key === 'watermark' && typeof value === 'boolean') return { watermark: value }
  if (key === 'prompt_extend' && typeof value === 'boolean') return { promptRewrite: { enabled: value } }
  return key === 'negative_prompt' && typeof value === 'string' ? { negativePrompt: value } : undefined
}

/** True for equal numbers, strings, booleans, or small objects of those. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
