import type { Failure, GenerateRequest, Part } from '@interlingua/core'
import { byteLength } from '../script/byte-length.ts'
import { checkCacheMarks } from './check-cache-marks.ts'
import { checkMessagesResults } from './check-messages-results.ts'
import { checkSystemTurns } from './check-system-turns.ts'
import { checkThinking } from './check-thinking.ts'
import { checkToolList } from './check-tool-list.ts'
import { groupedTurns } from './grouped-turns.ts'
import { refuse } from './refuse.ts'

/** Checks the rules of the messages vendor beyond the schema. `version` is the `anthropic-version` of the request. */
export function checkMessagesRequest(request: GenerateRequest, version: string): Failure | undefined {
  const turns = groupedTurns(request)
  return (
    checkOptions(request, version) ??
    (turns.every(({ author }) => author === 'instruction')
      ? refuse('messages: at least one message is required', '/messages')
      : undefined) ??
    checkSystemTurns(turns) ??
    checkContent(turns.flatMap(({ author, parts }) => (author === 'instruction' ? [] : parts))) ??
    checkCacheMarks(request) ??
    checkToolList(request, 'messages', 128) ??
    checkMessagesResults(turns.filter(({ author }) => author !== 'instruction')) ??
    checkThinking(request, turns)
  )
}

function checkOptions(request: GenerateRequest, version: string): Failure | undefined {
  const { output, reasoning, sampling, toolChoice, state } = request
  const maxTokens = output?.maxTokens
  if (maxTokens === undefined) return refuse('max_tokens: Field required', '/max_tokens')
  if (state?.thread !== undefined || request.extensions?.['messages']?.rest?.['thread'] !== undefined) return threadRefusal
  if (version >= '2026-10-21' && sampling && Object.keys(sampling).length > 0)
    return refuse('temperature, top_p and top_k: Extra inputs are not permitted', '/temperature')
  const { temperature, topP } = sampling ?? {}
  if (temperature !== undefined && (temperature < 0 || temperature > 1)) return refuse('temperature: range: 0..1', '/temperature')
  if (topP !== undefined && (topP < 0 || topP > 1)) return refuse('top_p: range: 0..1', '/top_p')
  if (reasoning?.mode !== 'on') return undefined
  const { budgetTokens } = reasoning
  if (budgetTokens === undefined) return refuse('thinking.enabled.budget_tokens: Field required', '/thinking/budget_tokens')
  if (budgetTokens < 1024)
    return refuse('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024', '/thinking/budget_tokens')
  if (budgetTokens >= maxTokens) return refuse('`max_tokens` must be greater than `thinking.budget_tokens`', '/max_tokens')
  if (temperature !== undefined && temperature !== 1)
    return refuse('`temperature` may only be set to 1 when thinking is enabled', '/temperature')
  return toolChoice?.mode === 'required'
    ? refuse('Thinking may not be enabled when tool_choice forces tool use.', '/tool_choice')
    : undefined
}

/** The refusal of a stateless server, in the wording that makes the vendor's SDK send the whole history instead. */
const threadRefusal: Failure = {
  ...refuse('thread: threads are not supported', '/thread'),
  extensions: { messages: { rest: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } } } },
}

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

function checkContent(parts: readonly Part[]): Failure | undefined {
  for (const part of parts) {
    if (part.type === 'text' && part.text === '') return refuse('text content blocks must be non-empty', part.at)
    if (part.type === 'tool-result') {
      const failure = checkContent(part.parts.filter(({ type }) => type === 'media'))
      if (failure) return failure
    }
    if ((part.type !== 'media' && part.type !== 'document') || part.source.type !== 'inline') continue
    const { mime, base64 } = part.source
    if (part.type === 'media' && !imageTypes.includes(mime))
      return refuse(`source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`, part.at)
    if (byteLength(base64) === 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
      return refuse('source.base64.data: invalid base64 data', part.at)
  }
  return undefined
}
