import { awsErrorClassOf, awsErrors, failureOfDocument } from '@interlingua/adapter-kit'
import {
  isJsonObject,
  parseJson,
  type CountAdapter,
  type Failure,
  type FailureCode,
  type Frame,
  type GenerateAdapter,
  type Json,
  type JsonObject,
  type WireMessage,
  type WireReply,
} from '@interlingua/core'
import { parseRetryAfter } from '@interlingua/core'
import { converse } from '@interlingua/converse'
import { decodeBase64Text, encodeBase64Text, serializeSseEvent } from '@interlingua/framing'
import { messages, type WireStreamEvent } from '@interlingua/messages'
import { createEnvelope } from './create-envelope.ts'
import { enclose, modelSegment } from './enclose.ts'
import { invokeBetas, invokeHeaders, type Platform } from './platform.ts'

const platform: Platform = {
  format: 'invoke',
  version: 'bedrock-2023-05-31',
  betasIn: 'body',
  streamInBody: false,
  path: (model, stream) => `/model/${modelSegment(model)}/invoke${stream ? '-with-response-stream' : ''}`,
  betas: invokeBetas,
  headers: invokeHeaders,
}
const envelope = createEnvelope(platform)

const statuses: Readonly<Partial<Record<FailureCode, number>>> = {
  billing: 403,
  conflict: 400,
  timeout: 408,
  overloaded: 503,
  'too-large': 400,
}

function status(code: FailureCode): number {
  return statuses[code] ?? messages.http.status(code)
}

/** Words of Messages for the failures of Bedrock that a stream's exception names. */
function errorEventOf(wire: JsonObject): WireStreamEvent {
  const failure = failureOfDocument('invoke', awsErrors, wire)
  const { body } = messages.encodeFailure({ ...failure, raw: undefined } as unknown as Failure, silent) // `raw` is of another format
  return { ...body, type: 'error' }
}

const silent = undefined as never // encodeFailure reads no context

/** Body of a count, which holds a request of InvokeModel in base64. */
function readCounted(body: unknown): JsonObject | undefined {
  const { input } = isJsonObject(body) ? body : {}
  const { invokeModel } = isJsonObject(input) ? input : {}
  const { body: text } = isJsonObject(invokeModel) ? invokeModel : {}
  const decoded = typeof text === 'string' ? decodeBase64Text(text) : undefined
  const request = decoded === undefined ? undefined : parseJson(decoded)
  return isJsonObject(request) ? request : undefined
}

/** Counter of the requests of Converse, which stand in the same envelope; `undefined`: the body holds one of InvokeModel. */
function converseCountOf(body: unknown): CountAdapter | undefined {
  const { input } = isJsonObject(body) ? body : {}
  return isJsonObject(input) && input['converse'] !== undefined ? converse.count : undefined
}

const countPath = /\/model\/(.+)\/count-tokens$/

/** Counted request as one of Messages. */
function openCount({ path, query, headers, body }: WireMessage<unknown>): WireMessage<unknown> {
  const counted = readCounted(body)
  const model = countPath.exec(path)?.[1] ?? ''
  if (counted === undefined) return { path, query, headers, body: {} }
  const { max_tokens: _, ...rest } = counted
  return envelope.open({ path: `/model/${model}/invoke`, query, headers, body: rest })
}

const count: CountAdapter = {
  parseCountRequest(message, context) {
    const other = converseCountOf(message.body)
    if (other) return other.parseCountRequest(message, context)
    messages.count.parseCountRequest(openCount(message), context)
    return message
  },
  decodeCountRequest(message, context) {
    const other = converseCountOf(message.body)
    if (other) return other.decodeCountRequest(message, context)
    const opened = openCount(message) as Parameters<typeof messages.count.decodeCountRequest>[0] // parseCountRequest has checked it
    return messages.count.decodeCountRequest(opened, context)
  },
  encodeCountResponse: ({ inputTokens, estimated }): WireReply<JsonObject> => ({
    status: 200,
    headers: { 'content-type': 'application/json', ...(estimated && { 'interlingua-estimated': 'true' }) },
    body: { inputTokens },
  }),
  encodeCountRequest(request, context): WireMessage<JsonObject> {
    const { headers, query, body } = envelope.close(messages.count.encodeCountRequest(request, context), request)
    const text = encodeBase64Text(JSON.stringify({ ...body, max_tokens: 1 }))
    return { path: `/model/${modelSegment(request.model)}/count-tokens`, query, headers, body: { input: { invokeModel: { body: text } } } }
  },
  parseCountResponse(reply) {
    const { inputTokens } = isJsonObject(reply.body) ? reply.body : {}
    messages.count.parseCountResponse({ ...reply, body: { input_tokens: inputTokens } })
    return reply
  },
  decodeCountResponse: ({ body }) => ({ inputTokens: Number((body as JsonObject)['inputTokens']) }), // parseCountResponse has checked it
}

