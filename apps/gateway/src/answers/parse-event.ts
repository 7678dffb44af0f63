import { isJsonObject, parseJson, type JsonObject } from '@interlingua/core'

/** The data of one event. `nothing`: it has none, as comments. `malformed`: it has some, which no client can read. */
export function parseEvent(text: string): JsonObject | '[DONE]' | 'nothing' | 'malformed' {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'))
  if (lines.length === 0) return 'nothing'
  const data = lines.map((line) => line.slice(line.charAt(5) === ' ' ? 6 : 5)).join('\n')
  if (data.trim() === '[DONE]') return '[DONE]'
  const wire = parseJson(data)
  return isJsonObject(wire) ? wire : 'malformed'
}
