import type { Context, Pointer } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageItem } from '../image-response.ts'
import { notice } from '../notices.ts'

/** What an item here has no field for, unknown keys aside. */
export function reportItem(item: ImageItem, at: Pointer, context: Context): void {
  if (item.type === 'failed') return
  const owner = item.at === undefined ? { ...item, at } : item
  if (item.revisedPrompt !== undefined) context.onNotice(notice('response-prompt', placeOf(owner, 'revisedPrompt')))
  if (item.made?.quality !== undefined || item.made?.background !== undefined)
    context.onNotice(notice('response-made', placeOf(owner, 'made')))
}
