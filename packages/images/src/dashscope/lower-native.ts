import type { Context, Json } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { WireError } from '@interlingua/core'
import { flattenNative } from '../flatten-native.ts'
import type { ImageRequest } from '../image-request.ts'
import { parseSize } from '../image-size.ts'
import { leaveOut } from '../leave-out.ts'
import { notice } from '../notices.ts'
import { isLegalNegative, isSeed } from './check-values.ts'
import { format } from './format.ts'
import type { Family } from './models.ts'
import { nativeContents, nativePlace, parameterOf } from './native.ts'

/** The parameters that mean the same as a field of the request. */
const twins = {
  size: 'size',
  n: 'count',
  seed: 'seed',
  watermark: 'watermark',
  prompt_extend: 'promptRewrite',
  negative_prompt: 'negativePrompt',
  enable_sequential: 'sequence',
} as const satisfies Record<string, keyof ImageRequest>

/**
 * Keeps DashScope's own input and parameters, except the model. A field of the request that states the same differently is dropped with a
 * notice.
 */
export function lowerNative(draft: Draft<ImageRequest>, family: Family, context: Context): void {
  if (draft.native === undefined) return
  routeModel(draft, 'input', context)
  routeModel(draft, 'parameters', context)
  if (family.mode === 'classic' || family.mode === 'edit') flattenMessages(draft, context)
  yieldToInput(draft, context)
  for (const [key, field] of Object.entries(twins)) {
    const value = parameterOf(draft, key)
    if (value === undefined || draft[field] === undefined || agrees(draft, key, value)) continue
    if (isSame(draft, field, value)) delete draft[field]
    else leaveOut(draft, field, 'native-wins', context)
  }
  checkParameters(draft)
}

function routeModel(draft: Draft<ImageRequest>, extension: 'input' | 'parameters', context: Context): void {
  const own = draft.native?.[extension]
  if (own === undefined || !Object.hasOwn(own, 'model')) return
  const { model: _, ...rest } = own
  context.onNotice(notice('native-model', nativePlace(draft, extension, 'model')))
  draft.native = { ...draft.native, [extension]: rest }
}

/** Turns messages into a prompt and images, for a model that takes no messages. */
function flattenMessages(draft: Draft<ImageRequest>, context: Context): void {
  const { native } = draft
  const input = native?.input
  if (input === undefined || !Object.hasOwn(input, 'messages')) return
  const { messages, ...rest } = input
  const { native: _, ...plain } = draft
  const flat = flattenNative({ ...plain, native: { input: { messages: messages ?? [] } } }, context)
  Object.assign(draft, flat)
  draft.native = { ...native, input: rest }
}

/** Drops the fields of the request that the own input states as well. `joinMessages` adds the others to the input later. */
function yieldToInput(draft: Draft<ImageRequest>, context: Context): void {
  const input = draft.native?.input
  if (input === undefined) return
  const { prompt, images, negative_prompt: negative } = input
  const contents = nativeContents(draft)
  const texts = contents.flatMap(({ text }) => (typeof text === 'string' && text !== '' ? [text] : []))
  if (typeof prompt === 'string') texts.push(prompt)
  if (texts.length === 1 && texts[0] === draft.prompt) delete draft.prompt
  else if (texts.length > 0) leaveOut(draft, 'prompt', 'native-wins', context)
  if (images !== undefined || contents.some(({ image }) => image !== undefined)) leaveOut(draft, 'images', 'native-wins', context)
  if (negative !== undefined) leaveOut(draft, 'negativePrompt', 'native-wins', context)
}

function isSame(draft: ImageRequest, field: keyof ImageRequest, value: Json): boolean {
  if (field === 'size') return typeof value === 'string' && JSON.stringify(parseSize(value)) === JSON.stringify(draft.size)
  if (field === 'promptRewrite') return draft.promptRewrite?.mode === undefined && draft.promptRewrite?.enabled === value
  return draft[field] === value
}

/** True where parameter and field agree on a group, which leaves the caller's number of images in force. */
function agrees({ sequence }: ImageRequest, key: string, value: Json): boolean {
  return key === 'enable_sequential' && (sequence?.mode === 'auto') === value
}

/** Checks the parameters that are not checked with the request's own fields, as numbers and sizes are. */
function checkParameters(draft: ImageRequest): void {
  const seed = parameterOf(draft, 'seed')
  if (seed !== undefined && !isSeed(seed)) refuse(draft, 'seed', 'expected a whole number from 0 to 2147483647')
  if (!isLegalNegative(parameterOf(draft, 'negative_prompt'))) refuse(draft, 'negative_prompt', 'expected at most 500 characters')
  for (const key of ['watermark', 'prompt_extend', 'enable_sequential']) {
    const value = parameterOf(draft, key)
    if (value !== undefined && typeof value !== 'boolean') refuse(draft, key, 'expected true or false')
  }
}

function refuse(draft: ImageRequest, key: string, message: string): never {
  throw new WireError(format, nativePlace(draft, 'parameters', key), message)
}
