import { at, items, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json, Writable } from '../../json/json.ts'
import { readFailure } from '../openai-failure.ts'
import type { Answer, Finish, Usage } from '../gist.ts'
import { sealsOnThinking } from '../place-seals.ts'
import { readMessage } from './read-request.ts'
import { defined } from '../defined.ts'

const reasons: Readonly<Record<Finish, string>> = {
  stop: 'stop',
  calls: 'tool_calls',
  length: 'length',
  refusal: 'stop',
  pause: 'stop',
  filter: 'content_filter',
  context: 'length',
  other: 'stop',
}

export function writeReason(finish: Finish): string {
  return reasons[finish]
}

export function readReason(reason: string): Finish {
  if (reason === 'function_call') return 'calls'
  const found = Object.entries(reasons).find(([, each]) => each === reason)
  // Keys of the table are finishes.
  return found === undefined ? 'other' : (found[0] as Finish)
}

export function writeUsage({ input = 0, output = 0, cacheRead, reasoning }: Usage): Writable {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cacheRead ?? 0 },
    completion_tokens_details: { reasoning_tokens: reasoning ?? 0 },
  }
}

export function readUsage(usage: Json | undefined): Usage | undefined {
  const input = number(at(usage, 'prompt_tokens'))
  const output = number(at(usage, 'completion_tokens'))
  if (input === undefined && output === undefined) return undefined
  const cacheRead = number(at(usage, 'prompt_tokens_details', 'cached_tokens'))
  const reasoning = number(at(usage, 'completion_tokens_details', 'reasoning_tokens'))
  return defined<Usage>({
    input,
    output,
    cacheRead,
    reasoning,
  })
}

/** Completion as a document. */
export function writeAnswer(answer: Answer, model: string): string {
  const list = sealsOnThinking(answer.items)
  const words = list.flatMap((item) => (item.kind === 'assistant' ? [item.text] : []))
  const refusals = list.flatMap((item) => (item.kind === 'refusal' ? [item.text] : []))
  const thinks = list.flatMap((item) => (item.kind === 'think' ? [item] : []))
  const calls = list.flatMap((item) => (item.kind === 'call' ? [item] : []))
  const seals = thinks.filter(({ seal }) => seal !== undefined)
  return formatJson({
    id: 'chatcmpl-tongues',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: words.length === 0 ? null : words.join(''),
          refusal: refusals.length === 0 ? null : refusals.join(''),
          reasoning_content: thinks.some((item) => item.text !== '') ? thinks.map((item) => item.text).join('') : undefined,
          reasoning_details:
            seals.length === 0
              ? undefined
              : seals.map((item, index) => ({ type: 'reasoning.text', text: item.text, signature: item.seal, index })),
          tool_calls:
            calls.length === 0
              ? undefined
              : calls.map(({ id, name, args }, index) => ({
                  id: id ?? `call_${index}`,
                  type: 'function',
                  function: { name, arguments: args },
                })),
        },
        logprobs: null,
        finish_reason: writeReason(answer.finish ?? 'stop'),
      },
    ],
    usage: writeUsage(answer.usage ?? { input: 1, output: 1 }),
  })
}

/** Answer of the first choice, or the failure of an error document. */
export function readAnswer(document: Json): Answer {
  const failure = readFailure(document, 0)
  if (failure !== undefined) return { items: [], failure }
  const choice = at(document, 'choices', 0)
  const message = at(choice, 'message')
  const reason = text(at(choice, 'finish_reason'))
  const usage = readUsage(at(document, 'usage'))
  const list = message === undefined ? [] : readMessage({ ...messageMembers(message), role: 'assistant' })
  const refused = list.some((item) => item.kind === 'refusal')
  const calls = items(at(message, 'tool_calls')).length > 0
  const finish =
    reason === undefined ? undefined : refused && reason === 'stop' ? 'refusal' : calls && reason === 'stop' ? 'calls' : readReason(reason)
  return { items: list, ...(finish !== undefined && { finish }), ...(usage !== undefined && { usage }) }
}

function messageMembers(message: Json): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(message ?? {}))
}
