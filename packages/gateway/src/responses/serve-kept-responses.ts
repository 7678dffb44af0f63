import type { FormatEdge } from '@interlingua/core/edge'
import { answerJson, endAnswer, finishReply } from '../reply/write-reply.ts'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { Parameters, Reply } from '../server/reply.ts'
import { changeResponse } from './background.ts'
import { eventsOf } from './events-of.ts'
import { beginEvents, followLog, keepAliveComment } from './follow-log.ts'
import { eventsKind, isRunning, type KeptResponse, loadEvents, outputItems, readKeptResponse, settleLease } from './documents.ts'
import { forwardToChannel } from './forward-to-channel.ts'
import { findDocument, loadContext, onlyNative } from './history.ts'
import { itemIdOf } from './append-items.ts'
import { stateFailures } from './failures.ts'
import { articleOf } from './state-fields.ts'
import { hasOwnWords, wordsOf } from './state-words.ts'
import { isJsonObject, type Json, type JsonObject, pointer } from '@interlingua/core'
import { type FailureReply, invalidRequest, queryOf, type ServeResult } from '@interlingua/gateway-kernel'
import type { StoredDocument } from '@interlingua/store'
import type { Channel } from '@interlingua/upstreams'

/** Item in the form of lists: with an id, the text of a message as a list of parts, and the default for each field that lists always have. */
export function showItem(item: Json, id: string): JsonObject {
  if (!isJsonObject(item)) return { id, type: 'message', status: 'completed', role: 'user', content: [{ type: 'input_text', text: item }] }
  const { type = 'message', output } = item
  if (type !== 'message') {
    const shown = { ...(typeof type === 'string' && Object.hasOwn(always, type) && always[type]), ...withoutNull(item), id }
    return Array.isArray(output) ? { ...shown, output: output.map(showPart) } : shown
  }
  const { role, content } = item
  const kind = role === 'assistant' ? 'output_text' : 'input_text'
  const parts: Json = typeof content === 'string' ? [{ type: kind, text: content }] : (content ?? [])
  return {
    ...item,
    id,
    type: 'message',
    status: item['status'] ?? 'completed',
    content: Array.isArray(parts) ? parts.map(showPart) : parts,
  }
}

const whole: JsonObject = { status: 'completed' }

/**
 * Fields that each type of item always has in a list, with their defaults. As of 2026-11: the required fields of `ResponseItem` and
 * `ConversationItem` in the package `openai` 7.57 that an item of a request may lack.
 */
const always: Readonly<Record<string, JsonObject>> = {
  function_call: whole,
  function_call_output: whole,
  custom_tool_call: whole,
  custom_tool_call_output: whole,
  web_search_call: whole,
  file_search_call: whole,
  computer_call: { ...whole, pending_safety_checks: [] },
  computer_call_output: whole,
  tool_search_call: { ...whole, call_id: null, execution: 'client' },
  tool_search_output: { ...whole, call_id: null, execution: 'client' },
  image_generation_call: { ...whole, result: null },
  code_interpreter_call: { ...whole, code: null, outputs: null },
  local_shell_call: whole,
  shell_call: { ...whole, environment: null },
  shell_call_output: { ...whole, max_output_length: null },
  apply_patch_call: whole,
  apply_patch_call_output: whole,
  reasoning: { summary: [] },
}

/** Drops a null status, which in a request means that the field was left out. */
function withoutNull(item: JsonObject): JsonObject {
  return item['status'] === null ? Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'status')) : item
}

function showPart(part: Json): Json {
  if (!isJsonObject(part)) return part
  switch (part['type']) {
    case 'output_text':
      return { ...part, annotations: part['annotations'] ?? [] }
    case 'input_image':
      return { ...part, detail: part['detail'] ?? 'auto' }
    default:
      return part
  }
}

/** Item with the id that pages refer to. */
export interface ListedItem {
  readonly id: string
  readonly item: JsonObject
}

const usualLimit = 20
const mostItems = 100

/**
 * Returns one page of items, which are given oldest first. Query: `after`, `limit` 1 to 100, `order`.
 * https://platform.openai.com/docs/api-reference/responses/input-items
 */
