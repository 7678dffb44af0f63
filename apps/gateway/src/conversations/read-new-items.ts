import { isInterlinguaError, type Json, type Pointer } from '@interlingua/core'
import { contextOf, type Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { referenceOf } from './reference-of.ts'
import { resolveReferences } from './resolve-references.ts'
import { stateFaults } from './state-faults.ts'

const mostItems = 20

/** Items that a caller puts into a conversation itself: at most 20 at a time, as they may stand in an input. References are what they stand for. */
export async function readNewItems(exchange: Exchange, value: Json | undefined): Promise<{ readonly items: readonly Json[] } | Fault> {
  if (value === undefined || value === null) return { items: [] }
  if (!Array.isArray(value)) return invalidRequest('Input should be a list of items', '/items')
  if (value.length > mostItems) return invalidRequest(`at most ${mostItems} items can be added at a time`, '/items')
  const items = value as readonly Json[] // an array of JSON holds JSON
  const { adapter } = exchange.edge
  const context = { ...contextOf(exchange), onNotice: () => {} }
  try {
    adapter.parseRequest({ path: '/v1/responses', query: {}, headers: {}, body: { model: '', input: items } }, context)
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return invalidRequest(error.message.replaceAll('/input/', '/items/'), `/items${error.path.replace(/^\/input/, '')}` as Pointer) // one pointer behind another
  }
  const resolved = await resolveReferences(exchange, items, undefined)
  if ('failure' in resolved) return resolved
  // Whoever goes on with the conversation could not say them to a model.
  const lost = resolved.items.map(referenceOf).find((id) => id !== undefined)
  return lost === undefined ? resolved : stateFaults.item(lost)
}
