import { createFinishWords, dropAbsent, encodeErrorWord, restoreCall, takeCandidate } from '@interlingua/adapter-kit'
import type { ErrorDefinition, ErrorWords } from '@interlingua/adapter-kit'
import { pointer } from '@interlingua/core'
import { hasKeys, inputFromBuckets, statusFromFinishes } from '@interlingua/core/adapter'
import type { Context, Failure, GenerateResponse, JsonObject, Part, DecodeState, Usage, WireReply } from '@interlingua/core'
import { decodeBlock, encodeBlock } from './blocks.ts'
import { notice, walker } from './lower.ts'
import { format, hintOf, keep, nothing, restore, type WireFailure, type WireResponse, type WireUsage } from './wire.ts'

export const { decodeFinish, encodeFinish } = createFinishWords(
  format,
  notice,
  {
    end_turn: 'stop',
    stop_sequence: 'stop-sequence',
    tool_use: 'tool-calls',
    max_tokens: 'length',
    model_context_window_exceeded: 'context-window',
    content_filtered: 'content-filter',
    guardrail_intervened: 'content-filter',
    malformed_tool_use: 'malformed-tool-call',
  },
  { refusal: 'content_filtered', recitation: 'content_filtered', other: 'max_tokens' },
)

export function decodeResponse({ body }: WireReply<WireResponse>, _context: Context, sent?: DecodeState): GenerateResponse {
  const { output, stopReason, usage, ...others } = body
  const { message, ...around } = output
  const { role: _, content, ...inside } = message
  const odd = { ...around, ...(hasKeys(inside) && { message: inside }) }
  const parts = content.map((block, index): Part => {
    const part = decodeBlock(block, pointer('/output/message/content', index))
    return part.type === 'tool-call' ? restoreCall(part, sent) : part
  })
  const calls = parts.some(({ type }) => type === 'tool-call')
  const finish = decodeFinish(stopReason, calls)
  const said = { candidates: [{ index: 0, parts, finish }], ...(usage && { usage: decodeUsage(usage) }) }
  // Converse answers have neither an id nor a model.
  const answer = { at: '', id: '', model: '', status: statusFromFinishes([finish]), ...said } as const
  return keep(answer, { ...others, ...(hasKeys(odd) && { output: odd }) }, nothing)
}

export function encodeResponse(response: GenerateResponse, context: Context): WireReply<WireResponse> {
  const candidate = takeCandidate(response, { notice, walker }, context)
  const body = {
    output: { message: { role: 'assistant', content: (candidate?.parts ?? []).flatMap(encodeBlock) } },
    stopReason: encodeFinish(candidate?.finish, context),
    ...(response.usage && { usage: encodeUsage(response.usage) }),
  }
  const headers = { 'content-type': 'application/json' }
  return { status: 200, headers, body: restore(body, response) as WireResponse } // members above fit the schema
}

const usageKeys = ['inputTokens', 'outputTokens', 'totalTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens']
const once = new Set(usageKeys)
const again = new Set([...usageKeys, 'cacheReadInputTokenCount', 'cacheWriteInputTokenCount'])

/** `inputTokens` are those that no cache had. Some models say two of the counts twice. */
export function decodeUsage(wire: WireUsage): Usage {
  const { inputTokens: fresh, outputTokens, totalTokens = null, cacheReadInputTokens: cacheRead, cacheWriteInputTokens: cacheWrite } = wire
  const { cacheReadInputTokenCount, cacheWriteInputTokenCount } = wire
  const twice = cacheReadInputTokenCount === cacheRead && cacheWriteInputTokenCount === cacheWrite && cacheRead !== undefined
  const input = inputFromBuckets({ fresh, ...dropAbsent({ cacheRead, cacheWrite }) })
  const odd = totalTokens !== (input.total ?? 0) + outputTokens
  const hint = { ...(twice && { twice }), ...(odd && { total: totalTokens }) }
  return keep({ input, output: { total: outputTokens } }, wire, twice ? again : once, hint)
}

export function encodeUsage(usage: Usage): JsonObject {
  const { cacheRead, cacheWrite, total = 0, fresh = total - (cacheRead ?? 0) - (cacheWrite ?? 0), toolUse = 0 } = usage.input
  const { total: said = total + (usage.output.total ?? 0), twice } = hintOf(usage)
  const counts = {
    inputTokens: fresh + toolUse, // a tool's result is input like any other
    outputTokens: usage.output.total ?? 0,
    totalTokens: said ?? undefined,
    cacheReadInputTokens: cacheRead,
    cacheWriteInputTokens: cacheWrite,
    ...(twice && { cacheReadInputTokenCount: cacheRead, cacheWriteInputTokenCount: cacheWrite }),
  }
  return restore(dropAbsent(counts), usage)
}

/** Error classes of Bedrock; the first of two classes with one code is printed. */
const words: ErrorWords = {
  ValidationException: { code: 'invalid-request' },
  AccessDeniedException: { code: 'permission' },
  UnrecognizedClientException: { code: 'authentication' },
  InvalidSignatureException: { code: 'authentication' },
  ExpiredTokenException: { code: 'authentication' },
  IncompleteSignature: { code: 'authentication' },
  ResourceNotFoundException: { code: 'not-found' },
  ConflictException: { code: 'conflict' },
  ModelTimeoutException: { code: 'timeout' },
  ThrottlingException: { code: 'rate-limit' },
  ServiceQuotaExceededException: { code: 'rate-limit', retryable: false },
  ServiceUnavailableException: { code: 'overloaded' },
  ModelNotReadyException: { code: 'overloaded' },
  InternalServerException: { code: 'server' },
  ModelErrorException: { code: 'server' },
  ModelStreamErrorException: { code: 'server' },
}

/** The header, the body and the stream spell a class differently: `throttlingException`, `ThrottlingException:http://…`, `com.amazon#ThrottlingException`. */
function classOf(type: string): string {
  const [name = ''] = type.slice(type.lastIndexOf('#') + 1).split(':', 1)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export function classOfFailure({ code }: Pick<Failure, 'code'>): string {
  const asked = ['context-length', 'precondition', 'too-large', 'unprocessable', 'policy', 'unsupported'].includes(code)
  if (code === 'billing') return 'AccessDeniedException'
  return asked ? 'ValidationException' : (encodeErrorWord(words, code) ?? 'InternalServerException')
}

const tooLong = /input is too long|input tokens exceeded/i

export const errors: ErrorDefinition<WireFailure> = {
  words: { ...words, TooLong: { code: 'context-length' } },
  read({ message, Message = message, __type }, headers) {
    const name = classOf(headers['x-amzn-errortype'] ?? __type ?? '')
    return { code: tooLong.test(Message ?? '') && (name === '' || name === 'ValidationException') ? 'TooLong' : name, message: Message }
  },
  write: (failure) => ({ message: failure.message }),
  headers: (failure, { __type = '' }) => ({ 'x-amzn-errortype': classOf(__type) || classOfFailure(failure) }),
}
