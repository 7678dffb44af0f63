import { answerJson, finishReply } from '../reply/write-reply.ts'
import { type AdmittedRequest, contextOf, openAdmittedRequest, openClientRequest } from '../server/client-request.ts'
import { guard } from '../reply/guard.ts'
import type { GatewayState } from '../server/gateway-state.ts'
import { expectText } from '../operation/expect.ts'
import { releaseHeld } from '../reply/admit-stream.ts'
import { openReply, type Reply } from '../server/reply.ts'
import { admitRequest } from '../operation/admit-request.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { readMessage } from '../translation/read-message.ts'
import type { Lifecycle } from '../server/running-requests.ts'
import { serveGenerate } from '../generate/serve-generate.ts'
import { eventsOf } from './events-of.ts'
import { createEventLog, type EventLog } from '../server/event-log.ts'
import { followLog } from './follow-log.ts'
import { createTurnResponse } from '../reply/create-turn-response.ts'
import { eventsKind, isRunning, type KeptResponse, ownerOf, readKeptResponse, writeKeptResponse } from './documents.ts'
import { pointHistoryNotices } from './history.ts'
import type { StateFields } from './state-fields.ts'
import { hasOwnWords, wordsOf } from './state-words.ts'
import { createResponseSession, type Keeping } from './session.ts'
import { stateFailures } from './failures.ts'
import { type Expected, reserve } from '@interlingua/access'
import { isJsonObject, type Json, type JsonObject, parseJson } from '@interlingua/core'
import { serializeSseEvent } from '@interlingua/framing'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { StoreError } from '@interlingua/store'

/**
 * Writes the result of `edit` for the newest state of a kept response, by compare and set. False if `edit` returns undefined, or if the response is
 * gone; rejects with a `StoreError`.
 */
export async function changeResponse(
  { store: { documents } }: Pick<GatewayState, 'store'>,
  kind: string,
  id: string,
  edit: (kept: KeptResponse) => KeptResponse | undefined,
): Promise<boolean> {
  for (;;) {
    const document = await documents.get(kind, id, Date.now())
    const changed = document && edit(readKeptResponse(document))
    if (document === undefined || changed === undefined) return false
    if (await documents.replace({ ...document, body: writeKeptResponse(changed) })) return true
  }
}

const step = 50

/** Waits for background responses to end, for so many milliseconds; then fails the rest. */
export async function endRuns({ runs }: Lifecycle, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs
  while (runs.size > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, step))
  await Promise.all(Array.from(runs.values(), (run) => run.stop()))
}

/** Milliseconds after which a response without a sign of its process counts as failed. */
const leaseMillis = 15_000
const beatMillis = 2_000
/** Milliseconds for which the end of a run is tried again while the store cannot be written. */
const settleMillis = 300_000
const settlePause = 1_000
/** Most characters of events that are kept with an answer. */
const longestKept = 4_000_000

/**
 * Runs a request without a waiting client. Every two seconds the run renews its lease in the store, and looks there if it was cancelled by any
 * process; its end is written once, unless it was cancelled or deleted before.
 */
