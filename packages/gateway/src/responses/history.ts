import type { AdmittedRequest, ClientRequest } from '../server/client-request.ts'
import {
  isPlausibleId,
  kinds,
  outputItems,
  ownerOf,
  readConversation,
  readKeptResponse,
  readBatch,
  type Reference,
  settleLease,
} from './documents.ts'
import type { RememberedItems } from '../server/socket-turn.ts'
import type { StateFields } from './state-fields.ts'
import { hasOwnWords, wordsOf } from './state-words.ts'
import { stateFailures } from './failures.ts'
import { pointer, type Json, type JsonObject, type Part, type Pointer, type Turn } from '@interlingua/core'
import type { FailureReply } from '@interlingua/gateway-kernel'
import type { StoredDocument } from '@interlingua/store'
import type { Channel } from '@interlingua/upstreams'

/** Finds a document of the caller's key; `foreign` if another key owns it, which the caller must not be able to tell from a missing one. */
export async function findDocument(admitted: AdmittedRequest, kind: string, id: string): Promise<StoredDocument | 'foreign' | undefined> {
  if (!isPlausibleId(id)) return undefined
  const found = await admitted.client.gateway.store.documents.get(kind, id, Date.now())
  return found === undefined || found.owner === ownerOf(admitted.grant) ? found : 'foreign'
}

/** Loads the items behind references, in order; undefined where one is gone. Prolongs the time of documents that end soon. */
export async function loadContext(client: ClientRequest, references: readonly Reference[]): Promise<readonly Json[] | undefined> {
  const found = new Map<Reference, StoredDocument>()
  for (const kind of new Set(references.map((reference) => reference.slice(0, reference.indexOf('/'))))) {
    const ids = references.filter((reference) => reference.startsWith(`${kind}/`)).map((reference) => reference.slice(kind.length + 1))
    if (ids.length === 0) continue
    const documents = await client.gateway.store.documents.getMany(kind, ids, Date.now())
    for (const document of documents) found.set(`${kind}/${document.id}`, document)
  }
  const items: Json[] = []
  for (const reference of references) {
    const document = found.get(reference)
    if (document === undefined) return undefined
    items.push(...itemsOf(document, client))
  }
  await keepLonger(client, [...found.values()])
  return items
}

function itemsOf(document: StoredDocument, { edge }: ClientRequest): readonly Json[] {
  if (document.kind === kinds.items) return readBatch(document).items
  const { input, response } = readKeptResponse(document)
  return [...input, ...outputItems(response, wordsOf(edge).output)]
}

/** Parts of the retention; within one part, a document is prolonged at most once. */
const steps = 30

/** Prolongs documents to the retention of the response that goes on from them. Only if a part of it has passed, so that not each turn writes. */
async function keepLonger({ gateway }: ClientRequest, documents: readonly StoredDocument[]): Promise<void> {
  const { retention } = gateway.responses
  const now = Date.now()
  const due = documents.filter(({ expiresAt = Infinity }) => expiresAt - now < retention - retention / steps)
  for (const kind of new Set(due.map((document) => document.kind))) {
    const ids = due.filter((document) => document.kind === kind).map(({ id }) => id)
    await gateway.store.documents.prolong(kind, ids, now + retention)
  }
}

/** Items before a request, kept here. */
export interface History {
  /** Field by which the caller named the history. */
  readonly place: Pointer
  readonly items: readonly Json[]
  readonly references: readonly Reference[]
  /** Approximate size of the items in characters. */
  readonly size: number
}

/** Place of the history: here, at the upstream of a channel, or unknown, with the failure for the case that no upstream has it either. */
type Found = { readonly history?: History } | { readonly channel: string } | { readonly unknown: FailureReply } | FailureReply

export async function findHistory(admitted: AdmittedRequest, { previous, conversation }: StateFields): Promise<Found> {
  if (previous !== undefined) return findPrevious(admitted, previous)
  return conversation === undefined ? {} : findConversation(admitted, conversation)
}

/** History that only the connection of a WebSocket has; a failure where it is too large. */
export function rememberedHistory({ gateway }: ClientRequest, { items, size }: RememberedItems): Found {
  const place = '/previous_response_id'
  if (size > gateway.responses.characters) return tooLarge(gateway.responses.characters, place)
  return { history: { place, items, references: [], size } }
}

async function findPrevious(admitted: AdmittedRequest, id: string): Promise<Found> {
  const { edge } = admitted.client
  const words = wordsOf(edge)
  const place = pointer('', words.previous)
  const failureReply = stateFailures.previous(id, words, hasOwnWords(edge))
  const found = await findDocument(admitted, words.kind, id)
  if (found === undefined) return { unknown: failureReply }
  if (found === 'foreign') return failureReply
  const document = await settleLease(admitted.client.gateway, found, words)
  const { channel, response, context, size } = readKeptResponse(document)
  if (channel !== undefined) return { channel }
  if (response['status'] === 'queued' || response['status'] === 'in_progress')
    return stateFailures.refused(`The previous ${words.title.toLowerCase()} is still running: wait until it is done, or cancel it.`, place)
  return load(admitted.client, place, [...context, `${words.kind}/${id}`], size)
}

