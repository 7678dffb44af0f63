import { isJsonObject, parseJson } from '@interlingua/core'
import type { Json, Tool } from '@interlingua/core'
import { createInstance } from '../instance/create-instance.ts'

/**
 * Writes the input of a call: the JSON object right after the tool's name in the prompt (`get_weather {"city": "Oslo"}`), or else a value
 * of the schema with the prompt's `city=Oslo` where it is allowed. A custom tool, and a function with a single text property, gets the text
 * between backticks after a colon verbatim.
 */
export function writeArguments(tool: Tool, after: string, call: number): string {
  const verbatim = /^\s*:\s*`([^`]*)`/.exec(after)?.[1]
  if (verbatim !== undefined && tool.type === 'custom') return verbatim
  const property = verbatim === undefined ? undefined : onlyText(tool)
  if (property !== undefined) return JSON.stringify({ [property]: verbatim })
  const literal = leadingObject(after)
  if (literal !== undefined && tool.type !== 'custom') return literal
  switch (tool.type) {
    case 'custom':
      return /^\s*[:`"]?\s*"?([^".;]{1,200})/.exec(after.replace(/^\s*(?:with|on|for)\s+/, ''))?.[1]?.trim() || 'demo input'
    case 'builtin':
      return JSON.stringify(builtinArguments(tool.family))
    case 'function': {
      const value = createInstance({ type: 'object', ...tool.schema }, valuesIn(after))
      return JSON.stringify(call === 0 ? value : numbered(value, call))
    }
  }
}

/** The name of a function's single property where that is a text, since a gateway may have turned a custom tool into such a function. */
function onlyText(tool: Tool): string | undefined {
  const properties = tool.type === 'function' ? tool.schema?.['properties'] : undefined
  const [only, ...others] = isJsonObject(properties) ? Object.entries(properties) : []
  return only && others.length === 0 && isJsonObject(only[1]) && only[1]['type'] === 'string' ? only[0] : undefined
}

/** The first JSON object of a text, where only a few signs precede it. */
function leadingObject(after: string): string | undefined {
  const start = /^[\s(:`]*\{/.exec(after)?.[0].length
  if (start === undefined) return undefined
  for (let end = after.indexOf('}', start); end !== -1; end = after.indexOf('}', end + 1)) {
    const text = after.slice(start - 1, end + 1)
    if (isJsonObject(parseJson(text))) return text
  }
  return undefined
}

/** The values in a text such as `city=Oslo`, `days=3`, `city="New York"`. */
function valuesIn(after: string): Readonly<Record<string, Json>> {
  const values: [string, Json][] = []
  for (const [, name, quoted, bare] of after.matchAll(/([A-Za-z_]\w*)=(?:"([^"]*)"|([^\s,;)]+))/g)) {
    if (name === undefined) continue
    const word = (bare ?? '').replace(/[.!?]$/, '')
    values.push([name, quoted ?? parseJson(word) ?? word])
  }
  return Object.fromEntries(values)
}

/** The value with the number of the call in a text, so that repeated calls of a tool differ. */
function numbered(value: Json, call: number): Json {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      typeof entry === 'string' && entry.startsWith('demo ') ? `${entry} ${call + 1}` : entry,
    ]),
  )
}

function builtinArguments(family: string): Json {
  switch (family) {
    case 'bash':
      return { command: 'echo demo' }
    case 'text-editor':
    case 'memory':
      return { command: 'view', path: '/demo' }
    case 'computer':
    case 'browser':
      return { action: 'screenshot' }
    case 'shell':
      return { commands: ['echo demo'], timeout_ms: null, max_output_length: null }
    case 'local-shell':
      return { command: ['echo', 'demo'], env: {} }
    case 'apply-patch':
      return { type: 'create_file', path: 'demo.txt', diff: '+demo\n' }
    case 'tool-search':
      return { query: 'demo' }
    default:
      return {}
  }
}
