import { deriveId, statusFromFinishes } from '@interlingua/core/adapter'
import type {
  Candidate,
  Finish,
  GenerateRequest,
  GenerateResponse,
  InputUsage,
  Part,
  ReasoningOptions,
  TextPart,
  Usage,
} from '@interlingua/core'
import { countPromptTokens } from './count-prompt-tokens.ts'
import { readConversation } from './read-conversation.ts'
import type { Conversation } from './read-conversation.ts'
import { readDirectives } from './read-directives.ts'
import type { Directive, Directives } from './read-directives.ts'
import { capOutput } from './script/cap-output.ts'
import { chooseCalls } from './script/choose-calls.ts'
import { citeSources } from './script/cite-sources.ts'
import { finishAskedFor } from './script/finish-asked-for.ts'
import { label } from './script/label.ts'
import { makeMedia } from './script/make-media.ts'
import { runCode } from './script/run-code.ts'
import type { ScriptOptions } from './script/script-options.ts'
import { searchWeb } from './script/search-web.ts'
import { writeLogprobs } from './script/write-logprobs.ts'
import { writeReasoning } from './script/write-reasoning.ts'
import { writeRefusal } from './script/write-refusal.ts'
import { writeText } from './script/write-text.ts'
import { splitTokens } from './split-tokens.ts'

/**
 * Answers a request without a model, without randomness and without state: the same request gives the same answer, ids included. The README
 * lists the abilities of the demo and the prompts that call for them.
 */
export function answerRequest(asked: GenerateRequest, options: ScriptOptions): GenerateResponse {
  const conversation = readConversation(asked)
  const directives = options.directives ?? readDirectives(conversation.fresh)
  const { format } = options
  const think = directives.get('think')
  const request = think ? { ...asked, reasoning: thinking(think, asked.reasoning) } : asked
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
  const input = options.input ?? plainInput(request)
  const hosted = candidates.some(({ parts }) => parts.some(({ type }) => type === 'hosted-call'))
  const usage: Usage = {
    input: hosted && format === 'contents' ? withToolUse(input) : input,
    output: { total: output, reasoning: Math.min(reasoningTokens * candidates.length, output) },
    ...(candidates.some(({ parts }) => parts.some(isSearch)) && { requests: { 'web-search': 1 } }),
  }
  return {
    id,
    model: request.model,
    createdAt: options.now,
    status: statusFromFinishes(candidates.map(({ finish }) => finish)),
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
  const asked = finishAskedFor(directives, format)
  const calls = chooseCalls(request, conversation, directives, format, `${id}/${index}`)
  if (calls.length > 0) {
    const forced = request.toolChoice?.mode === 'required'
    const names = calls.map(({ name }) => name).join(', ')
    const lead: readonly Part[] = forced ? [] : [{ type: 'text', text: `${label} I call ${names}.` }]
    return { parts: [...lead, ...calls], finish: asked ?? { unified: 'tool-calls' } }
  }
  const structured = request.output?.format !== undefined && request.output.format.type !== 'text'
  const text: TextPart = { type: 'text', text: writeText(request, conversation, directives, index) }
  const hosted = [...runCode(request, conversation, format, id), ...searchWeb(request, conversation, format, id)]
  const found = hosted.filter((part) => part.type === 'text')
  const cited = format === 'messages' && !structured ? citeSources(request) : []
  const texts = format === 'messages' ? [text, ...found, ...cited] : found.length > 0 ? [joined(text, found)] : [text]
  const media = makeMedia(request, conversation, format, id)
  const { modalities } = request.output ?? {}
  const mute = format === 'contents' && modalities !== undefined && !modalities.includes('text')
  const work = hosted.filter(({ type }) => type !== 'text')
  return {
    parts: format === 'responses' ? [...work, ...media, ...texts] : [...work, ...(mute ? [] : texts), ...media],
    finish: asked ?? { unified: 'stop' },
  }
}

/** The text followed by further texts as a single part, as the other vendors answer. The spans of citations move along. */
function joined(text: TextPart, more: readonly TextPart[]): TextPart {
  let whole = text.text
  const citations = []
  for (const part of more) {
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

/** Adds the tokens that a hosted tool read to the input, as vendors bill them. */
function withToolUse(input: InputUsage): InputUsage {
  return { ...input, total: (input.total ?? 0) + toolUse, toolUse }
}

function isSearch(part: Part): boolean {
  return part.type === 'hosted-call' && part.family === 'web-search'
}

/** The reasoning that a directive asks for. */
function thinking({ words }: Directive, reasoning: ReasoningOptions | undefined): ReasoningOptions {
  const effort = efforts.find((word) => word === words[0]) ?? reasoning?.effort ?? 'medium'
  return { summary: 'auto', ...reasoning, mode: 'on', effort }
}

const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
const toolUse = 24

function plainInput(request: GenerateRequest): Usage['input'] {
  const total = countPromptTokens(request)
  return { total, fresh: total, cacheRead: 0, cacheWrite: 0 }
}

/**
 * Hashes the request without `stream` and headers, which do not change the answer. The length of the hashed text is bounded, so that a
 * request of many megabytes costs no time.
 */
function fingerprint({ stream: _stream, extensions: _extensions, ...request }: GenerateRequest): string {
  const text = JSON.stringify(request)
  return text.length <= 100_000 ? text : `${text.length}:${text.slice(0, 50_000)}${text.slice(-50_000)}`
}