export function pageItems(items: readonly ListedItem[], query: URLSearchParams): { readonly page: JsonObject } | FailureReply {
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

/** Serves `GET /v1/responses/{id}`. */
export const serveKeptResponse = withKeptResponse({
  here(admitted, reply, kept, { id }) {
    const { response } = kept
    const query = queryOf(admitted.client.incoming.url ?? '')
    if (query.get('stream') === 'true') return replayResponse(admitted, reply, id, kept, query)
    return query.get('include_input') === 'true' ? serveWhole(admitted, reply, kept) : answerJson(reply, response)
  },
  there: (admitted, reply, channel) => forwardToChannel(admitted, reply, channel),
})

/** Answers with the whole conversation in the place of what the model said last, for formats that ask so. */
async function serveWhole(
  admitted: AdmittedRequest,
  reply: Reply,
  { response, input, context }: KeptResponse,
): Promise<FailureReply | void> {
  const { output } = wordsOf(admitted.client.edge)
  const before = (await loadContext(admitted.client, context)) ?? []
  if (reply.ended) return
  answerJson(reply, { ...response, [output]: [...before, ...input, ...outputItems(response, output)] })
}

/** Serves `DELETE /v1/responses/{id}`; conversations that go on from the response lose its items. */
export const deleteKeptResponse = withKeptResponse({
  async here(admitted, reply, kept, { id }) {
    const { kind, object } = wordsOf(admitted.client.edge)
    const { documents } = admitted.client.gateway.store
    await documents.delete(kind, id)
    admitted.client.gateway.lifecycle.runs.get(id)?.abort()
    if (kept.streamed) await documents.delete(eventsKind({ kind }), id)
    answerJson(reply, { id, object, deleted: true })
  },
  there: (admitted, reply, channel, document) =>
    forwardToChannel(admitted, reply, channel, undefined, async () => {
      if (document) await admitted.client.gateway.store.documents.delete(document.kind, document.id)
    }),
})

/** Serves `GET /v1/responses/{id}/input_items`: all items that the model was given, the history included. */
export const serveInputItems = withKeptResponse({
  async here(admitted, reply, { input, context }, { id }) {
    const before = (await loadContext(admitted.client, context)) ?? []
    if (reply.ended) return
    const stem = id.replace(/^resp_/, '')
    const items = [...before, ...input].map((item, index) => {
      const own = itemIdOf(item, stem, index)
      return { id: own, item: showItem(item, own) }
    })
    const paged = pageItems(items, queryOf(admitted.client.incoming.url ?? ''))
    return 'failure' in paged ? paged : answerJson(reply, paged.page)
  },
  there: (admitted, reply, channel) => forwardToChannel(admitted, reply, channel),
})

/** Serves `POST /v1/responses/{id}/cancel`, whichever process runs the response. */
export const cancelKeptResponse = withKeptResponse({
  async here(admitted, reply, kept, { id }) {
    const { gateway, edge } = admitted.client
    const words = wordsOf(edge)
    // A document of another format does not say how it was made.
    const waits = hasOwnWords(edge) ? isRunning(kept) : kept.response['background'] === true
    if (!waits)
      return stateFailures.refused(
        `Only ${words.title.toLowerCase()}s created with background=true${hasOwnWords(edge) ? ', and still running,' : ''} can be cancelled.`,
        hasOwnWords(edge) ? '/id' : '/response_id',
      )
    let response = kept.response
    await changeResponse(gateway, words.kind, id, ({ lease: _, ...newest }) => {
      response = newest.response
      if (!isRunning({ ...newest })) return undefined
      response = { ...newest.response, status: 'cancelled' }
      return { ...newest, response }
    })
    gateway.lifecycle.runs.get(id)?.abort()
    answerJson(reply, response)
  },
  there: (admitted, reply, channel) => forwardToChannel(admitted, reply, channel),
})

/** Services for a response that is kept here, and for one that an upstream keeps; `document`: the entry here about that one, if any. */
interface Services {
  readonly here: (admitted: AdmittedRequest, reply: Reply, kept: KeptResponse, document: StoredDocument) => ServeResult
  readonly there: (admitted: AdmittedRequest, reply: Reply, channel: Channel, document: StoredDocument | undefined) => ServeResult
}

/** Serves a path with the id of a response, from the place that keeps it. Another key's response looks like a missing one. */
function withKeptResponse({ here, there }: Services): (admitted: AdmittedRequest, reply: Reply, parameters: Parameters) => ServeResult {
  return async (admitted, reply, { id = '' }) => {
    const { gateway } = admitted.client
    const words = wordsOf(admitted.client.edge)
    const found = await findDocument(admitted, words.kind, id)
    if (reply.ended) return
    if (found === undefined || found === 'foreign') {
      const native = found === undefined ? onlyNative(admitted.client) : undefined
      return native ? there(admitted, reply, native, undefined) : stateFailures.response(id, words)
    }
    const document = await settleLease(gateway, found, words)
    if (reply.ended) return
    const kept = readKeptResponse(document)
    if (kept.channel === undefined) return here(admitted, reply, kept, document)
    const channel = gateway.channels.find(({ name }) => name === kept.channel)
    if (channel === undefined) return stateFailures.response(id, words)
    return there(admitted, reply, channel, document)
  }
}

/**
 * Serves `GET /v1/responses/{id}?stream=true`, behind the event of a number. What was asked for as a stream in the background has its own events, also
 * while it runs; any other answer comes whole, once it is done, and not in its original pieces.
 */
function replayResponse(admitted: AdmittedRequest, reply: Reply, id: string, kept: KeptResponse, query: URLSearchParams): ServeResult {
  const { gateway, edge } = admitted.client
  const { title, ended, resume } = wordsOf(edge)
  const given = query.get(resume.query) ?? '-1'
  if (!/^-?\d{1,9}$/.test(given)) return stateFailures.refused(`${resume.query} must be the number of an event`, pointer('', resume.query))
  const from = Number(given)
  const log = gateway.lifecycle.runs.get(id)?.log
  if (log) return followLog(reply, log, edge.adapter.http.streamContentType, skipped(edge, from))
  if (isRunning(kept)) return awaitResponse(admitted, reply, id, from)
  if (![...ended, 'failed'].includes(String(kept.response['status'])))
    return stateFailures.refused(`Only ${articleOf({ title })} that is done can be streamed here: ask for it without stream.`, '/stream')
  return replayEnded(admitted, reply, id, kept, from)
}

/** Answers with what is left of a response that is done. */
async function replayEnded(admitted: AdmittedRequest, reply: Reply, id: string, kept: KeptResponse, from: number): Promise<void> {
  const { gateway, edge } = admitted.client
  const events = kept.streamed ? await loadEvents(gateway, wordsOf(edge), id) : undefined
  if (reply.ended) return
  beginEvents(reply, edge.adapter.http.streamContentType)
  endEvents(admitted, reply, kept, events, from)
}

/** Number of events up to one. Responses numbers them from 0, formats with words of their own from 1. */
function skipped(edge: FormatEdge, from: number): number {
  return Math.max(0, hasOwnWords(edge) ? from : from + 1)
}

/** Writes what is left of a response that is done. */
function endEvents(
  admitted: AdmittedRequest,
  reply: Reply,
  { response }: KeptResponse,
  events: readonly string[] | undefined,
  from: number,
): void {
  const text = events?.slice(Math.min(skipped(admitted.client.edge, from), events.length - 1)).join('')
  finishReply(reply, 'ok', () => endAnswer(reply.response, text ?? eventsOf(admitted, response, from).join(''), false))
}

const firstPause = 250
const longestPause = 2_000

/** Answers once a response is done that another process runs, or that is made as a document. */
async function awaitResponse(admitted: AdmittedRequest, reply: Reply, id: string, from: number): Promise<void> {
  const { gateway, edge } = admitted.client
  const words = wordsOf(edge)
  beginEvents(reply, edge.adapter.http.streamContentType)
  reply.response.write(keepAliveComment)
  /** Looks at a response that is done without its events, which are kept a moment later. */
  let looks = 0
  for (let pause = firstPause; !reply.ended && !reply.response.destroyed; pause = Math.min(2 * pause, longestPause)) {
    await new Promise((resume) => setTimeout(resume, pause))
    const found = await gateway.store.documents.get(words.kind, id, Date.now())
    if (found === undefined) break
    const kept = readKeptResponse(await settleLease(gateway, found, words))
    if (!isRunning(kept)) {
      if (![...words.ended, 'failed'].includes(String(kept.response['status']))) break
      const events = kept.streamed ? await loadEvents(gateway, words, id) : undefined
      if (!kept.streamed || events !== undefined || ++looks > 3) return endEvents(admitted, reply, kept, events, from)
    }
    if (reply.response.writableLength === 0) reply.response.write(keepAliveComment)
  }
  finishReply(reply, 'cancelled', () => endAnswer(reply.response, '', true))
}

/** Answers with a whole response as a stream. */
export function writeAsStream(admitted: AdmittedRequest, reply: Reply, response: JsonObject): void {
  const text = eventsOf(admitted, response).join('')
  beginEvents(reply, admitted.client.edge.adapter.http.streamContentType)
  finishReply(reply, 'ok', () => reply.response.end(text))
}
