import type { Context, Pointer } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageItem } from '../image-response.ts'
import { notice } from '../notices.ts'

/** Reports the properties of an item for which Ark has no field. Unknown keys are reported elsewhere. */
export function reportItem(item: ImageItem, at: Pointer, context: Context): void {
  if (item.type === 'failed') return
  const owner = item.at === undefined ? { ...item, at } : item
  if (item.revisedPrompt !== undefined) context.onNotice(notice('response-prompt', placeOf(owner, 'revisedPrompt')))
  if (item.made?.quality !== undefined || item.made?.background !== undefined)
    context.onNotice(notice('response-made', placeOf(owner, 'made')))
}
