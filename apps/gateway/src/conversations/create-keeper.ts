import {
  WireError,
  isInterlinguaError,
  isJsonObject,
  type GenerateRequest,
  type Json,
  type JsonObject,
  type Pointer,
  type ServerState,
  type Turn,
} from '@interlingua/core'
import { redactValue } from '../answers/redact-value.ts'
import type { Channel } from '../channels/channel.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { appendItems } from './append-items.ts'
import type { History } from './find-history.ts'
import type { Keeper } from './keeper.ts'
import { writeKeptResponse } from './kept-response.ts'
import { kinds } from './kinds.ts'
import { outputItems } from './output-items.ts'
import { ownerOf } from './owner-of.ts'
import type { StateAsk } from './read-state-ask.ts'
import { relocateTurns } from './relocate-turns.ts'

export interface Keeping {
  readonly ask: StateAsk
  /** The request's own input. */
  readonly input: readonly Json[]
  /** About how many characters it is. */
  readonly size: number
  readonly history?: History | undefined
  /** The items differ from those that the caller sent: references in them were looked up. */
  readonly rewritten?: boolean
  /** Takes the whole answer in the place of the store, which has it begun already. False: nobody wants it any more. */
  readonly finish?: (response: JsonObject) => Promise<boolean>
  readonly id?: string
}

/** The keeper of one request. What it is to keep is kept by `exchange.keep`, before the client is told the end. */
export function createKeeper(exchange: Exchange, { ask, input, size, history, rewritten = false, finish, id: given }: Keeping): Keeper {
  const { gateway } = exchange
  const id = given ?? gateway.newId('resp_')
  const { detach = unchanged } = exchange.edge.upstream.responses ?? {}
  let answer: JsonObject | undefined
  /** The credentials of whoever gave it. */
  let secrets: readonly string[] = []
  let remembered: Promise<unknown> | undefined
  let turns: readonly Turn[] | undefined
  /** Whether the answer that was seen last is kept at the upstream. */
  let elsewhere = false

  const before = exchange.keep
  exchange.keep = async () => {
    await before?.()
    await remembered
    if (answer === undefined) return
    // The pieces of a stream are clean one by one: joined they may tell more.
    const clean = redactValue(answer, secrets)
    if (finish) {
      if (!(await finish(clean))) return
    } else if (ask.store && !elsewhere) await insert(clean)
    if (ask.conversation !== undefined && history)
      await appendItems(gateway, ownerOf(exchange), ask.conversation, [...input, ...outputItems(clean)])
  }

  async function insert(response: JsonObject): Promise<void> {
    const now = Date.now()
    const all = size + JSON.stringify(outputItems(response)).length + (history?.size ?? 0)
    const body = writeKeptResponse({ response, input, context: history?.references ?? [], size: all })
    const expiresAt = now + gateway.responses.retention
    await gateway.store.documents.insert({
      kind: kinds.response,
      id,
      owner: ownerOf(exchange),
      createdAt: now,
      expiresAt,
      revision: 1,
      body,
    })
  }

  function remember(known: string, channel: Channel): void {
    if (!ask.store || remembered !== undefined) return
    remembered = rememberChannel(exchange, known, channel)
    // Awaited before the end is told; until then nobody listens.
    remembered.catch(() => {})
  }

  const keepsFor = (channel: Channel): boolean => finish !== undefined || !channel.state

  return {
    id,
    keepsFor,
    passesTo: (channel) => !keepsFor(channel) && history === undefined && !rewritten,
    recall(request, channel) {
      answer = undefined
      const left = !keepsFor(channel) ? withoutReference(request, history) : detach(request, targetOf(channel))
      if (history === undefined) return left
      turns ??= recallTurns(exchange, history.items, history.place)
      const [first, ...others] = left.turns
      // Instructions are this request's own, and come first.
      if (first?.at === '/instructions') return { ...left, turns: [first, ...turns, ...others] }
      return { ...left, turns: [...turns, ...left.turns] }
    },
    see(document, channel) {
      elsewhere = !keepsFor(channel)
      if (elsewhere) {
        if (typeof document['id'] === 'string') remember(document['id'], channel)
      } else word(document, { store: ask.store && document['status'] !== 'failed', background: ask.background })
      if (history !== undefined || !elsewhere) word(document, { previous_response_id: ask.previous ?? null })
      if (ask.conversation !== undefined && history) word(document, { conversation: { id: ask.conversation } })
      if (document['status'] === 'completed' || document['status'] === 'incomplete') {
        answer = document
        secrets = channel.secrets
      }
    },
    name: remember,
  }
}

function targetOf({ edge, dialect }: Channel): { readonly own: boolean; readonly sealed: boolean } {
  return { own: edge.upstream.keeps.responses === true, sealed: dialect['encryptedReasoning'] !== false }
}

/** For an upstream that keeps the answer: only what was kept here is nothing to it. */
function withoutReference(request: GenerateRequest, history: History | undefined): GenerateRequest {
  if (history === undefined || request.state === undefined) return request
  const { previousResponse: _, conversation: __, ...left } = request.state satisfies ServerState
  return { ...request, state: left }
}

/** Answers are documents that were just made for this client, and nobody else's. */
function word(document: JsonObject, fields: JsonObject): void {
  if (isJsonObject(document)) Object.assign(document, fields)
}

function unchanged(request: GenerateRequest): GenerateRequest {
  return request
}

/** Kept items as the turns that they stand for. Whatever is wrong with them is so at `place`: the field by which the caller named them. */
function recallTurns(exchange: Exchange, items: readonly Json[], place: Pointer): readonly Turn[] {
  const { adapter } = exchange.edge
  const context = { ...contextOf(exchange), onNotice: () => {} }
  try {
    const message = { path: '/v1/responses', query: {}, headers: {}, body: { model: exchange.model ?? '', input: items } }
    const { turns } = adapter.decodeRequest(adapter.parseRequest(message, context), context)
    relocateTurns(turns, place)
    return turns
  } catch (error) {
    if (isInterlinguaError(error))
      throw new WireError(adapter.format, place, 'what is kept of the conversation cannot be read', { cause: error })
    throw error
  }
}

/** Remembers that a response is kept at a channel's upstream, and whose it is. */
async function rememberChannel(exchange: Exchange, id: string, { name }: Channel): Promise<void> {
  const { gateway } = exchange
  const now = Date.now()
  await gateway.store.documents.insert({
    kind: kinds.response,
    id,
    owner: ownerOf(exchange),
    createdAt: now,
    expiresAt: now + gateway.responses.retention,
    revision: 1,
    body: writeKeptResponse({ channel: name, response: {}, input: [], context: [], size: 0 }),
  })
}
