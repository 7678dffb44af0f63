import { permitsModel, refuseModel, reserve } from '@interlingua/access'
import { type GenerateRequest, isJsonObject, type Json, type JsonObject, parseJson, WireError } from '@interlingua/core'
import { type FailureReply, proceed, type ServeResult } from '@interlingua/gateway-kernel'
import type { Channel, Target } from '@interlingua/upstreams'
import { answerDocument, passDocument } from '../answers/document.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { callAttempt, failAttempt, refuseCall, settleAttempt } from '../calls/attempt.ts'
import { collectReply } from '../calls/read-reply.ts'
import { refuseAnswer } from '../calls/refuse-answer.ts'
import { serveGenerate } from '../generate/serve-generate.ts'
import { admitRequest } from '../operation/admit-request.ts'
import { expectText } from '../operation/expect.ts'
import { failOver } from '../operation/fail-over.ts'
import { guard } from '../reply/guard.ts'
import { finishReply } from '../reply/write-reply.ts'
import { type AdmittedRequest, openAdmittedRequest, openClientRequest, type ResponseSession } from '../server/client-request.ts'
import { type Attempt, onRelease, openReply, type Reply } from '../server/reply.ts'
import { applyChannelPolicy } from '../translation/policy.ts'
import { passes, preparePassThrough } from '../translation/pass-through.ts'
import { createDetachedResponse } from './create-detached-response.ts'
import { outputItems } from './documents.ts'
import { stateFailures } from './failures.ts'
import { findHistory, placeFor } from './history.ts'
import { resolveReferences } from './references.ts'
import { writeAsStream } from './serve-kept-responses.ts'
import { createResponseSession, targetOf } from './session.ts'
import { wordsOf } from './state-words.ts'
import { readStateFields, type StateFields } from './state-fields.ts'
import { releaseHeld } from '../reply/admit-stream.ts'

/** Statuses of upstreams that have no such path. */
const missing: ReadonlySet<number> = new Set([404, 405, 501])

/** Whole conversation of a request, the history included. */
interface Conversation {
  readonly items: readonly Json[]
  /** Place of the caller's own items: those before it are recalled. */
  readonly own: number
}

/**
 * Serves `POST /v1/responses/compact`: by the upstream where it compacts, else by a call for a summary where the operator allows one, else with a
 * failure. https://platform.openai.com/docs/api-reference/responses/compact
 */
export async function serveCompact(admitted: AdmittedRequest, reply: Reply, parsed: ParsedBody): Promise<FailureReply | void> {
  const { body } = parsed
  const fields = readStateFields(body, wordsOf(admitted.client.edge))
  if ('failure' in fields) return fields
  const conversation = await readConversation(admitted, reply, body, fields)
  if (reply.ended) return
  if ('failure' in conversation) return conversation
  return proceed(reply, admitRequest(admitted, reply, body, 'count'), ({ targets }) => {
    const summarize = (): ServeResult => serveSummary(admitted, reply, body, conversation, showCompaction(admitted, conversation))
    const [first] = targets
    if (first === undefined || !compacts(admitted, first.channel, parsed)) return summarize()
    const whole: ParsedBody = conversation.own === 0 ? parsed : wholeBody(body, conversation)
    return passCompaction(admitted, reply, first, whole, summarize)
  })
}

/** Finds all items of the conversation; those that an upstream keeps stay there. */
async function readConversation(
  admitted: AdmittedRequest,
  reply: Reply,
  body: JsonObject,
  fields: StateFields,
): Promise<Conversation | FailureReply> {
  const remembered = admitted.client.turn?.history
  const place = remembered ? {} : placeFor(admitted.client, body, await findHistory(admitted, fields))
  if ('failure' in place) return place
  if (place.requiredChannel !== undefined) {
    admitted.requiredChannel = place.requiredChannel
    return { items: wordsOf(admitted.client.edge).itemsOf(body['input']), own: 0 }
  }
  const resolved = await resolveReferences(admitted, reply, wordsOf(admitted.client.edge).itemsOf(body['input']), place.history)
  if ('failure' in resolved) return resolved
  const before = remembered?.items ?? place.history?.items ?? []
  return { items: [...before, ...resolved.items], own: before.length }
}

