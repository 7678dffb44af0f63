import type { JsonObject } from '@interlingua/core'
import { textForFormat } from './text-for-format.ts'
import { textForPattern } from './text-for-pattern.ts'

/** A text for a string schema: by its format, or its pattern, or `plain`, cut or padded to the allowed length. */
export function createText(schema: JsonObject, plain: string): string {
  const { format, pattern, minLength, maxLength } = schema
  const special =
    (typeof format === 'string' ? textForFormat(format) : undefined) ?? (typeof pattern === 'string' ? textForPattern(pattern) : undefined)
  let text = special ?? plain
  const least = Math.min(typeof minLength === 'number' ? minLength : 0, 100_000)
  const most = typeof maxLength === 'number' ? maxLength : Infinity
  const length = [...text].length
  if (length > most) text = [...text].slice(0, most).join('')
  if (length < least)
    text = special === undefined ? text.padEnd(text.length + least - length, ' demo') : text + (text.at(-1) ?? 'a').repeat(least - length)
  return text
}
