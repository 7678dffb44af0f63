import { at, items, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json, Writable } from '../../json/json.ts'
import { openAiClass } from '../openai-failure.ts'
import type { Answer, Failure, Finish, Item, Usage } from '../gist.ts'
import { sealsOnThinking } from '../place-seals.ts'
import { readItem } from './read-request.ts'
import { defined } from '../defined.ts'

export function writeUsage(usage: Usage): Writable {
  const { input = 0, output = 0 } = usage
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead ?? 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
    total_tokens: input + output,
  }
}

export function readUsage(usage: Json | undefined): Usage | undefined {
  const input = number(at(usage, 'input_tokens'))
  const output = number(at(usage, 'output_tokens'))
  if (input === undefined && output === undefined) return undefined
  const cacheRead = number(at(usage, 'input_tokens_details', 'cached_tokens'))
  const reasoning = number(at(usage, 'output_tokens_details', 'reasoning_tokens'))
  return defined<Usage>({
    input,
    output,
    cacheRead,
    reasoning,
  })
}

/** Items of the output; texts in a row are one message. */
export function writeItems(list: readonly Item[]): readonly { readonly [key: string]: Writable }[] {
  const made: { readonly [key: string]: Writable }[] = []
  for (const item of sealsOnThinking(list)) {
    const index = made.length
    if (item.kind === 'assistant' || item.kind === 'refusal') {
      const part =
        item.kind === 'refusal'
          ? { type: 'refusal', refusal: item.text }
          : { type: 'output_text', text: item.text, annotations: [], logprobs: [] }
      made.push({ type: 'message', id: `msg_${index}`, status: 'completed', role: 'assistant', content: [part] })
    } else if (item.kind === 'think')
      made.push({
        type: 'reasoning',
        id: `rs_${index}`,
        summary: item.text === '' ? [] : [{ type: 'summary_text', text: item.text }],
        encrypted_content: item.seal,
      })
    else if (item.kind === 'call')
      made.push({
        type: 'function_call',
        id: `fc_${index}`,
        call_id: item.id ?? `call_${index}`,
        name: item.name,
        arguments: item.args,
        status: 'completed',
      })
  }
  return made
}

/** Response with all members that the vendor's type requires. */
export function responseOf(
  model: string,
  status: string,
  output: readonly Writable[],
  more: { readonly finish?: Finish; readonly usage?: Usage; readonly failure?: Failure } = {},
): { readonly [key: string]: Writable } {
  const reason = more.finish === 'length' ? 'max_output_tokens' : more.finish === 'filter' ? 'content_filter' : undefined
  return {
    id: 'resp_tongues',
    object: 'response',
    status,
    model,
    created_at: 1,
    output,
    usage: more.usage === undefined ? null : writeUsage(more.usage),
    error:
      more.failure === undefined
        ? null
        : { code: more.failure.class === 'rate' ? 'rate_limit_exceeded' : 'server_error', message: more.failure.message },
    incomplete_details: reason === undefined ? null : { reason },
    tools: [],
    tool_choice: 'auto',
    instructions: null,
    metadata: {},
    temperature: 1,
    parallel_tool_calls: true,
    top_p: 1,
    store: false,
    text: { format: { type: 'text' } },
    max_output_tokens: null,
    truncation: 'disabled',
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
  }
}

export function statusOfFinish(finish: Finish | undefined): string {
  return finish === 'length' || finish === 'filter' ? 'incomplete' : 'completed'
}

/** Response as a document. */
export function writeAnswer(answer: Answer, model: string): string {
  const usage = answer.usage ?? { input: 1, output: 1 }
  return formatJson(responseOf(model, statusOfFinish(answer.finish), writeItems(answer.items), { ...answer, usage }))
}

/** Finish of a response: calls in it are its finish. */
export function finishOf(response: Json | undefined): Finish | undefined {
  const status = text(at(response, 'status'))
  if (status === 'incomplete') {
    const reason = text(at(response, 'incomplete_details', 'reason'))
    return reason === 'max_output_tokens' ? 'length' : reason === 'content_filter' ? 'filter' : 'other'
  }
  if (status !== 'completed') return undefined
  const output = items(at(response, 'output'))
  if (output.some((item) => /^(function|custom_tool)_call$/.test(text(at(item, 'type')) ?? ''))) return 'calls'
  const refused = output.some((item) => items(at(item, 'content')).some((part) => at(part, 'type') === 'refusal'))
  return refused ? 'refusal' : 'stop'
}

/** Failure that a response holds, or an error document. */
export function failureOf(response: Json | undefined): Failure | undefined {
  if (text(at(response, 'status')) !== 'failed') return undefined
  const error = at(response, 'error')
  return { class: openAiClass(text(at(error, 'type')), error, 500), message: text(at(error, 'message')) ?? '' }
}

export function readAnswer(document: Json): Answer {
  const failure = failureOf(document)
  const finish = finishOf(document)
  const usage = readUsage(at(document, 'usage'))
  return {
    items: items(at(document, 'output')).flatMap((item) => readItem(item)),
    ...(finish !== undefined && { finish }),
    ...(usage !== undefined && { usage }),
    ...(failure !== undefined && { failure }),
  }
}
