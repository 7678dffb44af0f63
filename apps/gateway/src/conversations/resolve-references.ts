import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { History } from './find-history.ts'
import { isPlausibleId } from './is-plausible-id.ts'
import { readKeptResponse } from './kept-response.ts'
import { kinds } from './kinds.ts'
import { outputItems } from './output-items.ts'
import { ownerOf } from './owner-of.ts'
import { referenceOf } from './reference-of.ts'
import { stateFaults } from './state-faults.ts'

/** An item of a kept answer. */
interface KeptItem {
  readonly item: JsonObject
  /** In characters. */
  readonly size: number
}

/** Answers that are in memory at the same time. */
const atOnce = 20

/** Items of the caller's kept answers, by their ids. `wanted`: of each answer the places and ids. Ends early where they are more than `most` characters. */
async function loadOutputs(
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

/** Items of an input, with those in it that were referred to. */
export interface Resolved {
  readonly items: readonly Json[]
  /** About how many characters were put in the places of references. */
  readonly size: number
}

/** Whether an input refers to items that it does not hold. */
export function hasReferences(input: Json | undefined): boolean {
  return Array.isArray(input) && input.some((item: Json) => referenceOf(item) !== undefined)
}

/** Answers that one input may refer to. */
const mostAnswers = 2_000

/**
 * References as the items for which they stand, where those are kept here: in an answer that their ids tell. What the conversation has already
 * is not said twice. The others stay, for an upstream that may know them. Where nothing changes, gives what it got. What would become larger
 * than a conversation may be is refused: a reference is short, and may stand for much.
 */
export async function resolveReferences(
  exchange: Exchange,
  items: readonly Json[],
  history: History | undefined,
): Promise<Resolved | Fault> {
  if (!items.some((item) => referenceOf(item) !== undefined)) return { items, size: 0 }
  const known = new Set(history?.items.map((item) => (isJsonObject(item) ? item['id'] : undefined)))
  const wanted = new Map<string, Map<number, string>>()
  for (const item of items) {
    const id = referenceOf(item)
    const place = id === undefined || known.has(id) ? undefined : exchange.edge.upstream.responses?.readItemId(id)
    if (id === undefined || place === undefined) continue
    const indexes = wanted.get(place.responseId) ?? new Map<number, string>()
    wanted.set(place.responseId, indexes.set(place.index, id))
  }
  if (wanted.size > mostAnswers) return stateFaults.refused(`The input refers to more than ${mostAnswers} answers.`, '/input')
  const { characters } = exchange.gateway.responses
  const found = await loadOutputs(exchange, wanted, characters)
  let size = 0
  const resolved: Json[] = []
  for (const item of items) {
    const id = referenceOf(item)
    const kept = id === undefined ? undefined : found.get(id)
    if (kept) size += kept.size
    if (id === undefined || !known.has(id)) resolved.push(kept?.item ?? item)
  }
  if (size + (history?.size ?? 0) > characters)
    return stateFaults.refused(`What the input refers to is larger than this gateway continues (${characters} characters).`, '/input')
  const changed = resolved.length !== items.length || resolved.some((item, index) => item !== items[index])
  return changed ? { items: resolved, size } : { items, size: 0 }
}
