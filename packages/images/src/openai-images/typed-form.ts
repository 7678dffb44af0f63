import type { Json, JsonObject } from '@interlingua/core'
import { foldBrackets } from './fold-brackets.ts'

const numbers: ReadonlySet<string> = new Set(['n', 'output_compression', 'partial_images', 'seed', 'guidance_scale'])
const booleans: ReadonlySet<string> = new Set(['stream', 'watermark'])
const objects: ReadonlySet<string> = new Set([
  'optimize_prompt_options',
  'sequential_image_generation_options',
  'input',
  'parameters',
  'contents',
  'images',
  'tools',
])

/**
 * The body of a form with its numbers, booleans and objects in JSON types. A text that cannot be converted stays a text, which the check
 * refuses.
 */
export function typedForm(form: JsonObject): JsonObject {
  const entries = Object.entries(form).map(([key, value]): [string, Json] => [
    key,
    typeof value === 'string' ? typedValue(key, value) : value,
  ])
  const typed = Object.fromEntries(entries)
  foldBrackets(typed)
  return typed
}

/** The names of the objects that the form holds as JSON instead of brackets. */
export function jsonFields(form: JsonObject): readonly string[] {
  return [...objects].filter((key) => {
    const value = form[key]
    return typeof value === 'string' && typeof typedValue(key, value) !== 'string'
  })
}

function typedValue(key: string, text: string): Json {
  if (numbers.has(key)) return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  if (booleans.has(key)) return text === 'true' ? true : text === 'false' ? false : text
  if (!objects.has(key) || !/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as Json // JSON.parse gives nothing but JSON
  } catch {
    return text
  }
}