function runBackground(
  origin: AdmittedRequest,
  parsed: ParsedBody,
  keeping: Keeping & { readonly id: string },
  queued: JsonObject,
  giveBack: () => void,
): void {
  const { gateway } = origin.client
  const words = wordsOf(origin.client.edge)
  const { id, history } = keeping
  /** Data of the last event. */
  let last = ''
  let over = false
  let settled = false
  const own = hasOwnWords(origin.client.edge)
  const log = parsed.body['stream'] === true ? createEventLog() : undefined
  const { response } = createTurnResponse(origin.client.incoming, gateway.limits.eventBytes, {
    event(data, name) {
      // Marks such as `[DONE]` have no number to go on from.
      if (log === undefined || !data.startsWith('{')) return
      last = data
      const numbered = own ? `${data.slice(0, -1)},${JSON.stringify(words.resume.key)}:"${log.events.length + 1}"}` : data
      log.push(serializeSseEvent({ data: numbered, ...(name !== undefined && { event: name }) }))
    },
    keepAlive: () => log?.signal(),
    refuse(status, _headers, body) {
      over = true
      void end(status, body)
    },
    end: () => void (log && !over && endStream(log)),
    isFull: () => false,
  })
  const { edge, params, incoming, endpoint } = origin.client
  const client = openClientRequest(gateway, edge, params, incoming, endpoint)
  const reply = openReply(client, response)
  const { key, charge, allowance } = origin.grant
  const grant = { ...(key && { key }), ...(charge && { charge }), ...(allowance && { allowance }) }
  const admitted = (reply.admitted = openAdmittedRequest(client, grant, reply.notices))
  gateway.observer.open(client)
  if (history) pointHistoryNotices(admitted, history.place)
  admitted.session = createResponseSession(admitted, reply, {
    ...keeping,
    async finish(answer) {
      settled = await settlePaid({ ...answer, ...begunOf(queued) })
      return settled
    },
  })

  const beat = setInterval(() => void goOn(), beatMillis)
  gateway.lifecycle.requests.add(reply)
  gateway.lifecycle.runs.set(id, { abort, stop, ...(log && { log }) })
  void goOn()
  guard(reply, () => serveGenerate(admitted, reply, parsed))

  /** Renews the lease, and aborts a run that was cancelled. Goes on while the store cannot be reached, since the cost is spent already. */
  async function goOn(): Promise<void> {
    try {
      const changed = await changeResponse(gateway, words.kind, id, (kept) => {
        if (!isRunning(kept)) return undefined
        return { ...kept, response: { ...kept.response, status: 'in_progress' }, lease: Date.now() + leaseMillis }
      })
      if (!changed && !settled && !over && gateway.lifecycle.runs.has(id)) abort()
    } catch {}
  }

  /** Writes the answer, which is paid for: tries again while the store cannot be written, until the run is ended. */
  async function settlePaid(answer: JsonObject): Promise<boolean> {
    const until = Date.now() + settleMillis
    for (;;) {
      try {
        return await settle(answer)
      } catch (error) {
        if (
          !(error instanceof StoreError) ||
          error.refused ||
          gateway.lifecycle.draining ||
          Date.now() > until ||
          !gateway.lifecycle.runs.has(id)
        )
          throw error
        await new Promise((resume) => setTimeout(resume, settlePause).unref())
      }
    }
  }

  async function settle(answer: JsonObject): Promise<boolean> {
    return changeResponse(gateway, words.kind, id, ({ lease: _, ...kept }) => (isRunning(kept) ? { ...kept, response: answer } : undefined))
  }

  async function end(status: number, body: string): Promise<void> {
    // A failure is written before leaving: a gateway that shuts down waits for its runs, and then closes the store.
    if (status >= 200 && status < 300) return leave()
    const failed = await fail(readError(parseJson(body)))
    if (log === undefined) return leave()
    for (const event of eventsOf(admitted, failed)) log.push(event)
    await endLog(log)
  }

  /** Ends a stream, which failed if no answer was kept before its end. */
  async function endStream(log: EventLog): Promise<void> {
    over = true
    if (!settled) {
      const event = parseJson(last)
      const body = isJsonObject(event) ? (origin.client.edge.stream.errorOf?.(event) ?? event) : {}
      await fail(readError(body))
    }
    await endLog(log)
  }

  /** Keeps the events of a stream that has ended, for those who ask for the rest of it later, and elsewhere. */
  async function endLog(log: EventLog): Promise<void> {
    log.end(false)
    const short = !log.tooLong && log.events.reduce((sum, event) => sum + event.length, 0) <= longestKept
    const now = Date.now()
    const document = { kind: eventsKind(words), id, owner: ownerOf(grant), createdAt: now, revision: 1, body: { events: log.events } }
    try {
      if (short) await gateway.store.documents.insert({ ...document, expiresAt: now + gateway.responses.retention })
    } catch {}
    leave()
  }

  /** Writes a failure. Where even that cannot be written, the lease ends soon, which means the same. */
  async function fail(error: JsonObject): Promise<JsonObject> {
    const failed = { ...queued, status: 'failed', ...words.errorsOf(error) }
    try {
      await settle(failed)
    } catch {}
    return failed
  }

  async function stop(): Promise<void> {
    abort()
    await fail(stopped)
  }

  function abort(): void {
    over = true
    log?.end(true)
    finishReply(reply, 'cancelled')
    reply.attempt?.call?.abort(new Error('the response was cancelled'))
    leave()
  }

  function leave(): void {
    if (!gateway.lifecycle.runs.delete(id)) return
    giveBack()
    clearInterval(beat)
    gateway.lifecycle.requests.delete(reply)
    releaseHeld(reply)
    if (gateway.lifecycle.draining && gateway.lifecycle.requests.size === 0) gateway.lifecycle.onDrained()
  }
}

