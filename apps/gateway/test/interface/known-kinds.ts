import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'

/** Items, tools, parts and annotations that the published schema of Open Responses knows. OpenAI has more, and an honest answer holds them all the same. */
const known: Readonly<Record<'output' | 'tools' | 'content' | 'annotations', ReadonlySet<unknown>>> = {
  output: new Set(['message', 'function_call', 'function_call_output', 'reasoning', 'compaction']),
  tools: new Set(['function']),
  content: new Set([
    'input_text',
    'output_text',
    'text',
    'summary_text',
    'reasoning_text',
    'refusal',
    'input_image',
    'input_file',
    'input_video',
  ]),
  annotations: new Set(['url_citation']),
}

/** Efforts of the schema; OpenAI has more of them. */
const efforts: ReadonlySet<unknown> = new Set(['none', 'low', 'medium', 'high', 'xhigh', null])

/** Response without what OpenAI has and the schema has not, so that all the rest can be checked. */
export function knownResponse(response: JsonObject): JsonObject {
  const { output, tools, reasoning, text, tool_choice: choice } = response
  return {
    ...response,
    ...(Array.isArray(output) && { output: only('output', output).map(knownItem) }),
    ...(Array.isArray(tools) && { tools: only('tools', tools) }),
    ...(isJsonObject(reasoning) && !efforts.has(reasoning['effort'] ?? null) && { reasoning: { ...reasoning, effort: null } }),
    // The schema of a format is null alone in the published document, by a slip of it.
    ...(isJsonObject(text) &&
      isJsonObject(text['format']) &&
      text['format']['type'] === 'json_schema' && { text: { ...text, format: { ...text['format'], schema: null } } }),
    ...(isJsonObject(choice) && choice['type'] !== 'function' && choice['type'] !== 'allowed_tools' && { tool_choice: 'auto' }),
    ...(isJsonObject(choice) && Array.isArray(choice['tools']) && { tool_choice: { ...choice, tools: only('tools', choice['tools']) } }),
  }
}

/** Item without parts and annotations that the schema has not. */
export function knownItem(item: Json): Json {
  if (!isJsonObject(item)) return item
  const { content } = item
  return { ...item, ...(Array.isArray(content) && { content: only('content', content).map(knownPart) }) }
}

function knownPart(part: Json): Json {
  if (!isJsonObject(part) || !Array.isArray(part['annotations'])) return part
  return { ...part, annotations: only('annotations', part['annotations']) }
}

/** Event without what the schema has not; undefined where the whole event is about such a thing. */
export function knownEvent(event: JsonObject): JsonObject | undefined {
  const { response, item, part, annotation } = event
  if (isJsonObject(item) && !isKnown('output', item)) return undefined
  if (isJsonObject(part) && !isKnown('content', part)) return undefined
  if (isJsonObject(annotation) && !isKnown('annotations', annotation)) return undefined
  return {
    ...event,
    ...(isJsonObject(response) && { response: knownResponse(response) }),
    ...(isJsonObject(item) && { item: knownItem(item) }),
    ...(isJsonObject(part) && { part: knownPart(part) }),
  }
}

/** True if the schema has this kind of thing. */
export function isKnown(kind: keyof typeof known, value: unknown): boolean {
  return isJsonObject(value) && known[kind].has(value['type'])
}

function only(kind: keyof typeof known, values: readonly Json[]): Json[] {
  return values.filter((value) => isKnown(kind, value))
}
