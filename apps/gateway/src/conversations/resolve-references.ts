import { isJsonObject, type Json } from '@interlingua/core'
import { readKeptItemId } from '@interlingua/responses'
import type { Exchange } from '../exchange.ts'
import { findDocument } from './find-document.ts'
import type { History } from './find-history.ts'
import { outputItems } from './output-items.ts'
import { readKeptResponse } from './kept-response.ts'
import { kinds } from './kinds.ts'

/** Whether an input refers to items that it does not hold. */
export function hasReferences(input: Json | undefined): boolean {
  return Array.isArray(input) && input.some((item: Json) => idOf(item) !== undefined)
}

/**
 * References as the items for which they stand, where those are kept here: in an answer that their ids tell. What the conversation has already
 * is not said twice. The others stay, for an upstream that may know them. Where nothing changes, gives what it got.
 */
export async function resolveReferences(
  exchange: Exchange,
  items: readonly Json[],
  history: History | undefined,
): Promise<readonly Json[]> {
  if (!items.some((item) => idOf(item) !== undefined)) return items
  const outputs = new Map<string, Promise<readonly Json[]>>()
  const known = new Set(history?.items.map((item) => (isJsonObject(item) ? item['id'] : undefined)))
  const resolved = await Promise.all(
    items.map(async (item): Promise<Json | undefined> => {
      const id = idOf(item)
      if (id === undefined) return item
      if (known.has(id)) return undefined
      const answer = readKeptItemId(id)
      if (answer === undefined) return item
      const output = outputs.get(answer.responseId) ?? loadOutput(exchange, answer.responseId)
      outputs.set(answer.responseId, output)
      const found = (await output)[answer.index]
      return isJsonObject(found) && found['id'] === id ? found : item
    }),
  )
  return resolved.some((item, index) => item !== items[index]) ? resolved.filter((item) => item !== undefined) : items
}

async function loadOutput(exchange: Exchange, id: string): Promise<readonly Json[]> {
  const found = await findDocument(exchange, kinds.response, id)
  return found === undefined || found === 'foreign' ? [] : outputItems(readKeptResponse(found).response)
}

/** `item_reference`, whose type may be left out. */
function idOf(item: Json): string | undefined {
  if (!isJsonObject(item) || typeof item['id'] !== 'string') return undefined
  const { type } = item
  if (type === 'item_reference') return item['id']
  return (type === undefined || type === null) && item['role'] === undefined ? item['id'] : undefined
}
