import { pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageRequest } from '../image-request.ts'
import { formatSize, parseSize } from '../image-size.ts'

type Read = Partial<Pick<ImageRequest, 'size' | 'count' | 'seed' | 'negativePrompt' | 'promptRewrite' | 'watermark'>>

/** Reads the parameters that have a canonical field, and returns the others. */
export function readParameters(
  parameters: JsonObject,
  draft: Draft<ImageRequest>,
  fields: Record<string, Pointer>,
  classic: boolean,
): JsonObject {
  const left: Record<string, Json> = {}
  for (const [key, value] of Object.entries(parameters)) {
    const meant = key === 'negative_prompt' && classic ? undefined : meaningOf(key, value)
    if (meant === undefined) left[key] = value
    else Object.assign(draft, meant)
    for (const field in meant) fields[field] = pointer('/parameters', key)
  }
  readGroup(left, draft, fields)
  return left
}

function meaningOf(key: string, value: Json): Read | undefined {
  const size = key === 'size' && typeof value === 'string' ? parseSize(value) : undefined
  if (size !== undefined) return formatSize(size, '*') === value && size.type !== 'auto' ? { size } : undefined
  if (key === 'n' && typeof value === 'number') return { count: value }
  if (key === 'seed' && typeof value === 'number') return { seed: value }
  if (key === 'negative_prompt' && typeof value === 'string' && value !== '') return { negativePrompt: value }
  if (key === 'prompt_extend' && typeof value === 'boolean') return { promptRewrite: { enabled: value } }
  return key === 'watermark' && typeof value === 'boolean' ? { watermark: value } : undefined
}

/** Reads the parameters of a group, in which `n` is the largest number of images. */
function readGroup(left: Record<string, Json>, draft: Draft<ImageRequest>, fields: Record<string, Pointer>): void {
  const { enable_sequential: group } = left
  if (typeof group !== 'boolean') return
  delete left['enable_sequential']
  fields['sequence'] = '/parameters/enable_sequential'
  const { count } = draft
  if (!group || count === undefined) {
    draft.sequence = { mode: group ? 'auto' : 'disabled' }
    return
  }
  draft.sequence = { mode: 'auto', most: count }
  fields['sequence.most'] = '/parameters/n'
  delete draft.count
}
