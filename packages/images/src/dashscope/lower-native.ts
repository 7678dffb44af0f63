import type { Context, Json, Draft } from '@interlingua/core'
import { WireError } from '@interlingua/core'
import { flattenNative } from '../flatten-native.ts'
import type { ImageRequest } from '../image-request.ts'
import { readSize } from '../image-size.ts'
import { leaveOut } from '../leave-out.ts'
import { notice } from '../notices.ts'
import { isLegalNegative, isSeed } from './check-values.ts'
import { format } from './format.ts'
import type { Family } from './models.ts'
import { nativeContents, nativePlace, parameterOf } from './native.ts'

/** Parameters that say the same as a field of the wish. */
const twins = {
  size: 'size',
  n: 'count',
  seed: 'seed',
  watermark: 'watermark',
  prompt_extend: 'promptRewrite',
  negative_prompt: 'negativePrompt',
  enable_sequential: 'sequence',
} as const satisfies Record<string, keyof ImageRequest>

/** DashScope's own words stay as they are, but for the model; what the caller says beside them in other words gives way. */
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

function routeModel(draft: Draft<ImageRequest>, box: 'input' | 'parameters', context: Context): void {
  const own = draft.native?.[box]
  if (own === undefined || !Object.hasOwn(own, 'model')) return
  const { model: _, ...rest } = own
  context.onNotice(notice('native-model', nativePlace(draft, box, 'model')))
  draft.native = { ...draft.native, [box]: rest }
}

/** There is no room for messages where the model is asked by a prompt: they become one, and images. */
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

/** What the own input says already, the caller's other words do not say again; what it lacks, they add (`joinMessages`). */
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
  if (field === 'size') return typeof value === 'string' && JSON.stringify(readSize(value)) === JSON.stringify(draft.size)
  if (field === 'promptRewrite') return draft.promptRewrite?.mode === undefined && draft.promptRewrite?.enabled === value
  return draft[field] === value
}

/** Both want a group, or neither does: how many it holds is the caller's to say yet. */
function agrees({ sequence }: ImageRequest, key: string, value: Json): boolean {
  return key === 'enable_sequential' && (sequence?.mode === 'auto') === value
}

/** Numbers and sizes are looked at with the wish's own; these are not. */
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
