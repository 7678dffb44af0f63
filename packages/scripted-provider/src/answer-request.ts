import { deriveId, statusOfFinishes } from '@interlingua/core'
import type { Candidate, Finish, GenerateRequest, GenerateResponse, Part, TextPart, Usage } from '@interlingua/core'
import { countPromptTokens } from './count-prompt-tokens.ts'
import { readConversation } from './read-conversation.ts'
import type { Conversation } from './read-conversation.ts'
import { readDirectives } from './read-directives.ts'
import type { Directives } from './read-directives.ts'
import { capOutput } from './script/cap-output.ts'
import { chooseCalls } from './script/choose-calls.ts'
import { citeSources } from './script/cite-sources.ts'
import { finishAskedFor } from './script/finish-asked-for.ts'
import type { ScriptOptions } from './script/script-options.ts'
import { searchWeb } from './script/search-web.ts'
import { writeLogprobs } from './script/write-logprobs.ts'
import { writeReasoning } from './script/write-reasoning.ts'
import { writeRefusal } from './script/write-refusal.ts'
import { writeText } from './script/write-text.ts'
import { splitTokens } from './split-tokens.ts'

/**
 * The demo's answer to a request: no model, no randomness, no state. The same request gives the same answer, ids included.
 * What it can do, and which prompt makes it do so, is in the README.
 */
export function answerRequest(request: GenerateRequest, options: ScriptOptions): GenerateResponse {
  const conversation = readConversation(request)
  const directives = options.directives ?? readDirectives(conversation.fresh)
  const { format } = options
  const id = deriveId(idPrefixes[format] ?? 'demo_', fingerprint(request))
  const { parts: reasoning, thought } = writeReasoning(request, conversation, format)
  const reasoningTokens = thought === '' ? 0 : splitTokens(thought).length
  const candidates: Candidate[] = []
  let output = 0
  for (let index = 0; index < (request.output?.candidates ?? 1); index++) {
    const { parts, finish } = writeAnswer(request, conversation, directives, format, id, index)
    const capped = capOutput([...reasoning, ...parts], finish, reasoningTokens, request.output)
    output += capped.tokens
    candidates.push({ index, parts: withLogprobs(capped.parts, request), finish: capped.finish })
  }
  const usage: Usage = {
    input: options.input ?? plainInput(request),
    output: { total: output, reasoning: Math.min(reasoningTokens * candidates.length, output) },
    ...(candidates.some(({ parts }) => parts.some(({ type }) => type === 'hosted-call')) && { requests: { 'web-search': 1 } }),
  }
  return {
    id,
    model: request.model,
    createdAt: options.now,
    status: statusOfFinishes(candidates.map(({ finish }) => finish)),
    candidates,
    usage,
    serviceTier: 'default',
  }
}

const idPrefixes: Readonly<Record<string, string>> = {
  messages: 'msg_demo_',
  chat: 'chatcmpl-demo',
  responses: 'resp_demo',
  contents: '',
}

function writeAnswer(
  request: GenerateRequest,
  conversation: Conversation,
  directives: Directives,
  format: string,
  id: string,
  index: number,
): { parts: readonly Part[]; finish: Finish } {
  const refusal = writeRefusal(conversation, directives, format)
  if (refusal) return refusal
  const calls = chooseCalls(request, conversation, format, `${id}/${index}`)
  const searched = calls.length > 0 ? [] : searchWeb(request, conversation, format, id)
  const structured = request.output?.format !== undefined && request.output.format.type !== 'text'
  const forced = request.toolChoice?.mode === 'required'
  if (calls.length > 0) {
    const names = calls.map(({ name }) => name).join(', ')
    const lead: readonly Part[] = forced ? [] : [{ type: 'text', text: `Demo provider (no real model): I call ${names}.` }]
    return { parts: [...lead, ...calls], finish: { unified: 'tool-calls' } }
  }
  const text: TextPart = { type: 'text', text: writeText(request, conversation, directives, index) }
  const cited = format === 'messages' && !structured ? citeSources(request) : []
  const finish = finishAskedFor(directives, format) ?? ({ unified: 'stop' } satisfies Finish)
  if (format !== 'messages' && searched.length > 0) return { parts: [joined(text, searched)], finish }
  return {
    parts: [...searched.filter(({ type }) => type !== 'text'), text, ...searched.filter(({ type }) => type === 'text'), ...cited],
    finish,
  }
}

/** Chat has one text in a message: what was found goes behind it, and its spans move along. */
function joined(text: TextPart, more: readonly Part[]): TextPart {
  let whole = text.text
  const citations = []
  for (const part of more) {
    if (part.type !== 'text') continue
    for (const citation of part.citations ?? []) {
      citations.push(
        citation.span
          ? { ...citation, span: { start: citation.span.start + whole.length, end: citation.span.end + whole.length } }
          : citation,
      )
    }
    whole += part.text
  }
  return { ...text, text: whole, citations }
}

function withLogprobs(parts: readonly Part[], { output }: GenerateRequest): readonly Part[] {
  const { logprobs } = output ?? {}
  return logprobs
    ? parts.map((part) => (part.type === 'text' ? { ...part, logprobs: writeLogprobs(part.text, logprobs.top ?? 0) } : part))
    : parts
}

function plainInput(request: GenerateRequest): Usage['input'] {
  const total = countPromptTokens(request)
  return { total, fresh: total, cacheRead: 0, cacheWrite: 0 }
}

/** Streamed or not, with whatever headers: the same answer. Bounded, so that a request of many megabytes costs no long hash. */
function fingerprint({ stream: _stream, extensions: _extensions, ...request }: GenerateRequest): string {
  const text = JSON.stringify(request)
  return text.length <= 100_000 ? text : `${text.length}:${text.slice(0, 50_000)}${text.slice(-50_000)}`
}