function wholeBody({ previous_response_id: _, conversation: __, ...body }: JsonObject, { items }: Conversation): ParsedBody {
  const whole = { ...body, input: items }
  return { body: whole, bytes: Buffer.from(JSON.stringify(whole)) }
}

/** True if the upstream of a channel compacts conversations itself. */
function compacts({ client }: AdmittedRequest, { edge, dialect }: Channel, parsed: ParsedBody): boolean {
  return dialect['compact'] !== false && passes(client.edge, edge, parsed)
}

/** Passes a request for a compaction to the upstream; `otherwise` serves it where the upstream has no such path. */
function passCompaction(
  admitted: AdmittedRequest,
  reply: Reply,
  first: Target,
  parsed: ParsedBody,
  otherwise: () => ServeResult,
): ServeResult {
  const path = admitted.client.edge.upstream.responses?.compactPath ?? ''
  const failover = failOver(admitted, reply, [first], false, (attempt: Attempt) => {
    const { target } = attempt
    const refusal = applyChannelPolicy(admitted, target.channel)
    if (refusal) return failAttempt(attempt, refusal, 'final')
    callAttempt(
      attempt,
      preparePassThrough(admitted.client, target, parsed, path),
      (status, headers) => {
        if (missing.has(status)) {
          return collectReply(attempt, headers, () => {
            settleAttempt(attempt)
            guard(reply, otherwise)
          })
        }
        if (status < 200 || status > 299) return refuseAnswer(attempt, target, status, headers)
        settleAttempt(attempt)
        return answerDocument(attempt, target, headers, (answer) => passDocument(attempt, target, answer, ['output']))
      },
      (error, sent) => refuseCall(attempt, target, error, sent),
    )
  })
  const expected = () => expectText(parsed.body, parsed.bytes.length, admitted.client.gateway.capacity.reservation, admitted.keptTokens)
  return proceed(reply, reserve(admitted, reply, [first], expected), () => failover.start())
}

/** Serves a call for a summary of the conversation, whose answer becomes `show(summary, answer)`. */
function serveSummary(
  admitted: AdmittedRequest,
  reply: Reply,
  body: JsonObject,
  conversation: Conversation,
  show: (summary: JsonObject, answer: JsonObject) => JsonObject,
): ServeResult {
  const { gateway, edge } = admitted.client
  const { compact } = gateway.responses
  const { model } = body
  if (compact === undefined || admitted.requiredChannel !== undefined) return noCompaction
  if (typeof model === 'string' && !permitsModel(admitted.grant.key, model)) return refuseModel(model)
  const open = findOpenCall(conversation.items)
  if (open !== undefined)
    return stateFailures.refused(`The call ${open.slice(0, 200)} has no output: compact after its output is there.`, '/input')
  const { responses } = edge.upstream
  admitted.session = createSummarySession(gateway.newId('resp_'), edge, (answer) => {
    const text = textOf(answer)
    if (text.trim() === '' || responses?.encodeSummary === undefined)
      throw new WireError(edge.adapter.format, '/output', 'the summary is empty')
    return show(responses.encodeSummary(text, gateway.newId('cmp_')), answer)
  })
  const asked = {
    model: compact.model ?? model ?? '',
    input: [...conversation.items.filter(isSaid), { role: 'user', content: compact.prompt }],
    store: false,
    ...(compact.maxTokens !== undefined && { max_output_tokens: compact.maxTokens }),
    ...(body['prompt_cache_key'] !== undefined && { prompt_cache_key: body['prompt_cache_key'] }),
    ...(body['service_tier'] !== undefined && { service_tier: body['service_tier'] }),
  }
  return serveGenerate(admitted, reply, { body: asked, bytes: Buffer.from(JSON.stringify(asked)) })
}

