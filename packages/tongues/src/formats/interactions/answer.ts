import { at, isObject, items, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import { Literal, type Json, type Writable } from '../../json/json.ts'
import { tryJson } from '../../json/parse-json.ts'
import { classOf, statusOf } from '../failures.ts'
import type { Answer, Failure, FailureClass, Finish, Item, Usage } from '../gist.ts'
import { sealsOnThinking } from '../place-seals.ts'
import { defined } from '../defined.ts'

/** Steps of an item of the assistant. */
export function stepOf(item: Item): readonly Writable[] {
  if (item.kind === 'assistant' || item.kind === 'refusal') return [{ type: 'model_output', content: [{ type: 'text', text: item.text }] }]
  if (item.kind === 'think')
    return [{ type: 'thought', signature: item.seal, summary: item.text === '' ? undefined : [{ type: 'text', text: item.text }] }]
  if (item.kind !== 'call') return []
  const args = tryJson(item.args.trim() || '{}')
  const given = isObject(args) ? new Literal(item.args.trim() || '{}') : { arguments: args ?? item.args }
  return [{ type: 'function_call', id: item.id ?? 'call_0', name: item.name, arguments: given }]
}

/** Step of the model in neutral words. */
export function readStep(step: Json): readonly Item[] {
  const type = text(at(step, 'type')) ?? ''
  if (type === 'model_output')
    return items(at(step, 'content')).map((content): Item => {
      const said = text(at(content, 'text'))
      return said === undefined ? { kind: 'other', type: text(at(content, 'type')) ?? '' } : { kind: 'assistant', text: said }
    })
  if (type === 'thought') {
    const seal = text(at(step, 'signature'))
    const said = items(at(step, 'summary')).map((part) => text(at(part, 'text')) ?? '')
    return [{ kind: 'think', text: said.join(''), ...(seal !== undefined && seal !== '' && { seal }) }]
  }
  if (type !== 'function_call') return [{ kind: 'other', type }]
  const id = text(at(step, 'id'))
  return [
    { kind: 'call', name: text(at(step, 'name')) ?? '', args: formatJson(at(step, 'arguments') ?? {}), ...(id !== undefined && { id }) },
  ]
}

/** Finish by the status: calls that wait are said by `requires_action`, and by some models by `completed`. */
export function readFinish(status: string | undefined, hasCalls: boolean): Finish | undefined {
  if (status === 'completed') return hasCalls ? 'calls' : 'stop'
  if (status === 'requires_action') return hasCalls ? 'calls' : 'pause'
  if (status === 'incomplete' || status === 'budget_exceeded') return 'length'
  return status === undefined || status === 'failed' || status === 'in_progress' || status === 'queued' ? undefined : 'other'
}

export function writeStatus(finish: Finish | undefined): string {
  return finish === 'calls' ? 'requires_action' : finish === 'length' || finish === 'context' ? 'incomplete' : 'completed'
}

/** Counts: output is without thoughts, and input without what tools used. */
export function readUsage(usage: Json | undefined): Usage | undefined {
  if (!isObject(usage)) return undefined
  const [input, output, thought, tools, cacheRead] = ['input', 'output', 'thought', 'tool_use', 'cached'].map((name) =>
    number(at(usage, `total_${name}_tokens`)),
  )
  return defined<Usage>({
    input: input === undefined ? undefined : input + (tools ?? 0),
    output: output === undefined && thought === undefined ? undefined : (output ?? 0) + (thought ?? 0),
    reasoning: thought,
    cacheRead,
  })
}

export function writeUsage({ input = 1, output = 1, cacheRead = 0, reasoning = 0 }: Usage): Writable {
  return {
    total_input_tokens: input,
    total_cached_tokens: cacheRead,
    total_output_tokens: output - reasoning,
    total_thought_tokens: reasoning,
    total_tool_use_tokens: 0,
    total_tokens: input + output,
  }
}

/** Answer of a document. */
export function readAnswer(document: Json): Answer {
  const failure = readFailure(document, 0)
  if (failure !== undefined) return { items: [], failure }
  const list = items(at(document, 'steps')).flatMap((step) => readStep(step))
  const status = text(at(document, 'status'))
  const finish = readFinish(
    status,
    list.some(({ kind }) => kind === 'call'),
  )
  const usage = readUsage(at(document, 'usage'))
  return {
    items: list,
    ...(finish !== undefined && { finish }),
    ...(usage !== undefined && { usage }),
    ...(status === 'failed' && { failure: failureOf(document) }),
  }
}

/** Failure of an interaction that failed. */
export function failureOf(interaction: Json | undefined): Failure {
  const [error] = items(at(interaction, 'errors'))
  return { class: 'server', message: text(at(error, 'message')) ?? 'the interaction failed' }
}

export function writeAnswer(answer: Answer, model: string): string {
  return formatJson({
    id: 'v1_tongues',
    object: 'interaction',
    status: writeStatus(answer.finish),
    model,
    created: '2026-06-01T00:00:00Z',
    updated: '2026-06-01T00:00:01Z',
    steps: sealsOnThinking(answer.items).flatMap((item) => stepOf(item)),
    usage: writeUsage(answer.usage ?? {}),
  })
}

const words: Readonly<Record<FailureClass, string>> = {
  invalid: 'invalid_request',
  auth: 'authentication',
  permission: 'permission_denied',
  missing: 'not_found',
  large: 'invalid_request',
  rate: 'rate_limit_exceeded',
  server: 'internal',
  unavailable: 'unavailable',
  overloaded: 'overloaded',
  timeout: 'deadline_exceeded',
}

/** Member `error` of a document or of a frame. */
export function errorOf({ class: given, message }: Failure): { readonly [key: string]: Writable } {
  return { code: words[given], message }
}

export function writeFailure(failure: Failure): { readonly status: number; readonly body: string } {
  const status = failure.class === 'overloaded' ? 503 : statusOf[failure.class]
  return { status, body: formatJson({ error: errorOf(failure) }) }
}

/** Failure of an error document: its code is a word, and Google's front ends send a number with a status. */
export function readFailure(document: Json, status: number): Failure | undefined {
  const error = at(document, 'error')
  const message = text(at(error, 'message'))
  const code = text(at(error, 'code'))
  if (message === undefined || (code === undefined && text(at(error, 'status')) === undefined)) return undefined
  const found = Object.entries(words).find(([, word]) => word === code)
  // Keys of the table are classes.
  return { class: found === undefined ? classOf(number(at(error, 'code')) ?? status) : (found[0] as FailureClass), message }
}
