import type { AdmittedRequest } from '../server/client-request.ts'
import {
  applyPolicy,
  type Failure,
  type Format,
  type GenerateRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  type Notice,
  parseDocument,
  pointer,
} from '@interlingua/core'
import { declareNotices } from '@interlingua/core/adapter'
import { type Parameter, parameters, type Target, type UpstreamRequest } from '@interlingua/upstreams'

export const notice = declareNotices('gateway', [], {
  'parameter-refused': { kind: 'dropped', message: 'the upstream refuses this parameter of this model: it is left out' },
})

/** Patterns of errors with which upstreams refuse a parameter, in lower case. */
const phrases = [
  /is not supported (?:with|by|for) this model/,
  /are not supported (?:with|by|for) this model/,
  /does not support .+ with this model/,
  /does not support (?:the )?parameter/,
  /unsupported (?:parameter|value)/,
  /is not enabled for this model/,
  /cannot both be specified/,
  /extra inputs are not permitted/,
  /unknown (?:parameter|name)/,
  /property '[^']*' is unsupported/,
  /argument not supported/,
  /only 1 is allowed/,
  /is unavailable now/,
  /is not supported by this model/,
  /encrypted content is not supported/,
]

const codes: ReadonlySet<string> = new Set(['unsupported_parameter', 'unsupported_value', 'unknown_parameter'])

/**
 * Finds the parameters of `body` that an upstream of `format` refuses with this error; none for other errors. Looks at the name in the error first,
 * then at the text, where of exclusive parameters the last one counts.
 */
export function findRefused(format: Format, status: number, failure: Failure, body: JsonObject): readonly Parameter[] {
  if (status !== 400 && status !== 422) return []
  const text = failure.message.toLowerCase()
  const { param, code } = errorOf(failure.raw?.wire)
  if (!phrases.some((phrase) => phrase.test(text)) && !(code !== undefined && codes.has(code))) return []
  const sent = (parameters[format] ?? []).filter(({ places }) => places.some((place) => holds(body, place)))
  const named = param === undefined ? [] : sent.filter(({ words }) => words[0] === param || words[1] === param)
  if (named.length > 0) return named
  // An error that names another parameter is about that parameter.
  if (param !== undefined && param !== '') return []
  const places = sent.map((parameter) => ({ parameter, at: Math.max(...parameter.words.map((word) => lastWord(text, word))) }))
  const last = Math.max(-1, ...places.map(({ at }) => at))
  return last === -1 ? [] : places.filter(({ at }) => at === last).map(({ parameter }) => parameter)
}

/** Offset behind the last occurrence of the word as a whole word; -1 if there is none. */
function lastWord(text: string, word: string): number {
  for (let at = text.lastIndexOf(word); at !== -1; at = at === 0 ? -1 : text.lastIndexOf(word, at - 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + word.length] ?? ' '
    if (!/[a-z0-9_]/.test(before) && !/[a-z0-9_]/.test(after)) return at + word.length
  }
  return -1
}

function holds(body: JsonObject, place: readonly string[]): boolean {
  let value: Json | undefined = body
  for (const key of place) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return value !== undefined
}

/** Name of the parameter and code in an error of OpenAI's form, in lower case. */
function errorOf(wire: Json | undefined): { readonly param: string | undefined; readonly code: string | undefined } {
  const error = isJsonObject(wire) && isJsonObject(wire['error']) ? wire['error'] : wire
  const text = (key: 'param' | 'code'): string | undefined => {
    const value = isJsonObject(error) ? error[key] : undefined
    return typeof value === 'string' ? value.toLowerCase() : undefined
  }
  return { param: text('param'), code: text('code') }
}

/** Removes parameters from a body, and objects that become empty by that. */
export function withoutParameters(body: JsonObject, parameters: readonly Parameter[]): JsonObject {
  let left = body
  for (const { places } of parameters) for (const place of places) left = without(left, place)
  return left
}

function without(body: JsonObject, [key, ...inner]: readonly string[]): JsonObject {
  if (key === undefined || !Object.hasOwn(body, key)) return body
  const { [key]: value, ...rest } = body
  if (inner.length === 0) return rest
  if (!isJsonObject(value)) return body
  const left = without(value, inner)
  if (left === value) return body
  return Object.keys(left).length === 0 ? rest : { ...body, [key]: left }
}

/** Removes parameters that the upstream has refused within the hour; returns the same request if there are none, as nearly always. */
export function fitLearned(
  admitted: AdmittedRequest,
  { channel, model }: Target,
  request: UpstreamRequest,
  asked?: GenerateRequest,
): UpstreamRequest {
  const known = channel.refused?.of(model) ?? []
  if (known.length === 0) return request
  return leaveOut(admitted, request, bodyOf(request), known, asked) ?? request
}

/**
 * Removes the parameters that this refusal is about, remembers them and gives a notice; undefined for another refusal, or if the policy refuses the
 * loss.
 */
export function learnRefusal(
  admitted: AdmittedRequest,
  { channel, model }: Target,
  request: UpstreamRequest,
  refusal: { readonly status: number; readonly failure: Failure },
  asked?: GenerateRequest,
): UpstreamRequest | undefined {
  if (channel.refused === undefined) return undefined
  const body = bodyOf(request)
  if (body === undefined) return undefined
  const refused = findRefused(channel.edge.adapter.format, refusal.status, refusal.failure, body)
  const fitted = leaveOut(admitted, request, body, refused, asked)
  if (fitted === undefined) return undefined
  channel.refused.note(model, refused)
  for (const { places } of refused)
    admitted.client.gateway.observer.event('warn', 'refused', { channel: channel.name, model, parameter: (places[0] ?? []).join('.') })
  return fitted
}

function leaveOut(
  admitted: AdmittedRequest,
  request: UpstreamRequest,
  body: JsonObject | undefined,
  parameters: readonly Parameter[],
  asked: GenerateRequest | undefined,
): UpstreamRequest | undefined {
  if (body === undefined) return undefined
  const notices: Notice[] = []
  let left = body
  for (const parameter of parameters) {
    const without = withoutParameters(left, [parameter])
    if (without === left) continue
    left = without
    // The client loses nothing by a key that was not its own.
    if (parameter.field !== 'cache.key' || asked === undefined || asked.cache?.key !== undefined)
      notices.push(notice('parameter-refused', placeOf(parameter, asked)))
  }
  if (left === body || applyPolicy(notices, admitted.policy) !== undefined) return undefined
  for (const one of notices) admitted.onNotice(one)
  return { ...request, body: JSON.stringify(left) }
}

function placeOf({ field, places: [place = []] }: Parameter, asked: GenerateRequest | undefined): Notice['path'] {
  return asked === undefined ? pointer('', ...place) : (asked.fields?.[field] ?? pointer('', ...field.split('.')))
}

function bodyOf({ body }: UpstreamRequest): JsonObject | undefined {
  const value = body === undefined ? undefined : parseDocument(body.toString())
  return isJsonObject(value) ? value : undefined
}
