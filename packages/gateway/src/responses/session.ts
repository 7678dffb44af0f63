import { type AdmittedRequest, contextOf, type ResponseSession } from '../server/client-request.ts'
import type { Reply } from '../server/reply.ts'
import { appendItems } from './append-items.ts'
import { outputItems, ownerOf, writeKeptResponse } from './documents.ts'
import { type History, relocateTurns } from './history.ts'
import type { StateFields } from './state-fields.ts'
import { hasOwnWords, wordsOf } from './state-words.ts'
import { isSealing } from '../translation/sealed-reasoning.ts'
import {
  type GenerateRequest,
  isInterlinguaError,
  isJsonObject,
  type Json,
  type JsonObject,
  type Pointer,
  type ServerState,
  type Turn,
  WireError,
} from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { type Channel, redactValue } from '@interlingua/upstreams'

export interface Keeping {
  readonly fields: StateFields
  /** The request's own input. */
  readonly input: readonly Json[]
  /** Approximate size of the input in characters. */
  readonly size: number
  readonly history?: History | undefined
  /** True if the items differ from those that the caller sent, since references in them were looked up. Default false. */
  readonly rewritten?: boolean
  /** Takes the whole answer in the place of the store, for a response that the store has already begun. False: the answer is not wanted any more. */
  readonly finish?: (response: JsonObject) => Promise<boolean>
  readonly id?: string
}

/** Creates the session of one request. Answer and items are stored by `reply.keep`, before the client is told of the end. */
export function createResponseSession(
  admitted: AdmittedRequest,
  reply: Reply,
  { fields, input, size, history, rewritten = false, finish, id: given }: Keeping,
): ResponseSession {
  const { gateway, edge } = admitted.client
  const words = wordsOf(edge)
  const own = hasOwnWords(edge)
  const id = given ?? gateway.newId(words.idPrefix)
  const { detach = unchanged } = edge.upstream.responses ?? {}
  let answer: JsonObject | undefined
  /** Credentials of the channel that gave the answer. */
  let secrets: readonly string[] = []
  let remembered: Promise<unknown> | undefined
  let turns: readonly Turn[] | undefined
  /** True if the upstream keeps the answer that was seen last. */
  let elsewhere = false

  const before = reply.keep
  reply.keep = async () => {
    await before?.()
    await remembered
    if (answer === undefined) return
    // The pieces of a stream were redacted one by one, and joined may hold a whole credential.
    const clean = redactValue(answer, secrets)
    if (finish) {
      if (!(await finish(clean))) return
    } else if (fields.store && !elsewhere) await insert(clean)
    if (fields.conversation !== undefined && history)
      await appendItems(gateway, ownerOf(admitted.grant), fields.conversation, [...input, ...outputItems(clean, words.output)])
  }

  async function insert(response: JsonObject): Promise<void> {
    const now = Date.now()
    const all = size + JSON.stringify(outputItems(response, words.output)).length + (history?.size ?? 0)
    const body = writeKeptResponse({ response, input, context: history?.references ?? [], size: all })
    const expiresAt = now + gateway.responses.retention
    await gateway.store.documents.insert({
      kind: words.kind,
      id,
      owner: ownerOf(admitted.grant),
      createdAt: now,
      expiresAt,
      revision: 1,
      body,
    })
  }

  function remember(known: string, channel: Channel): void {
    if (!fields.store || remembered !== undefined) return
    // The next request goes on at the upstream, which has the reasoning as well.
    admitted.client.turn?.takeInput(undefined)
    remembered = rememberChannel(admitted, known, channel)
    // The promise is awaited before the client is told of the end; until then its rejection must not count as unhandled.
    remembered.catch(() => {})
  }

  const keepsFor = (channel: Channel): boolean => finish !== undefined || !channel.supports.storedResponses || channel.edge !== edge

  return {
    id,
    keepsFor,
    passesTo: (channel) => !keepsFor(channel) && history === undefined && !rewritten,
    prependHistory(request, channel) {
      answer = undefined
      const left = !keepsFor(channel) ? withoutReference(request, history) : detach(request, targetOf(channel, edge, request.model))
      if (history === undefined) return left
      turns ??= decodeTurns(admitted, history.items, history.place)
      const [first, ...others] = left.turns
      // Instructions are the request's own, and come first.
      if (first?.at === words.instructions) return { ...left, turns: [first, ...turns, ...others] }
      return { ...left, turns: [...turns, ...left.turns] }
    },
    see(document, channel) {
      elsewhere = !keepsFor(channel)
      if (elsewhere) {
        if (typeof document['id'] === 'string') remember(document['id'], channel)
      } else if (!own) word(document, { store: fields.store && document['status'] !== 'failed', background: fields.background })
      if (own && fields.previous !== undefined) word(document, { [words.previous]: fields.previous })
      else if (!own && (history !== undefined || !elsewhere)) word(document, { [words.previous]: fields.previous ?? null })
      if (fields.conversation !== undefined && history) word(document, { conversation: { id: fields.conversation } })
      if (words.ended.includes(String(document['status']))) {
        answer = document
        secrets = channel.secrets
      }
    },
    name: remember,
  }
}

export function targetOf(channel: Channel, client: FormatEdge, model: string): { readonly own: boolean; readonly sealed: boolean } {
  return { own: channel.edge === client, sealed: isSealing(channel, model) }
}

/** Drops references to state of the gateway, which mean nothing to an upstream that keeps responses itself. */
function withoutReference(request: GenerateRequest, history: History | undefined): GenerateRequest {
  if (history === undefined || request.state === undefined) return request
  const { previousResponse: _, conversation: __, ...left } = request.state satisfies ServerState
  return { ...request, state: left }
}

/** Sets fields of an answer, whose document was just made for this client alone. */
function word(document: JsonObject, fields: JsonObject): void {
  if (isJsonObject(document)) Object.assign(document, fields)
}

function unchanged(request: GenerateRequest): GenerateRequest {
  return request
}

/** Decodes kept items to turns. Errors point to `place`, the field by which the caller named the items. */
function decodeTurns(admitted: AdmittedRequest, items: readonly Json[], place: Pointer): readonly Turn[] {
  const { adapter } = admitted.client.edge
  const context = { ...contextOf(admitted), onNotice: () => {} }
  try {
    const [path] = wordsOf(admitted.client.edge).paths
    const message = { path, query: {}, headers: {}, body: { model: admitted.model ?? '', input: items } }
    const { turns } = adapter.decodeRequest(adapter.parseRequest(message, context), context)
    relocateTurns(turns, place)
    return turns
  } catch (error) {
    if (isInterlinguaError(error))
      throw new WireError(adapter.format, place, 'what is kept of the conversation cannot be read', { cause: error })
    throw error
  }
}

/** Stores which channel's upstream keeps a response, and which key owns it. */
async function rememberChannel(admitted: AdmittedRequest, id: string, { name }: Channel): Promise<void> {
  const { gateway, edge } = admitted.client
  const now = Date.now()
  await gateway.store.documents.insert({
    kind: wordsOf(edge).kind,
    id,
    owner: ownerOf(admitted.grant),
    createdAt: now,
    expiresAt: now + gateway.responses.retention,
    revision: 1,
    body: writeKeptResponse({ channel: name, response: {}, input: [], context: [], size: 0 }),
  })
}
