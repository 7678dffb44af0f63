import type { AdmittedRequest } from '../server/client-request.ts'
import type { Reply } from '../server/reply.ts'
import { isPlausibleId, kinds, outputItems, ownerOf, readKeptResponse } from './documents.ts'
import { wordsOf } from './state-words.ts'
import { stateFailures } from './failures.ts'
import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { FailureReply } from '@interlingua/gateway-kernel'
import type { History } from './history.ts'

/** Id in an `item_reference`, whose type may be absent; undefined for other items. */
export function referenceOf(item: Json): string | undefined {
  if (!isJsonObject(item) || typeof item['id'] !== 'string') return undefined
  const { type } = item
  if (type === 'item_reference') return item['id']
  return (type === undefined || type === null) && item['role'] === undefined ? item['id'] : undefined
}

/** Item of a kept response. */
interface KeptItem {
  readonly item: JsonObject
  /** Size in characters. */
  readonly size: number
}

/** Number of responses that are loaded at the same time. */
const atOnce = 20

/**
 * Loads items of the caller's kept responses, by their ids. `wanted`: by response, the index and id of its items; stops early above `most`
 * characters.
 */
async function loadOutputs(
  admitted: AdmittedRequest,
  reply: Reply,
  wanted: ReadonlyMap<string, ReadonlyMap<number, string>>,
  most: number,
): Promise<ReadonlyMap<string, KeptItem>> {
  const found = new Map<string, KeptItem>()
  const owner = ownerOf(admitted.grant)
  const answers = [...wanted.keys()].filter(isPlausibleId)
  let total = 0
  for (let from = 0; from < answers.length && total <= most && !reply.ended; from += atOnce) {
    const documents = await admitted.client.gateway.store.documents.getMany(kinds.response, answers.slice(from, from + atOnce), Date.now())
    for (const document of documents) {
      if (document.owner !== owner) continue
      const output = outputItems(readKeptResponse(document).response, wordsOf(admitted.client.edge).output)
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

/** Input with referenced items put in the place of their references. */
interface Resolved {
  readonly items: readonly Json[]
  /** Approximate size in characters of the items that were put in. */
  readonly size: number
}

/** True if the input has references to items. */
export function hasReferences(input: Json | undefined): boolean {
  return Array.isArray(input) && input.some((item: Json) => referenceOf(item) !== undefined)
}

/** Largest number of responses that one input may refer to. */
const mostAnswers = 2_000

/**
 * Replaces references by items of kept responses, and drops those that the history has already; others stay, for an upstream that may know them.
 * Refuses an input that would exceed the size of a conversation, since a short reference may stand for much text.
 */
export async function resolveReferences(
  admitted: AdmittedRequest,
  reply: Reply,
  items: readonly Json[],
  history: History | undefined,
): Promise<Resolved | FailureReply> {
  if (!items.some((item) => referenceOf(item) !== undefined)) return { items, size: 0 }
  const known = new Set(history?.items.map((item) => (isJsonObject(item) ? item['id'] : undefined)))
  const wanted = new Map<string, Map<number, string>>()
  for (const item of items) {
    const id = referenceOf(item)
    const place = id === undefined || known.has(id) ? undefined : admitted.client.edge.upstream.responses?.readItemId(id)
    if (id === undefined || place === undefined) continue
    const indexes = wanted.get(place.responseId) ?? new Map<number, string>()
    wanted.set(place.responseId, indexes.set(place.index, id))
  }
  if (wanted.size > mostAnswers) return stateFailures.refused(`The input refers to more than ${mostAnswers} answers.`, '/input')
  const { characters } = admitted.client.gateway.responses
  const found = await loadOutputs(admitted, reply, wanted, characters)
  let size = 0
  const resolved: Json[] = []
  for (const item of items) {
    const id = referenceOf(item)
    const kept = id === undefined ? undefined : found.get(id)
    if (kept) size += kept.size
    if (id === undefined || !known.has(id)) resolved.push(kept?.item ?? item)
  }
  if (size + (history?.size ?? 0) > characters)
    return stateFailures.refused(`What the input refers to is larger than this gateway continues (${characters} characters).`, '/input')
  const changed = resolved.length !== items.length || resolved.some((item, index) => item !== items[index])
  return changed ? { items: resolved, size } : { items, size: 0 }
}