/** Time at which the queued answer was begun, under the name that its format has for it. */
function begunOf(queued: JsonObject): JsonObject {
  const { created_at: at, created } = queued
  return { ...(at !== undefined && { created_at: at }), ...(created !== undefined && { created }) }
}

const stopped = {
  code: 'server_error',
  message: 'The gateway was shut down before this response was done. It was not run again: send the request once more.',
}

/** Error of a document in the form of a response's `error`. */
function readError(document: Json | undefined): JsonObject {
  const error = isJsonObject(document) && isJsonObject(document['error']) ? document['error'] : {}
  const { code, message } = error
  return {
    code: typeof code === 'string' ? code : 'invalid_prompt',
    message: typeof message === 'string' ? message : 'The response failed.',
  }
}

/** Starts a request with `background: true`: the queued response is stored and answered, and this process runs the request. */
export async function startBackground(
  admitted: AdmittedRequest,
  reply: Reply,
  parsed: ParsedBody,
  keeping: Keeping,
): Promise<FailureReply | void> {
  if (parsed.body['store'] === false) return stateFailures.refused("'background' mode requires 'store' to be true.", '/background')
  const choice = await admitRequest(admitted, reply, parsed.body, 'generate')
  if ('failure' in choice) return choice
  const { gateway, edge } = admitted.client
  const owner = ownerOf(admitted.grant)
  const { background } = gateway.responses
  // Taken here, since other requests may come before this one is reserved and stored.
  const giveBack = await gateway.limiter.places.take(`background:${owner}`, background)
  if (giveBack === undefined) return tooMany(background)
  // Policy and rates refuse now, not at the run.
  const expected = (): Expected =>
    expectText(parsed.body, parsed.bytes.length + (keeping.history?.size ?? 0), gateway.capacity.reservation, admitted.keptTokens)
  const id = gateway.newId(wordsOf(edge).idPrefix)
  let response: JsonObject | undefined
  try {
    const refused = await reserve(admitted, reply, choice.targets, expected)
    if (refused) return refused
    if (!reply.ended) response = await keepQueued(admitted, parsed, keeping, id, owner)
  } finally {
    if (response === undefined) giveBack()
  }
  if (response === undefined) return
  runBackground(admitted, parsed, { ...keeping, id }, response, giveBack)
  admitted.grant.unrecorded = true
  const log = gateway.lifecycle.runs.get(id)?.log
  if (log) followLog(reply, log, edge.adapter.http.streamContentType, 0)
  else answerJson(reply, response)
}

/** Stores the queued response, so that clients can ask for it from then on. */
async function keepQueued(admitted: AdmittedRequest, parsed: ParsedBody, keeping: Keeping, id: string, owner: string): Promise<JsonObject> {
  const { gateway } = admitted.client
  const response = queuedResponse(admitted, parsed.body, id, keeping.fields)
  const now = Date.now()
  const size = keeping.size + (keeping.history?.size ?? 0)
  const streamed = parsed.body['stream'] === true
  const kept = {
    response,
    input: keeping.input,
    context: keeping.history?.references ?? [],
    size,
    lease: now + leaseMillis,
    ...(streamed && { streamed }),
  }
  const place = { kind: wordsOf(admitted.client.edge).kind, id, owner, createdAt: now, expiresAt: now + gateway.responses.retention }
  await gateway.store.documents.insert({ ...place, revision: 1, body: writeKeptResponse(kept) })
  return response
}

function tooMany(running: number): FailureReply {
  const message = `This key has ${running} background responses that are not done: wait for one of them.`
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429 } }
}

/** Document that a client gets at once for a background request. Throws for an invalid request. */
function queuedResponse(admitted: AdmittedRequest, body: JsonObject, id: string, fields: StateFields): JsonObject {
  const { adapter } = admitted.client.edge
  const context = { ...contextOf(admitted), onNotice: () => {} }
  const request = adapter.decodeRequest(adapter.parseRequest(readMessage(admitted.client, body), context), context)
  const answer = { id, model: admitted.model ?? '', createdAt: Date.now(), status: 'queued', candidates: [] } as const
  const printed = adapter.encodeResponse(answer, context, { request, kept: true })
  const document = isJsonObject(printed.body) ? printed.body : {}
  if (hasOwnWords(admitted.client.edge)) {
    const { previous } = wordsOf(admitted.client.edge)
    return { ...document, ...(fields.previous !== undefined && { [previous]: fields.previous }) }
  }
  return {
    ...document,
    store: true,
    background: true,
    previous_response_id: fields.previous ?? null,
    ...(fields.conversation !== undefined && { conversation: { id: fields.conversation } }),
  }
}
