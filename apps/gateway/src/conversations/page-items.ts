import type { JsonObject } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'

/** An item with the id by which pages are counted. */
export interface ListedItem {
  readonly id: string
  readonly item: JsonObject
}

const usualLimit = 20
const mostItems = 100

/** One page of items that are given oldest first. Query: `after`, `limit` 1 to 100, `order`. https://platform.openai.com/docs/api-reference/responses/input-items */
export function pageItems(items: readonly ListedItem[], query: URLSearchParams): { readonly page: JsonObject } | Fault {
  const limit = readLimit(query.get('limit'))
  if (limit === undefined) return invalidRequest(`must be a whole number from 1 to ${mostItems}`, '/limit')
  const order = query.get('order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc') return invalidRequest('must be asc or desc', '/order')
  const ordered = order === 'asc' ? items : items.toReversed()
  const after = query.get('after')
  const at = after === null ? -1 : ordered.findIndex(({ id }) => id === after)
  if (after !== null && at === -1) return invalidRequest('there is no item with this id in the list', '/after')
  const page = ordered.slice(at + 1, at + 1 + limit)
  return {
    page: {
      object: 'list',
      data: page.map(({ item }) => item),
      first_id: page[0]?.id ?? null,
      last_id: page.at(-1)?.id ?? null,
      has_more: at + 1 + limit < ordered.length,
    },
  }
}

function readLimit(text: string | null): number | undefined {
  if (text === null) return usualLimit
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= mostItems ? limit : undefined
}