async function findConversation(admitted: AdmittedRequest, id: string): Promise<Found> {
  const failureReply = stateFailures.conversation(id)
  const found = await findDocument(admitted, kinds.conversation, id)
  if (found === undefined) return { unknown: failureReply }
  if (found === 'foreign') return failureReply
  const { batches, size } = readConversation(found)
  return load(admitted.client, '/conversation', batches, size)
}

async function load(client: ClientRequest, place: Pointer, references: readonly Reference[], size: number): Promise<Found> {
  const most = client.gateway.responses.characters
  if (size > most) return tooLarge(most, place)
  const items = await loadContext(client, references)
  if (items === undefined)
    return stateFailures.refused('A part of the conversation that this goes on from has been deleted, or has expired.', place)
  return { history: { place, items, references, size } }
}

function tooLarge(most: number, place: Pointer): FailureReply {
  return stateFailures.refused(`The conversation is larger than this gateway continues (${most} characters): begin a new one.`, place)
}

/** Place in which a request is to be answered, given the place of its history. */
interface Place {
  readonly history?: History
  /** Channel whose upstream keeps the history, or is to keep this response. Absent: any channel. */
  readonly requiredChannel?: string
}

export function placeFor(client: ClientRequest, body: JsonObject, found: Found): Place | FailureReply {
  if ('failure' in found) return found
  const head = client.edge.client.readHead({ headers: client.incoming.headers, path: client.params, body })
  const natives = nativesFor(client, 'model' in head ? head.model : '')
  if ('channel' in found) return natives.all.includes(found.channel) ? { requiredChannel: found.channel } : elsewhere(client)
  if ('unknown' in found) {
    // A response that was not made here may have been made at the upstream, if only one of them keeps responses.
    const [only, ...others] = natives.all
    return only !== undefined && others.length === 0 ? { requiredChannel: only } : found.unknown
  }
  if (found.history) return { history: found.history }
  // A request without history runs in the background at an upstream that can do so.
  return body['background'] === true && natives.first !== undefined ? { requiredChannel: natives.first } : {}
}

function elsewhere({ edge }: ClientRequest): FailureReply {
  const { title, previous } = wordsOf(edge)
  return stateFailures.refused(
    `This ${title.toLowerCase()} is kept by the upstream of another model: go on with a model of that upstream, or send the whole conversation.`,
    pointer('', previous),
  )
}

/** Channels for a model whose upstreams keep responses; `first`: the channel that is called first, if it is one of them. */
function nativesFor({ gateway, edge }: ClientRequest, model: string): { readonly all: readonly string[]; readonly first?: string } {
  const { targets } = gateway.candidates(model, edge.adapter.format)
  const keeps = (channel: Channel): boolean => channel.supports.storedResponses && channel.edge === edge
  const all = [...new Set(targets.filter(({ channel }) => keeps(channel)).map(({ channel }) => channel.name))]
  const [first] = targets
  return first && keeps(first.channel) ? { all, first: first.channel.name } : { all }
}

/** Node that was just decoded, and that no other code holds yet. */
type Fresh = { at?: Pointer }

/**
 * Sets the places of turns that were just decoded to `place`, or to its result for their old place: the caller never sent the document that they were
 * read from.
 */
export function relocateTurns(turns: readonly Turn[], place: TurnPlace): void {
  for (const turn of turns) {
    put(turn, place)
    for (const item of turn.items ?? []) put(item, place)
    for (const tool of turn.changes?.addTools ?? []) put(tool, place)
    relocateParts(turn.parts, place)
  }
}

type TurnPlace = Pointer | ((at: Pointer) => Pointer)

function relocateParts(parts: readonly Part[], place: TurnPlace): void {
  for (const part of parts) {
    put(part, place)
    switch (part.type) {
      case 'text':
        for (const citation of part.citations ?? []) put(citation, place)
        break
      case 'tool-result':
      case 'hosted-result':
      case 'search-result':
        relocateParts(part.parts, place)
        break
      case 'document':
        if (part.source.type === 'parts') relocateParts(part.source.parts, place)
    }
  }
}

function put(node: { readonly at?: Pointer }, place: TurnPlace): void {
  const fresh: Fresh = node
  fresh.at = typeof place === 'string' ? place : place(node.at ?? '')
}

/** Points notices about recalled items to the field that named the items, once for each code: the caller never sent their fields. */
export function pointHistoryNotices(admitted: AdmittedRequest, place: Pointer): void {
  const report = admitted.onNotice
  const inside = `${place}/`
  admitted.onNotice = (notice) => {
    if (notice.path !== place && !notice.path.startsWith(inside)) return report(notice)
    if (!admitted.notices.some(({ code, path }) => code === notice.code && path === place)) report({ ...notice, path: place })
  }
}

/** Channel whose upstream may have state of the client's format that is unknown here; undefined unless exactly one channel keeps any. */
export function onlyNative({ gateway, edge }: Pick<ClientRequest, 'gateway' | 'edge'>): Channel | undefined {
  const [only, ...others] = gateway.channels.filter((channel) => channel.supports.storedResponses && channel.edge === edge)
  return others.length === 0 ? only : undefined
}
