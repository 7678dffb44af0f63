import { defineAdapter } from '@interlingua/adapter-kit'
import { hasKeys, isJsonObject, mergeRest, pathSegment, pointer, readSegment, statusOfFinishes } from '@interlingua/core'
import type { GenerateAdapter, Json, JsonObject, Part, Turn } from '@interlingua/core'
import { decodeBlock, encodeBlock } from './blocks.ts'
import { decodeStream } from './decode-stream.ts'
import { encodeStream } from './encode-stream.ts'
import { extensionsOf, restOf } from './extension.ts'
import { classOf, classOfFailure, errors } from './failure.ts'
import { walker } from './fates.ts'
import { decodeFinish, encodeFinish } from './finish.ts'
import { framing } from './framing.ts'
import { isWhole, lowerRequest } from './lower.ts'
import { notice } from './notices.ts'
import { decodeChoice, decodeTool, encodeChoice, encodeTool, restoreCall } from './tools.ts'
import { decodeUsage, encodeUsage } from './usage.ts'
import { format, wire, type WireEvent, type WireFailure, type WireRequest, type WireResponse } from './wire.ts'

const json = { 'content-type': 'application/json' }
const modelPath = /\/model\/(.+)\/converse(-stream)?$/
const fields = {
  'output.maxTokens': '/inferenceConfig/maxTokens',
  'output.stop': '/inferenceConfig/stopSequences',
  'sampling.temperature': '/inferenceConfig/temperature',
  'sampling.topP': '/inferenceConfig/topP',
  tools: '/toolConfig/tools',
  toolChoice: '/toolConfig/toolChoice',
  turns: '/messages',
} as const
const pathOf = (model: string, stream: boolean): string => `/model/${pathSegment(model)}/converse${stream ? '-stream' : ''}`