/** Failure for a conversation that nothing here compacts. */
const noCompaction: FailureReply = {
  failure: {
    code: 'unsupported',
    message:
      'The upstream of this model compacts no conversations, and this gateway makes no summaries: its operator may set responses.compact.',
    retryable: false,
    status: 400,
  },
  status: 400,
  rewriteBody: (body) => (isJsonObject(body['error']) ? { ...body, error: { ...body['error'], code: 'unsupported_operation' } } : body),
}

/** Session of a call for a summary: nothing is kept, and the answer is shown as something else. */
function createSummarySession(
  id: string,
  edge: AdmittedRequest['client']['edge'],
  show: (answer: JsonObject) => JsonObject,
): ResponseSession {
  const { detach = (request: GenerateRequest) => request } = edge.upstream.responses ?? {}
  return {
    id,
    keepsFor: () => true,
    passesTo: () => false,
    prependHistory: (request, channel) => detach(request, targetOf(channel, edge, request.model)),
    see(document) {
      const shown = show({ ...document })
      // The document was just made for this client alone.
      const own: Record<string, Json | undefined> = document as Record<string, Json>
      for (const key of Object.keys(own)) delete own[key]
      Object.assign(own, shown)
    },
    name() {},
  }
}

/** Document of a compaction: the messages of the user as they were, then the summary. */
function showCompaction({ client }: AdmittedRequest, { items }: Conversation): (summary: JsonObject, answer: JsonObject) => JsonObject {
  return (summary, { id, created_at: createdAt, usage }) => ({
    id: id ?? '',
    object: 'response.compaction',
    created_at: createdAt ?? 0,
    output: [...items.flatMap((item) => messageOf(item, client.gateway.newId)), summary],
    usage: isJsonObject(usage) ? usage : unknownUsage,
  })
}

/** Usage of an upstream that reports none; the schema demands numbers. */
const unknownUsage: JsonObject = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
}

/** Message of the user or of an instruction in its whole form; none for other items. */
function messageOf(item: Json, newId: (prefix: string) => string): readonly JsonObject[] {
  if (!isOfUser(item)) return []
  const { role, content, id } = item
  return [
    {
      id: typeof id === 'string' ? id : newId('msg_'),
      type: 'message',
      status: 'completed',
      role,
      content: typeof content === 'string' ? [{ type: 'input_text', text: content }] : (content ?? []),
    },
  ]
}

/** True for a message of the user, or of an instruction. */
function isOfUser(item: Json): item is JsonObject & { readonly role: string } {
  if (!isJsonObject(item) || (item['type'] !== undefined && item['type'] !== 'message')) return false
  return item['role'] === 'user' || item['role'] === 'system' || item['role'] === 'developer'
}

/** Text of all messages of an answer. */
function textOf(answer: JsonObject): string {
  const texts: string[] = []
  for (const { content } of outputItems(answer, 'output')) {
    if (!Array.isArray(content)) continue
    for (const part of content as readonly Json[])
      if (isJsonObject(part) && typeof part['text'] === 'string' && part['type'] === 'output_text') texts.push(part['text']) // an array of JSON holds JSON
  }
  return texts.join('\n')
}

/** False for reasoning, which is no part of a summary. */
function isSaid(item: Json): boolean {
  return !isJsonObject(item) || (item['type'] !== 'reasoning' && item['type'] !== 'compaction_trigger')
}

/** Id of a call without an output. */
function findOpenCall(items: readonly Json[]): string | undefined {
  const open = new Set<string>()
  for (const item of items) {
    if (!isJsonObject(item) || typeof item['call_id'] !== 'string' || typeof item['type'] !== 'string') continue
    if (item['type'].endsWith('_output')) open.delete(item['call_id'])
    else if (item['type'].endsWith('_call')) open.add(item['call_id'])
  }
  const [first] = open
  return first
}

