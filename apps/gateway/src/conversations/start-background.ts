import { isJsonObject, type JsonObject } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { expectText } from '../limits/expect-text.ts'
import type { Expected } from '../limits/expected.ts'
import { reserve } from '../limits/reserve.ts'
import { admitRequest } from '../requests/admit-request.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { readMessage } from '../requests/read-message.ts'
import type { Keeping } from './create-keeper.ts'
import { writeKeptResponse } from './kept-response.ts'
import { kinds } from './kinds.ts'
import { ownerOf } from './owner-of.ts'
import type { StateAsk } from './read-state-ask.ts'
import { leaseMillis, runBackground } from './run-background.ts'
import { stateFaults } from './state-faults.ts'

/** `background: true`: the answer is a promise, which is kept before it is given; the request is run by this process. */
export async function startBackground(exchange: Exchange, parsed: ParsedBody, keeping: Keeping): Promise<void> {
  const refusal = refusalOf(exchange, parsed.body)
  if (refusal) return answerFailure(exchange, refusal)
  const admitted = admitRequest(exchange, parsed.body, 'generate')
  if (admitted === undefined) return
  const { gateway } = exchange
  // Refused now, not when it is run.
  const expected = (): Expected =>
    expectText(parsed.body, parsed.bytes.length + (keeping.history?.size ?? 0), gateway.capacity.reservation, exchange.keptTokens)
  const id = gateway.newId('resp_')
  const owner = ownerOf(exchange)
  // From now on it counts: others may come before it is reserved and kept.
  const { runs } = gateway.life
  runs.set(id, { owner, abort: nothing, stop: () => Promise.resolve() })
  let response: JsonObject | undefined
  try {
    if (await reserve(exchange, admitted.targets, expected)) response = await keepQueued(exchange, parsed, keeping, id, owner)
  } finally {
    if (response === undefined) runs.delete(id)
  }
  if (response === undefined) return
  runBackground(exchange, parsed, { ...keeping, id }, response)
  exchange.unrecorded = true
  answerJson(exchange, response)
}

/** Keeps the answer that is not there yet, so that it can be asked for from now on. */
async function keepQueued(exchange: Exchange, parsed: ParsedBody, keeping: Keeping, id: string, owner: string): Promise<JsonObject> {
  const { gateway } = exchange
  const response = queuedResponse(exchange, parsed.body, id, keeping.ask)
  const now = Date.now()
  const size = keeping.size + (keeping.history?.size ?? 0)
  const kept = { response, input: keeping.input, context: keeping.history?.references ?? [], size, lease: now + leaseMillis }
  const place = { kind: kinds.response, id, owner, createdAt: now, expiresAt: now + gateway.responses.retention }
  await gateway.store.documents.insert({ ...place, revision: 1, body: writeKeptResponse(kept) })
  return response
}

function nothing(): void {}

function refusalOf(exchange: Exchange, body: JsonObject): Fault | undefined {
  if (body['store'] === false) return stateFaults.refused("'background' mode requires 'store' to be true.", '/background')
  if (body['stream'] === true)
    return stateFaults.refused(
      'A background response of this model cannot be streamed: leave out stream, and poll GET /v1/responses/{id}.',
      '/stream',
    )
  const { life, responses } = exchange.gateway
  const owner = ownerOf(exchange)
  const running = [...life.runs.values()].filter((run) => run.owner === owner).length
  if (running < responses.background) return undefined
  const message = `This key has ${running} background responses that are not done: wait for one of them.`
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429 } }
}

/** What a client gets at once for a request that is run in the background. Throws what is wrong with the request. */
function queuedResponse(exchange: Exchange, body: JsonObject, id: string, ask: StateAsk): JsonObject {
  const { adapter } = exchange.edge
  const context = { ...contextOf(exchange), onNotice: () => {} }
  const request = adapter.decodeRequest(adapter.parseRequest(readMessage(exchange, body), context), context)
  const answer = { id, model: exchange.model ?? '', createdAt: Date.now(), status: 'queued', candidates: [] } as const
  const printed = adapter.encodeResponse(answer, context, { request, kept: true })
  const document = isJsonObject(printed.body) ? printed.body : {}
  return {
    ...document,
    store: true,
    background: true,
    previous_response_id: ask.previous ?? null,
    ...(ask.conversation !== undefined && { conversation: { id: ask.conversation } }),
  }
}
