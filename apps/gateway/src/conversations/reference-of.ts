import { isJsonObject, type Json } from '@interlingua/core'

/** The id in an `item_reference`, whose type may be left out; `undefined` for what is none. */
export function referenceOf(item: Json): string | undefined {
  if (!isJsonObject(item) || typeof item['id'] !== 'string') return undefined
  const { type } = item
  if (type === 'item_reference') return item['id']
  return (type === undefined || type === null) && item['role'] === undefined ? item['id'] : undefined
}