/** Place of a `compaction_trigger` in an input; `last`: it is at the end, as it must be. */
interface Trigger {
  readonly index: number
  readonly last: boolean
}

/** Finds an item that asks for a compaction. */
export function findTrigger(input: Json | undefined): Trigger | undefined {
  if (!Array.isArray(input)) return undefined
  const items = input as readonly Json[] // an array of JSON holds JSON
  const index = items.findIndex((item) => isJsonObject(item) && item['type'] === 'compaction_trigger')
  return index === -1 ? undefined : { index, last: index === items.length - 1 }
}

/** Serves a request whose input ends in `compaction_trigger`: its answer has the compaction alone. */
export async function serveTrigger(
  admitted: AdmittedRequest,
  reply: Reply,
  parsed: ParsedBody,
  fields: StateFields,
  { index, last }: Trigger,
): Promise<FailureReply | void> {
  const { body } = parsed
  if (!last) return stateFailures.refused('compaction_trigger must be the last item.', `/input/${index}`)
  const { turn } = admitted.client
  if (turn?.generates === false) return stateFailures.refused('compaction_trigger needs an answer: leave out generate.', '/generate')
  const conversation = await readConversation(admitted, reply, body, fields)
  if (reply.ended) return
  if ('failure' in conversation) return conversation
  // The same window as POST /v1/responses/compact gives: the next request of the connection goes on from it.
  const kept = conversation.items.filter(isOfUser)
  if (admitted.requiredChannel === undefined) turn?.takeInput({ items: kept, size: JSON.stringify(kept).length })
  return proceed(reply, admitRequest(admitted, reply, body, 'count'), ({ head, targets }) => {
    const [first] = targets
    if (first !== undefined && compacts(admitted, first.channel, parsed)) {
      if (fields.store)
        admitted.session = createResponseSession(admitted, reply, { fields, input: conversation.items, size: parsed.bytes.length })
      return serveGenerate(admitted, reply, conversation.own > 0 ? wholeBody(body, conversation) : parsed)
    }
    const show = (summary: JsonObject, answer: JsonObject): JsonObject => ({
      ...answer,
      status: 'completed',
      incomplete_details: null,
      output: [summary],
      store: false,
      previous_response_id: fields.previous ?? null,
    })
    if (!head.stream) return serveSummary(admitted, reply, body, conversation, show)
    return serveAside(admitted, reply, (inner, innerReply) => serveSummary(inner, innerReply, body, conversation, show))
  })
}

/** Runs a request that answers with a document, and gives the client the document as a stream. A client that leaves ends the request. */
function serveAside(admitted: AdmittedRequest, reply: Reply, serve: (inner: AdmittedRequest, innerReply: Reply) => ServeResult): void {
  const { gateway, edge, params, incoming, endpoint } = admitted.client
  const client = openClientRequest(gateway, edge, params, incoming, endpoint)
  const response = createDetachedResponse(incoming, (status, text) => {
    releaseHeld(inner)
    gateway.lifecycle.requests.delete(inner)
    if (reply.ended) return
    const document = parseJson(text)
    if (status >= 200 && status < 300 && isJsonObject(document)) return writeAsStream(admitted, reply, document)
    reply.response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    finishReply(reply, 'failed', () => reply.response.end(text))
  })
  const inner = openReply(client, response)
  const { key, charge, allowance } = admitted.grant
  const grant = { ...(key && { key }), ...(charge && { charge }), ...(allowance && { allowance }) }
  const request = (inner.admitted = openAdmittedRequest(client, grant, inner.notices))
  // The record of the request is that of the call for the summary.
  admitted.grant.unrecorded = true
  gateway.observer.open(client)
  gateway.lifecycle.requests.add(inner)
  onRelease(reply, () => {
    if (inner.ended) return
    gateway.lifecycle.requests.delete(inner)
    finishReply(inner, 'cancelled')
    inner.attempt?.call?.abort(new Error('the client left'))
    releaseHeld(inner)
  })
  guard(inner, () => serve(request, inner))
}
