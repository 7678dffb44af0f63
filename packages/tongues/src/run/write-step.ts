import { formats } from '../formats/formats.ts'
import type { WrittenRequest } from '../formats/format.ts'
import type { Answer, FormatId, Item } from '../formats/gist.ts'
import { at, items, members, text } from '../json/access.ts'
import { formatJson } from '../json/format-json.ts'
import type { Json, Writable } from '../json/json.ts'
import { parseJson } from '../json/parse-json.ts'
import type { PerFormat, Step, TalkGiven } from './case.ts'
import { askOf, itemsOf } from './talk.ts'

/** Knowledge of a client from the step before: the answer it read, and the turn that its SDK handed over. */
export interface Before {
  readonly answer: Answer
  readonly turn: unknown
}

export interface BuiltRequest extends WrittenRequest {
  readonly method: string
  readonly kind: 'generate' | 'count' | 'other'
}

const placeholder = 'turn of the assistant'

/** Value of a format, or undefined if there is none for it. */
export function of<T>(value: PerFormat<T> | undefined, format: FormatId): T | undefined {
  if (typeof value === 'object' && value !== null && 'on' in value) return value.on[format]
  return value as T | undefined // without `on` it is the value itself
}

/** Request of a step in the client's format. */
export function writeStep(step: Step, format: FormatId, model: string, stream: boolean, before: Before | undefined, n = 0): BuiltRequest {
  const { writeRequest, writeCount } = formats[format]
  if (step.count !== undefined) return { ...writeCount(askOf(step.count), model), method: 'POST', kind: 'count' }
  if (step.generate !== undefined)
    return { ...writeRequest(generated(step.generate, n), { model, stream }), method: 'POST', kind: 'generate' }
  if (step.talk !== undefined) {
    const given = { ...step, talk: step.talk }
    const written = writeRequest(withEcho(given, before), { model, stream })
    const hasEcho = step.talk.some(({ echo }) => echo === true)
    const request = hasEcho ? { ...written, body: putTurn(written.body, format, before?.turn) } : written
    return { ...request, method: 'POST', kind: 'generate', headers: { ...request.headers, ...step.headers } }
  }
  const plain = writeRequest(askOf({ talk: [{ user: 'go' }] }), { model, stream })
  const body = of(step.wire, format)
  const path = of(step.path, format) ?? plain.path
  const method = step.method ?? 'POST'
  const kind = method !== 'POST' ? 'other' : /count_tokens|countTokens|input_tokens/.test(path) ? 'count' : 'generate'
  return { path, method, kind, headers: { ...plain.headers, ...step.headers }, body: body ?? '' }
}

function withEcho(given: TalkGiven, before: Before | undefined): ReturnType<typeof askOf> {
  const calls = (before?.answer.items ?? []).filter((item): item is Item & { readonly kind: 'call' } => item.kind === 'call')
  const list = given.talk.flatMap((item): readonly Item[] => {
    if (item.echo === true) return [{ kind: 'assistant', text: placeholder }]
    const which = /^(?:last|call (\d+))$/.exec(item.result?.of ?? '')
    if (which === null) return itemsOf([item])
    const call = which[1] === undefined ? calls.at(-1) : calls[Number(which[1])]
    return itemsOf([item]).map((each) => {
      if (each.kind !== 'result') return each
      const { of: _, ...result } = each
      return { ...result, ...(call?.id !== undefined && { of: call.id }), ...(call !== undefined && { name: call.name }) }
    })
  })
  return { ...askOf(given), items: list }
}

/** Body with the turn of the SDK at the place that was kept for it. */
function putTurn(body: string, format: FormatId, turn: unknown): string {
  const given = parseJson(JSON.stringify(turn ?? null))
  const document = members(parseJson(body))
  const key = { M: 'messages', R: 'input', C: 'messages', G: 'contents', I: 'input', B: 'messages' }[format]
  const isPlace = (entry: Json): boolean => text(at(entry, 'role')) !== 'user' && formatJson(entry).includes(placeholder)
  const list = items(document[key]).flatMap((entry): readonly Writable[] =>
    isPlace(entry) ? (Array.isArray(given) ? items(given) : [given]) : [entry],
  )
  return formatJson({ ...document, [key]: list })
}

/** Request of size n: n calls with their results, or n tools. */
function generated(generate: NonNullable<Step['generate']>, n: number): ReturnType<typeof askOf> {
  const schema = '{"type":"object","properties":{"x":{"type":"integer"}}}'
  const nonce: Item = { kind: 'user', text: '$NONCE' }
  if ('tools' in generate)
    return { items: [nonce], tools: Array.from({ length: n }, (_, index) => ({ name: `t${index}`, schema })), options: {} }
  const numbers = Array.from({ length: n }, (_, index) => index)
  const id = (index: number): string => (generate.ids === 'equal' ? 'call_same' : `call_${index}`)
  const calls = numbers.map((index): Item => ({ kind: 'call', id: id(index), name: 'f', args: `{"x":${index}}` }))
  const results = numbers.map((index): Item => ({ kind: 'result', of: id(index), name: 'f', text: 'ok' }))
  const answers = generate.results === 'reversed' ? results.toReversed() : results
  return { items: [nonce, ...(generate.results === 'orphan' ? [] : calls), ...answers], tools: [{ name: 'f', schema }], options: {} }
}
