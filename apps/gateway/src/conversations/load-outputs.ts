import type { JsonObject } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import { isPlausibleId } from './is-plausible-id.ts'
import { readKeptResponse } from './kept-response.ts'
import { kinds } from './kinds.ts'
import { outputItems } from './output-items.ts'
import { ownerOf } from './owner-of.ts'

/** An item of a kept answer. */
export interface KeptItem {
  readonly item: JsonObject
  /** In characters. */
  readonly size: number
}

/** Answers that are in memory at the same time. */
const atOnce = 20

/** Items of the caller's kept answers, by their ids. `wanted`: of each answer the places and ids. Ends early where they are more than `most` characters. */
export async function loadOutputs(
  exchange: Exchange,
  wanted: ReadonlyMap<string, ReadonlyMap<number, string>>,
  most: number,
): Promise<ReadonlyMap<string, KeptItem>> {
  const found = new Map<string, KeptItem>()
  const owner = ownerOf(exchange)
  const answers = [...wanted.keys()].filter(isPlausibleId)
  let total = 0
  for (let from = 0; from < answers.length && total <= most && !exchange.over; from += atOnce) {
    const documents = await exchange.gateway.store.documents.getMany(kinds.response, answers.slice(from, from + atOnce), Date.now())
    for (const document of documents) {
      if (document.owner !== owner) continue
      const output = outputItems(readKeptResponse(document).response)
      for (const [index, id] of wanted.get(document.id) ?? []) {
        const item = output[index]
        if (item?.['id'] !== id) continue
        const size = JSON.stringify(item).length
        total += size
        found.set(id, { item, size })
      }
    }
  }
  return found
}
