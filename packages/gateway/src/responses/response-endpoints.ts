import { isInterlinguaError, isJsonObject, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { answerJson } from '../reply/write-reply.ts'
import type { Endpoint, Parameters, Reply } from '../server/reply.ts'
import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import { type FailureReply, invalidRequest, queryOf, type ServeResult } from '@interlingua/gateway-kernel'
import type { GatewayState } from '../server/gateway-state.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { withBody } from '../reply/read-body.ts'
import type { StoredDocument } from '@interlingua/store'
import { appendItems, changeConversation } from './append-items.ts'
import { kinds, ownerOf, readConversation, readBatch, showConversation, writeConversation, writeBatch } from './documents.ts'
import { findDocument, findHistory, rememberedHistory, onlyNative, placeFor, pointHistoryNotices } from './history.ts'
import { hasReferences, referenceOf, resolveReferences } from './references.ts'
import { forwardToChannel } from './forward-to-channel.ts'
import {
  cancelKeptResponse,
  deleteKeptResponse,
  type ListedItem,
  pageItems,
  serveInputItems,
  serveKeptResponse,
  showItem,
} from './serve-kept-responses.ts'
import { stateFailures } from './failures.ts'
import { serveCount } from '../generate/serve-count.ts'
import { readMessage } from '../translation/read-message.ts'
import { clientContext } from '../translation/translation.ts'
import { serveGenerate } from '../generate/serve-generate.ts'
import { startBackground } from './background.ts'
import { readStateFields, type StateFields } from './state-fields.ts'
import { answerWarmUp } from './answer-warm-up.ts'
import { findTrigger, serveCompact, serveTrigger } from './compact.ts'
import { findLostOutput } from './find-lost-output.ts'
import { pairOutputs } from './pair-outputs.ts'
import { createResponseSession } from './session.ts'
import { hasOwnWords, wordsOf } from './state-words.ts'

/** Serves `POST /v1/responses/input_tokens`; the history of the request counts as well. */
export async function serveResponseCount(admitted: AdmittedRequest, reply: Reply, parsed: ParsedBody): Promise<FailureReply | void> {
  const fields = readStateFields(parsed.body, wordsOf(admitted.client.edge))
  if ('failure' in fields) return fields
  const { input } = parsed.body
  if (fields.previous === undefined && fields.conversation === undefined && !hasReferences(input))
    return serveCount(admitted, reply, parsed)
  const place = placeFor(admitted.client, parsed.body, await findHistory(admitted, fields))
  if (reply.ended) return
  if ('failure' in place) return place
  if (place.requiredChannel !== undefined) {
    admitted.requiredChannel = place.requiredChannel
    return serveCount(admitted, reply, parsed)
  }
  // Errors in the caller's own items point to the caller's own places, so those items are checked before the history is added.
  admitted.client.edge.adapter.count?.parseCountRequest(
    readMessage(admitted.client, parsed.body),
    clientContext(admitted, admitted.model ?? ''),
  )
  const { previous_response_id: _, conversation: __, ...own } = parsed.body
  const resolved = await resolveReferences(admitted, reply, wordsOf(admitted.client.edge).itemsOf(input), place.history)
  if (reply.ended) return
  if ('failure' in resolved) return resolved
  const body = { ...own, input: [...(place.history?.items ?? []), ...resolved.items] }
  return serveCount(admitted, reply, { body, bytes: Buffer.from(JSON.stringify(body)) })
}

/** Serves `POST /v1/responses`: finds the history of the request, and keeps the response. */
export function serveResponse(admitted: AdmittedRequest, reply: Reply, parsed: ParsedBody): ServeResult {
  const fields = readStateFields(parsed.body, wordsOf(admitted.client.edge))
  if ('failure' in fields) return fields
  const { input } = parsed.body
  const trigger = findTrigger(input)
  if (trigger) return serveTrigger(admitted, reply, parsed, fields, trigger)
  const { turn } = admitted.client
  const alone = fields.previous === undefined && fields.conversation === undefined && !fields.background && turn?.generates !== false
  if (alone && !hasReferences(input)) {
    const items = wordsOf(admitted.client.edge).itemsOf(input)
    const lost = findLostOutput(items, [])
    if (lost) return lost
    turn?.takeInput({ items, size: parsed.bytes.length })
    if (turn !== undefined && !fields.store) admitted.keepsItems = true
    if (fields.store) admitted.session = createResponseSession(admitted, reply, { fields, input: items, size: parsed.bytes.length })
    return serveGenerate(admitted, reply, parsed)
  }
  return serveStateful(admitted, reply, parsed, fields)
}

async function serveStateful(
  admitted: AdmittedRequest,
  reply: Reply,
  parsed: ParsedBody,
  fields: StateFields,
): Promise<FailureReply | void> {
  const { turn } = admitted.client
  const remembered = turn?.history
  const found = remembered ? rememberedHistory(admitted.client, remembered) : await findHistory(admitted, fields)
  const place = 'failure' in found ? found : placeFor(admitted.client, parsed.body, found)
  if (reply.ended) return
  if ('failure' in place) return place
  const { history, requiredChannel } = place
  if (requiredChannel !== undefined) admitted.requiredChannel = requiredChannel
  if (history) pointHistoryNotices(admitted, history.place)
  const given = wordsOf(admitted.client.edge).itemsOf(parsed.body['input'])
  const resolved = requiredChannel === undefined ? await resolveReferences(admitted, reply, given, history) : { items: given, size: 0 }
  if (reply.ended) return
  if ('failure' in resolved) return resolved
  const input = requiredChannel === undefined ? pairOutputs(resolved.items, history?.items ?? []) : resolved.items
  if ('failure' in input) return input
  const rewritten = input !== given
  const own: ParsedBody = rewritten ? { ...parsed, body: { ...parsed.body, input } } : parsed
  const size = parsed.bytes.length + resolved.size
  if (requiredChannel === undefined) {
    const before = history?.items ?? []
    const lost = findLostOutput(input, before)
    if (lost) return lost
    turn?.takeInput({ items: [...before, ...input], size: size + (history?.size ?? 0) })
    if ((turn !== undefined && !fields.store) || (fields.conversation !== undefined && history)) admitted.keepsItems = true
  }
  // Items that only a connection remembers are kept with the response itself.
  const keeping = { fields, input: remembered ? [...remembered.items, ...input] : input, size, history, rewritten }
  if (turn?.generates === false) return answerWarmUp(admitted, reply, own)
  if (fields.background && requiredChannel === undefined) return startBackground(admitted, reply, own, keeping)
  if (fields.store || history || rewritten) admitted.session = createResponseSession(admitted, reply, keeping)
  return serveGenerate(admitted, reply, own)
}

const mostItems = 20

/** Reads items that a caller adds to a conversation: at most 20, in the form of an input, with references resolved. */
async function readNewItems(
  admitted: AdmittedRequest,
  reply: Reply,
  value: Json | undefined,
): Promise<{ readonly items: readonly Json[] } | FailureReply> {
  if (value === undefined || value === null) return { items: [] }
  if (!Array.isArray(value)) return invalidRequest('Input should be a list of items', '/items')
  if (value.length > mostItems) return invalidRequest(`at most ${mostItems} items can be added at a time`, '/items')
  const items = value as readonly Json[] // an array of JSON holds JSON
  const { adapter } = admitted.client.edge
  const context = { ...contextOf(admitted), onNotice: () => {} }
  try {
    adapter.parseRequest({ path: '/v1/responses', query: {}, headers: {}, body: { model: '', input: items } }, context)
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return invalidRequest(error.message.replaceAll('/input/', '/items/'), `/items${error.path.replace(/^\/input/, '')}` as Pointer) // `/items` and the pointer behind `/input` are a pointer together
  }
  const resolved = await resolveReferences(admitted, reply, items, undefined)
  if ('failure' in resolved) return resolved
  // A reference that stays unresolved could not be sent to a model later.
  const lost = resolved.items.map(referenceOf).find((id) => id !== undefined)
  return lost === undefined ? resolved : stateFailures.item(lost)
}

const mostPairs = 16
const longestKey = 64
const longestValue = 512

/** Reads metadata: at most 16 pairs, of keys up to 64 and values up to 512 characters. */
function readMetadata(value: Json | undefined): { readonly metadata: JsonObject } | FailureReply {
  if (value === undefined || value === null) return { metadata: {} }
  if (!isJsonObject(value)) return invalidRequest('Input should be an object of texts', '/metadata')
  const entries = Object.entries(value)
  if (entries.length > mostPairs) return invalidRequest(`at most ${mostPairs} pairs are allowed`, '/metadata')
  const fits = entries.every(([key, text]) => key.length <= longestKey && typeof text === 'string' && text.length <= longestValue)
  return fits
    ? { metadata: value }
    : invalidRequest(`keys have at most ${longestKey} characters, values are texts of at most ${longestValue}`, '/metadata')
}

/** Serves `POST /v1/conversations`; the conversation is kept here, whatever models it will be used with. */
async function createConversation(admitted: AdmittedRequest, reply: Reply, { body }: ParsedBody): Promise<FailureReply | void> {
  const read = readMetadata(body['metadata'])
  if ('failure' in read) return read
  const { gateway } = admitted.client
  const document: StoredDocument = {
    kind: kinds.conversation,
    id: gateway.newId('conv_'),
    owner: ownerOf(admitted.grant),
    createdAt: Date.now(),
    revision: 1,
    body: writeConversation({ metadata: read.metadata, batches: [], size: 0 }),
  }
  const added = await readNewItems(admitted, reply, body['items'])
  if (reply.ended) return
  if ('failure' in added) return added
  await gateway.store.documents.insert(document)
  if (added.items.length > 0) await appendItems(gateway, document.owner, document.id, added.items)
  answerJson(reply, showConversation(document))
}

/** `GET /v1/conversations/{id}` */
const serveConversation = withConversation((admitted, reply, document) => answerJson(reply, showConversation(document)))

/** Serves `POST /v1/conversations/{id}`, which changes the metadata alone. */
const updateConversation = withConversation(async (admitted, reply, { id }, _parameters, parsed) => {
  const read = readMetadata(parsed?.body['metadata'])
  if ('failure' in read) return read
  const changed = await changeConversation(admitted.client.gateway, id, (conversation) => ({ ...conversation, metadata: read.metadata }))
  return changed ? answerJson(reply, showConversation(changed)) : stateFailures.conversation(id)
})

/** Serves `DELETE /v1/conversations/{id}`: deletes its items too, but not the responses that were made in it. */
const deleteConversation = withConversation(async (admitted, reply, document) => {
  const { documents } = admitted.client.gateway.store
  // The mark stops other requests from appending: an earlier one is deleted too, a later one fails.
  const ended = await changeConversation(admitted.client.gateway, document.id, (conversation) => ({ ...conversation, ending: true }))
  await documents.delete(kinds.conversation, document.id)
  const batches = readConversation(ended ?? document).batches.map((reference) => reference.slice(kinds.items.length + 1))
  await Promise.all(batches.map((batch) => documents.delete(kinds.items, batch)))
  answerJson(reply, { id: document.id, object: 'conversation.deleted', deleted: true })
})

/** `GET /v1/conversations/{id}/items` */
const serveConversationItems = withConversation(async (admitted, reply, document) => {
  const paged = pageItems(await loadBatches(admitted.client.gateway, document), queryOf(admitted.client.incoming.url ?? ''))
  return 'failure' in paged ? paged : answerJson(reply, paged.page)
})

/** `POST /v1/conversations/{id}/items` */
const addConversationItems = withConversation(async (admitted, reply, { id }, _parameters, parsed) => {
  const added = await readNewItems(admitted, reply, parsed?.body['items'] ?? 0)
  if (reply.ended) return
  if ('failure' in added) return added
  const batch = await appendItems(admitted.client.gateway, ownerOf(admitted.grant), id, added.items)
  if (batch === undefined) return stateFailures.conversation(id)
  const data = batch.items.map((item, index) => showItem(item, batch.ids[index] ?? ''))
  answerJson(reply, { object: 'list', data, first_id: batch.ids[0] ?? null, last_id: batch.ids.at(-1) ?? null, has_more: false })
})

/** Serves `GET /v1/conversations/{id}/items/{item}`. */
const serveConversationItem = withConversation(async (admitted, reply, document, { item = '' }) => {
  const found = (await loadBatches(admitted.client.gateway, document)).find(({ id }) => id === item)
  return found ? answerJson(reply, found.item) : stateFailures.item(item)
})

/** Serves `DELETE /v1/conversations/{id}/items/{item}`; later requests in the conversation do not see the item. */
const deleteConversationItem = withConversation(async (admitted, reply, document, { item = '' }) => {
  for (;;) {
    const found = (await loadBatches(admitted.client.gateway, document)).find(({ id }) => id === item)
    if (found === undefined) return stateFailures.item(item)
    const { items, ids } = readBatch(found.batch)
    const at = ids.indexOf(item)
    const body = writeBatch({ items: items.toSpliced(at, 1), ids: ids.toSpliced(at, 1) })
    if (await admitted.client.gateway.store.documents.replace({ ...found.batch, body }))
      return answerJson(reply, showConversation(document))
  }
})

/** Item with the document that holds it. */
interface BatchItem extends ListedItem {
  readonly batch: StoredDocument
}

/** Loads all items of a conversation, the oldest first. */
async function loadBatches(
  { store: { documents } }: Pick<GatewayState, 'store'>,
  conversation: StoredDocument,
): Promise<readonly BatchItem[]> {
  const ids = readConversation(conversation).batches.map((reference) => reference.slice(kinds.items.length + 1))
  const batches = ids.length === 0 ? [] : await documents.getMany(kinds.items, ids, Date.now())
  return batches.flatMap((batch) => {
    const { items, ids: names } = readBatch(batch)
    return items.map((item, index) => ({ id: names[index] ?? '', item: showItem(item, names[index] ?? ''), batch }))
  })
}

/** Endpoints of kept responses and conversations. https://platform.openai.com/docs/api-reference/responses, …/conversations */
export function responseEndpoints(edge: FormatEdge): readonly Endpoint[] {
  const kept = { edge, access: 'key', operation: 'responses', metered: false } as const
  const conversations = { ...kept, operation: 'conversations' } as const
  const [path, ...others] = wordsOf(edge).paths
  const at = (rest: string): Pick<Endpoint, 'path' | 'also'> => {
    const also = others.map((other) => `${other}${rest}`)
    return also.length > 0 ? { path: `${path}${rest}`, also } : { path: `${path}${rest}` }
  }
  const answers: readonly Endpoint[] = [
    { ...kept, method: 'GET', ...at('/{id}'), serve: serveKeptResponse },
    { ...kept, method: 'DELETE', ...at('/{id}'), serve: deleteKeptResponse },
    { ...kept, method: 'POST', ...at('/{id}/cancel'), serve: cancelKeptResponse },
  ]
  if (hasOwnWords(edge)) return answers
  return [
    ...answers,
    { ...kept, method: 'GET', path: '/v1/responses/{id}/input_items', serve: serveInputItems },
    { ...kept, operation: 'generate', method: 'POST', path: '/v1/responses/compact', metered: true, serve: withBody(serveCompact) },
    // Creation takes from the key's rates, since it is stored.
    { ...conversations, method: 'POST', path: '/v1/conversations', metered: true, serve: withBody(createConversation) },
    { ...conversations, method: 'GET', path: '/v1/conversations/{id}', serve: serveConversation },
    { ...conversations, method: 'POST', path: '/v1/conversations/{id}', serve: withBodyAt(updateConversation) },
    { ...conversations, method: 'DELETE', path: '/v1/conversations/{id}', serve: deleteConversation },
    { ...conversations, method: 'GET', path: '/v1/conversations/{id}/items', serve: serveConversationItems },
    { ...conversations, method: 'POST', path: '/v1/conversations/{id}/items', metered: true, serve: withBodyAt(addConversationItems) },
    { ...conversations, method: 'GET', path: '/v1/conversations/{id}/items/{item}', serve: serveConversationItem },
    { ...conversations, method: 'DELETE', path: '/v1/conversations/{id}/items/{item}', serve: deleteConversationItem },
  ]
}

/** Wraps a service like `withBody`, and passes the parameters of the path as well. */
function withBodyAt(
  serve: (admitted: AdmittedRequest, reply: Reply, parameters: Parameters, parsed: ParsedBody) => ServeResult,
): Endpoint['serve'] {
  return (admitted, reply, parameters) => withBody((admitted, reply, parsed) => serve(admitted, reply, parameters, parsed))(admitted, reply)
}

/**
 * Serves a path with the id of a kept conversation. An unknown id goes to the only upstream that keeps conversations, if there is one; another key's
 * conversation looks like a missing one.
 */
function withConversation(
  here: (
    admitted: AdmittedRequest,
    reply: Reply,
    document: StoredDocument,
    parameters: Parameters,
    parsed: ParsedBody | undefined,
  ) => ServeResult,
): (admitted: AdmittedRequest, reply: Reply, parameters: Parameters, parsed?: ParsedBody) => ServeResult {
  return async (admitted, reply, parameters, parsed) => {
    const { id = '' } = parameters
    const found = await findDocument(admitted, kinds.conversation, id)
    if (reply.ended) return
    if (found !== undefined && found !== 'foreign') return here(admitted, reply, found, parameters, parsed)
    const native = found === undefined ? onlyNative(admitted.client) : undefined
    return native ? forwardToChannel(admitted, reply, native, parsed) : stateFailures.conversation(id)
  }
}
