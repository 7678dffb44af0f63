import { pointer, type Context, type Extensions, type Node, type Pointer } from '@interlingua/core'
import type { ImageItem } from '../image-response.ts'
import { notice } from '../notices.ts'
import { placeOf } from '../place-of.ts'
import { format } from './format.ts'

/** What an item here has no field for. */
export function reportItem(item: ImageItem, at: Pointer, context: Context): void {
  reportBoxes(item, context)
  if (item.type === 'failed') return
  const owner = item.at === undefined ? { ...item, at } : item
  if (item.revisedPrompt !== undefined) context.onNotice(notice('response-prompt', placeOf(owner, 'revisedPrompt')))
  if (item.made?.quality !== undefined || item.made?.background !== undefined)
    context.onNotice(notice('response-made', placeOf(owner, 'made')))
}

/** Keys that only another dialect understands. */
export function reportBoxes(node: Node & { readonly extensions?: Extensions }, context: Context): void {
  for (const owner in node.extensions) {
    if (owner === format) continue
    for (const key in node.extensions[owner]?.rest) context.onNotice(notice('foreign-key', pointer(node.at ?? '', key)))
  }
}