const adapter = defineAdapter<WireRequest, WireResponse, WireEvent, WireFailure>({
  format,
  http: { path: ({ model, stream }) => pathOf(model, stream), statuses: { authentication: 403, billing: 403, timeout: 408 } },
  wire,
  errors,
  framing,

  decodeRequest({ path, body }) {
    const { messages, system = [], inferenceConfig, toolConfig, ...others } = body
    const { maxTokens, temperature, topP, stopSequences, ...config } = inferenceConfig ?? {}
    const { tools, toolChoice, ...toolRest } = toolConfig ?? {}
    const choice = decodeChoice(toolChoice)
    const output = { ...(maxTokens !== undefined && { maxTokens }), ...(stopSequences && { stop: stopSequences }) }
    const sampling = { ...(temperature !== undefined && { temperature }), ...(topP !== undefined && { topP }) }
    const odd = { ...toolRest, ...(choice === undefined && toolChoice && { toolChoice }) }
    const rest = {
      ...others,
      ...(body.system?.length === 0 && { system }),
      ...(inferenceConfig && { inferenceConfig: config }),
      ...(hasKeys(odd) && { toolConfig: odd }),
    }
    const [, model = '', stream] = modelPath.exec(path) ?? []
    const blocks = system.map((block, index) => decodeBlock(block, pointer('/system', index)))
    const instructions: readonly Turn[] =
      blocks.length === 0 ? [] : [{ author: 'instruction', authority: 'system', at: '/system', parts: blocks }]
    return {
      at: '',
      fields,
      model: readSegment(model),
      turns: [...instructions, ...messages.map(decodeMessage)],
      ...(tools && { tools: tools.map(decodeTool) }),
      ...(choice && { toolChoice: choice }),
      ...(hasKeys(output) && { output }),
      ...(hasKeys(sampling) && { sampling }),
      ...(stream !== undefined && { stream: true }),
      ...extensionsOf(rest),
    }
  },
  lowerRequest,
  encodeRequest(request) {
    const { model, turns, tools, toolChoice, output, sampling, stream = false } = request
    const [first] = turns
    const system = first?.author === 'instruction' ? first.parts.flatMap(encodeBlock) : undefined
    const { maxTokens, stop: stopSequences } = output ?? {}
    const { temperature, topP } = sampling ?? {}
    const config = { maxTokens, temperature, topP, stopSequences }
    const body: Record<string, Json> = { messages: turns.slice(system ? 1 : 0).map(encodeMessage) }
    if (system) body['system'] = system
    if (Object.values(config).some((value) => value !== undefined)) body['inferenceConfig'] = withoutAbsent(config)
    if (tools) body['toolConfig'] = { tools: tools.map(encodeTool), ...(toolChoice && { toolChoice: encodeChoice(toolChoice) }) }
    mergeRest(body, restOf(request))
    return { path: pathOf(model, stream), query: {}, headers: json, body: body as WireRequest } // its members were just written
  },

  decodeResponse({ body }, _context, sent) {
    const { output, stopReason, usage, ...others } = body
    const { message, ...around } = output
    const { role: _, content, ...inside } = message
    const odd = { ...around, ...(hasKeys(inside) && { message: inside }) }
    const parts = content.map((block, index): Part => {
      const part = decodeBlock(block, pointer('/output/message/content', index))
      return part.type === 'tool-call' ? restoreCall(part, sent) : part
    })
    const finish = decodeFinish(
      stopReason,
      parts.some(({ type }) => type === 'tool-call'),
    )
    return {
      at: '',
      id: '', // whoever writes the answer for others makes one up
      model: '',
      status: statusOfFinishes([finish]),
      candidates: [{ index: 0, parts, finish }],
      ...(usage && { usage: decodeUsage(usage) }),
      ...extensionsOf({ ...others, ...(hasKeys(odd) && { output: odd }) }),
    }
  },
  encodeResponse(response, context) {
    walker.response(response, context)
    for (const { index } of response.candidates.slice(1)) context.onNotice(notice('candidates', pointer('/candidates', index)))
    const [candidate] = response.candidates
    for (const part of candidate?.parts ?? []) if (part.type === 'refusal') context.onNotice(notice('refusal', part.at ?? ''))
    const body: Record<string, Json> = {
      output: { message: { role: 'assistant', content: (candidate?.parts ?? []).flatMap(encodeBlock) } },
      stopReason: encodeFinish(candidate?.finish, context),
      ...(response.usage && { usage: encodeUsage(response.usage) as JsonObject }), // counts, and keys that came from JSON
    }
    mergeRest(body, restOf(response))
    return { status: 200, headers: json, body: body as WireResponse } // its members were just written
  },

  createStreamDecoder: decodeStream,
  createStreamEncoder: encodeStream,
})

/** Converse and ConverseStream. Which failure it is stands in a header. */
export const converse: GenerateAdapter = {
  ...adapter,
  decodeFailure({ body, ...reply }, context) {
    const type = reply.headers['x-amzn-errortype']
    const document = isJsonObject(body) && type !== undefined ? { __type: type, ...body } : body
    return adapter.decodeFailure({ ...reply, body: document as WireFailure | undefined }, context) // `parseFailure` gave it
  },
  encodeFailure(failure, context) {
    const reply = adapter.encodeFailure(failure, context)
    const own = classOf(reply.body.__type ?? '')
    return { ...reply, headers: { ...reply.headers, 'x-amzn-errortype': own === '' ? classOfFailure(failure) : own } }
  },
}

function decodeMessage(message: WireRequest['messages'][number], index: number): Turn {
  const at = pointer('/messages', index)
  const { role, content, ...rest } = message
  if (role !== 'user' && role !== 'assistant')
    return { at, author: 'user', parts: [{ type: 'opaque', format, wire: message as JsonObject, at }] } // it came from JSON
  return { at, author: role, parts: content.map((block, n) => decodeBlock(block, pointer(at, 'content', n))), ...extensionsOf(rest) }
}

function encodeMessage(turn: Turn): JsonObject {
  const [part] = turn.parts
  if (part?.type === 'opaque' && isWhole(turn)) return part.wire
  return { role: turn.author === 'assistant' ? 'assistant' : 'user', content: turn.parts.flatMap(encodeBlock), ...restOf(turn) }
}

function withoutAbsent(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}
