import { isJsonObject, parseJson } from '@interlingua/core'
import type {
  Citation,
  HostedCallPart,
  Json,
  JsonObject,
  Part,
  ReasoningPart,
  RefusalPart,
  TextPart,
  TokenLogprob,
  ToolCallPart,
} from '@interlingua/core'
import { itemIds } from './item-ids.ts'

export interface ItemOptions {
  readonly responseId: string
  /** True where reasoning shows its encrypted content. */
  readonly encrypted: boolean
  readonly status: 'completed' | 'incomplete'
  /** True where a search lists its sources. */
  readonly sources: boolean
  /** True where code shows its output. */
  readonly outputs: boolean
}

type Spoken = TextPart | RefusalPart

/** Writes the parts of an answer as output items: neighbouring texts and refusals become a message, any other part an item. */
export function writeItems(parts: readonly Part[], options: ItemOptions): readonly JsonObject[] {
  const groups: (readonly Spoken[] | Exclude<Part, Spoken>)[] = []
  for (const part of parts) {
    if (part.type === 'hosted-result') continue // printed with its call
    const last = groups.at(-1)
    if (part.type !== 'text' && part.type !== 'refusal') groups.push(part)
    else if (Array.isArray(last)) groups[groups.length - 1] = [...(last as readonly Spoken[]), part] // lists hold spoken parts only
    else groups.push([part])
  }
  const base = itemIds.base(options.responseId)
  const calls = parts.some(({ type }) => type === 'tool-call')
  return groups.map((group, i) => {
    const id = (prefix: string): string => itemIds.create(prefix, base, i, isReasoning(group) || isReasoning(groups[i - 1]))
    return isList(group) ? writeMessage(group, id('msg'), calls, options) : writeItem(group, id, options, parts)
  })
}

function isList(group: readonly Spoken[] | Part): group is readonly Spoken[] {
  return Array.isArray(group)
}

function isReasoning(group: readonly Spoken[] | Part | undefined): boolean {
  return group !== undefined && !isList(group) && group.type === 'reasoning'
}

function writeMessage(parts: readonly Spoken[], id: string, calls: boolean, { status }: ItemOptions): JsonObject {
  return {
    id,
    type: 'message',
    status,
    role: 'assistant',
    content: parts.map((part) =>
      part.type === 'refusal'
        ? { type: 'refusal', refusal: part.text }
        : {
            type: 'output_text',
            annotations: (part.citations ?? []).map(writeCitation),
            logprobs: (part.logprobs ?? []).map(writeLogprob),
            text: part.text,
          },
    ),
    phase: calls ? 'commentary' : 'final_answer',
  }
}

function writeItem(part: Exclude<Part, Spoken>, id: (prefix: string) => string, options: ItemOptions, parts: readonly Part[]): JsonObject {
  switch (part.type) {
    case 'reasoning':
      return writeReasoning(part, id('rs'), options)
    case 'tool-call':
      return writeCall(part, id)
    case 'hosted-call':
      if (part.family === 'image-generation')
        return { id: id('ig'), type: 'image_generation_call', status: 'completed', ...objectOf(part.arguments) }
      if (part.family === 'code-execution') return writeCode(part, id('ci'), options, parts)
      return { id: id('ws'), type: 'web_search_call', status: 'completed', action: searchOf(part.arguments, options.sources) }
    default:
      throw new TypeError(`the script writes no ${part.type} for responses`)
  }
}

function writeReasoning({ segments, seal }: ReasoningPart, id: string, { encrypted }: ItemOptions): JsonObject {
  const item = { id, type: 'reasoning', summary: segments.map(({ text }) => ({ type: 'summary_text', text })) }
  return encrypted && seal ? { ...item, encrypted_content: seal.data } : item
}

function writeCall(part: ToolCallPart, id: (prefix: string) => string): JsonObject {
  const call = { status: 'completed', call_id: part.callId }
  const name = part.namespace === undefined ? { name: part.name } : { name: part.name, namespace: part.namespace }
  if (part.kind === 'function') return { id: id('fc'), type: 'function_call', ...call, arguments: part.arguments, ...name }
  if (part.kind === 'custom') return { id: id('ctc'), type: 'custom_tool_call', ...call, input: part.arguments, ...name }
  const input = objectOf(part.arguments)
  switch (part.name) {
    case 'shell':
      return { id: id('sh'), type: 'shell_call', ...call, action: input, environment: null }
    case 'local_shell':
      return { id: id('lsh'), type: 'local_shell_call', ...call, action: { type: 'exec', ...input } }
    case 'apply_patch':
      return { id: id('apc'), type: 'apply_patch_call', ...call, operation: input }
    case 'tool_search':
      return { id: id('tsc'), type: 'tool_search_call', ...call, execution: 'client', arguments: input }
    default:
      return { id: id('cu'), type: 'computer_call', ...call, action: { type: 'screenshot' }, pending_safety_checks: [] }
  }
}

function writeCode(call: HostedCallPart, id: string, { outputs }: ItemOptions, parts: readonly Part[]): JsonObject {
  const { code } = objectOf(call.arguments)
  const result = parts.find((part) => part.type === 'hosted-result' && part.callId === call.callId)
  const logs = result?.type === 'hosted-result' && result.parts[0]?.type === 'text' ? result.parts[0].text : ''
  return {
    id,
    type: 'code_interpreter_call',
    status: 'completed',
    code: code ?? '',
    container_id: 'cntr_demo',
    outputs: outputs ? [{ type: 'logs', logs }] : null,
  }
}

function searchOf(text: string, sources: boolean): JsonObject {
  const { query, urls } = objectOf(text)
  const action = { type: 'search', query: query ?? '', queries: [query ?? ''] }
  return sources && Array.isArray(urls) ? { ...action, sources: urls.map((url: Json) => ({ type: 'url', url })) } : action
}

function objectOf(text: string): JsonObject {
  const value = parseJson(text)
  return isJsonObject(value) ? value : {}
}

function writeCitation({ uri, title, span }: Citation): JsonObject {
  return { type: 'url_citation', start_index: span?.start ?? 0, end_index: span?.end ?? 0, title: title ?? '', url: uri ?? '' }
}

function writeLogprob({ token, logprob, bytes, top }: TokenLogprob): JsonObject {
  return { ...plainLogprob({ token, logprob, ...(bytes && { bytes }) }), top_logprobs: (top ?? []).map(plainLogprob) }
}

function plainLogprob({ token, logprob, bytes }: TokenLogprob): JsonObject {
  return { token, bytes: bytes ?? [], logprob }
}
