import { isJsonObject, type Failure, type Format, type Json, type JsonObject } from '@interlingua/core'
import { parameters, type Parameter } from './parameters.ts'

/** What upstreams say where they refuse a parameter, in lower case. */
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
 * The parameters of `body` that an upstream of `format` refuses with this error; none where it says anything else. By the name in the error
 * first, else by its text: of exclusive ones the last that is named.
 */
export function findRefused(format: Format, status: number, failure: Failure, body: JsonObject): readonly Parameter[] {
  if (status !== 400 && status !== 422) return []
  const text = failure.message.toLowerCase()
  const { param, code } = errorOf(failure.raw?.wire)
  if (!phrases.some((phrase) => phrase.test(text)) && !(code !== undefined && codes.has(code))) return []
  const sent = (parameters[format] ?? []).filter(({ places }) => places.some((place) => holds(body, place)))
  const named = param === undefined ? [] : sent.filter(({ words }) => words[0] === param || words[1] === param)
  if (named.length > 0) return named
  // An error that names another parameter is about that one.
  if (param !== undefined && param !== '') return []
  const places = sent.map((parameter) => ({ parameter, at: Math.max(...parameter.words.map((word) => lastWord(text, word))) }))
  const last = Math.max(-1, ...places.map(({ at }) => at))
  return last === -1 ? [] : places.filter(({ at }) => at === last).map(({ parameter }) => parameter)
}

/** Where the word stands last, not as a piece of another one; -1: nowhere. */
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

/** What OpenAI's errors say beside their text, in lower case. */
function errorOf(wire: Json | undefined): { readonly param: string | undefined; readonly code: string | undefined } {
  const error = isJsonObject(wire) && isJsonObject(wire['error']) ? wire['error'] : wire
  const text = (key: 'param' | 'code'): string | undefined => {
    const value = isJsonObject(error) ? error[key] : undefined
    return typeof value === 'string' ? value.toLowerCase() : undefined
  }
  return { param: text('param'), code: text('code') }
}
