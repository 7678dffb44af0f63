import type { Grant } from '@interlingua/access'
import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { StateWords } from '@interlingua/core/edge'
import type { StoredDocument } from '@interlingua/store'
import type { GatewayState } from '../server/gateway-state.ts'

/** Kinds of documents that conversations consist of. Items are kept in batches, as they came. */
export const kinds = { response: 'response', conversation: 'conversation', items: 'conversation-items' } as const

/** Document of a response: whole if no upstream keeps it, else only the place of the whole. */
export interface KeptResponse {
  /** Channel whose upstream keeps the response; then all other fields are empty. Absent if the gateway keeps it. */
  readonly channel?: string
  /** Document that the client got. */
  readonly response: JsonObject
  /** Input of the request, as it was sent. */
  readonly input: readonly Json[]
  /** Items before the request, the oldest first: see `Reference`. */
  readonly context: readonly Reference[]
  /** Approximate size in characters, with the items before. */
  readonly size: number
  /** End of the lease of the process that runs the response in the background, in milliseconds since the epoch. Absent if it does not run. */
  readonly lease?: number
  /** True if the answer is made as a stream in the background; its events are kept apart, soon after its end. */
  readonly streamed?: boolean
}

/** Reference to a document of items: the input and output of a response, or a batch of a conversation. `response/resp_…`, `conversation-items/…`. */
export type Reference = string

export function readKeptResponse({ body }: StoredDocument): KeptResponse {
  const { channel, response, input, context, size, lease, streamed } = body
  return {
    ...(typeof channel === 'string' && { channel }),
    response: isJsonObject(response) ? response : {},
    input: listOf(input),
    context: listOf(context).filter((entry) => typeof entry === 'string'),
    size: typeof size === 'number' ? size : 0,
    ...(typeof lease === 'number' && { lease }),
    ...(streamed === true && { streamed }),
  }
}

/** Body of the document of a kept response. */
export function writeKeptResponse(kept: KeptResponse): JsonObject {
  return { ...kept }
}

/** Kind of the documents that hold the events of answers, which are read more seldom than the answers. */
export function eventsKind({ kind }: Pick<StateWords, 'kind'>): string {
  return `${kind}-events`
}

/** Events of an answer that was streamed in the background, as clients got them; undefined: they are not there yet, or were too long. */
export async function loadEvents(
  { store: { documents } }: Pick<GatewayState, 'store'>,
  words: StateWords,
  id: string,
): Promise<readonly string[] | undefined> {
  const found = await documents.get(eventsKind(words), id, Date.now())
  const events = found?.body['events']
  return Array.isArray(events) ? events.filter((event) => typeof event === 'string') : undefined
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [] // arrays of JSON hold JSON
}

/** A conversation that is kept here: the batches of its items, the oldest first. */
export interface Conversation {
  readonly metadata: JsonObject
  readonly batches: readonly Reference[]
  /** Approximate size of its items in characters. */
  readonly size: number
  /** Present while the conversation is being deleted, so that no items are added. */
  readonly ending?: true
}

export function readConversation({ body }: StoredDocument): Conversation {
  const { metadata, batches = body['lots'], size, ending } = body // `lots`: key of conversations that an earlier version stored
  return {
    metadata: isJsonObject(metadata) ? metadata : {},
    batches: Array.isArray(batches) ? (batches as readonly string[]) : [], // written by `writeConversation`
    size: typeof size === 'number' ? size : 0,
    ...(ending === true && { ending }),
  }
}

export function writeConversation(conversation: Conversation): JsonObject {
  return { ...conversation }
}

/** Document for clients, in the vendor's form. https://platform.openai.com/docs/api-reference/conversations/object */
export function showConversation(document: StoredDocument): JsonObject {
  return {
    id: document.id,
    object: 'conversation',
    created_at: Math.floor(document.createdAt / 1000),
    metadata: readConversation(document).metadata,
  }
}

/** Items that came into a conversation together, with the ids under which they are listed. */
export interface ItemBatch {
  readonly items: readonly Json[]
  readonly ids: readonly string[]
}

export function readBatch({ body }: StoredDocument): ItemBatch {
  const { items, ids } = body
  return {
    items: Array.isArray(items) ? (items as readonly Json[]) : [], // written by `writeLot`
    ids: Array.isArray(ids) ? (ids as readonly string[]) : [], // written by `writeLot`
  }
}

export function writeBatch({ items, ids }: ItemBatch): JsonObject {
  return { items, ids }
}

const plausible = /^[\x21-\x7e]{1,200}$/

/** Rejects ids that no store can hold, so that no query is made for them. */
export function isPlausibleId(id: string): boolean {
  return plausible.test(id)
}

/** True if a response is not done, as far as the store tells. */
export function isRunning({ response }: KeptResponse): boolean {
  return response['status'] === 'queued' || response['status'] === 'in_progress'
}

/** Id of the key that owns the documents of a request; empty without a key. */
export function ownerOf({ key }: Grant): string {
  return key?.id ?? ''
}

/** Items of an answer, which stand under this key. */
export function outputItems(answer: JsonObject, key: string): readonly JsonObject[] {
  const output = answer[key]
  return Array.isArray(output) ? output.filter(isJsonObject) : []
}

/**
 * Returns the current document of a background response: failed, if its process did not renew the lease in time. The response is not run again, since
 * its progress is unknown.
 */
export async function settleLease(
  { store: { documents } }: GatewayState,
  document: StoredDocument,
  { errorsOf }: StateWords,
): Promise<StoredDocument> {
  const { lease, ...kept } = readKeptResponse(document)
  if (lease === undefined || lease > Date.now()) return document
  const failed = { ...document, body: writeKeptResponse({ ...kept, response: { ...kept.response, status: 'failed', ...errorsOf(lost) } }) }
  if (await documents.replace(failed)) return { ...failed, revision: document.revision + 1 }
  return (await documents.get(document.kind, document.id, Date.now())) ?? failed
}

const lost = {
  code: 'server_error',
  message: 'The gateway process that ran this response ended before it was done. It was not run again: send the request once more.',
}