/** Bedrock's InvokeModel with Claude's bodies. */
export const invoke: GenerateAdapter = enclose(platform, {
  http: {
    method: 'POST',
    streamContentType: 'application/vnd.amazon.eventstream',
    path: ({ model, stream }) => platform.path(model, stream),
    status,
  },
  createStreamParser(context, options) {
    const parser = messages.createStreamParser(context, options)
    const read = (frames: readonly Frame<WireStreamEvent>[]): readonly Frame<WireStreamEvent>[] => frames.map(readFrame)
    return { push: (text) => read(parser.push(text)), end: () => read(parser.end()) }
  },
  createStreamSerializer(options) {
    const serializer = messages.createStreamSerializer(options)
    return {
      push(frame) {
        const { type, wire } = frame as Frame<WireStreamEvent> & { readonly wire?: WireStreamEvent } // the encoder of Messages made it
        if (type === 'comment') return []
        if (type !== 'event' || wire?.type !== 'error') return serializer.push(frame as Frame<WireStreamEvent>) // the encoder of Messages made it
        // Claude Code asks again after the event of Messages, which other clients read past; the exception is what clients of AWS know.
        return [...serializer.push({ type, wire }), serializeSseEvent({ event: 'exception', data: JSON.stringify(exceptionOf(wire)) })]
      },
      end: () => serializer.end(),
    }
  },
  parseFailure: (reply) => ({ ...reply, body: isJsonObject(reply.body) ? reply.body : undefined }),
  decodeFailure(reply, context) {
    const { body, headers, status: sent } = reply as WireReply<JsonObject | undefined> // parseFailure made it
    // Errors of the model's vendor come in its own words.
    if (body !== undefined && isJsonObject(body['error'])) return messages.decodeFailure(messages.parseFailure(reply), context)
    const wait = parseRetryAfter(headers, context)
    const requestId = headers['x-amzn-requestid']
    const failure = failureOfDocument<JsonObject>('invoke', awsErrors, body ?? {}, sent, headers)
    return { ...failure, ...(wait !== undefined && { retryAfterMs: wait }), ...(requestId !== undefined && { requestId }) }
  },
  encodeFailure(failure): WireReply<JsonObject> {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'x-amzn-errortype': awsErrorClassOf(failure.code) }
    if (failure.requestId !== undefined) headers['x-amzn-requestid'] = failure.requestId
    if (failure.retryAfterMs !== undefined) headers['retry-after'] = String(Math.ceil(failure.retryAfterMs / 1000))
    return { status: status(failure.code), headers, body: { message: failure.message } }
  },
  count,
})

/** True for an exception of Bedrock among the events of Messages, in which a message is no text. */
export function isException({ message }: JsonObject): boolean {
  return typeof message === 'string'
}

function readFrame(frame: Frame<WireStreamEvent>): Frame<WireStreamEvent> {
  if (frame.type !== 'event') return frame
  const { wire } = frame
  if (wire.type === 'invalid') return { type: 'invalid', message: textOf(wire['message']) }
  return isException(wire) ? { type: 'event', wire: errorEventOf(wire) } : frame
}

/** Exception of Bedrock for an error event of Messages. */
function exceptionOf({ error }: WireStreamEvent): JsonObject {
  const failure = messages.decodeFailure(
    { status: 200, headers: {}, body: { type: 'error', error: isJsonObject(error) ? error : {} } },
    silent,
  )
  const type = awsErrorClassOf(failure.code)
  return { type: type.charAt(0).toLowerCase() + type.slice(1), message: failure.message }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : 'the stream cannot be read'
}
