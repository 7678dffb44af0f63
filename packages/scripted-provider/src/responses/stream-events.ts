import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { splitTokens } from '../split-tokens.ts'

/** The number of tokens in a delta. */
const size = 3

/** The events of a whole answer without their numbers, in the vendor's order. */
export function* streamEvents(document: JsonObject): Iterable<JsonObject> {
  const begun = { ...document, status: 'in_progress', completed_at: null, incomplete_details: null, output: [], usage: null }
  yield { type: 'response.created', response: begun }
  yield { type: 'response.in_progress', response: begun }
  const partials = Math.max(0, ...objects(document['tools']).map((tool) => Number(tool['partial_images'] ?? 0)))
  let index = 0
  for (const item of objects(document['output'])) yield* itemEvents(item, index++, partials)
  yield { type: `response.${document['status'] === 'incomplete' ? 'incomplete' : 'completed'}`, response: document }
}

function* itemEvents(item: JsonObject, output_index: number, partials: number): Iterable<JsonObject> {
  const at = { item_id: String(item['id']), output_index }
  yield { type: 'response.output_item.added', output_index, item: begin(item) }
  switch (item['type']) {
    case 'message': {
      let content_index = 0
      for (const part of objects(item['content'])) yield* partEvents(part, { ...at, content_index: content_index++ })
      break
    }
    case 'reasoning': {
      let summary_index = 0
      for (const part of objects(item['summary'])) yield* summaryEvents(part, { ...at, summary_index: summary_index++ })
      break
    }
    case 'function_call':
      yield* growing('response.function_call_arguments', 'arguments', String(item['arguments']), at)
      break
    case 'custom_tool_call':
      yield* growing('response.custom_tool_call_input', 'input', String(item['input']), at)
      break
    case 'code_interpreter_call':
      yield { type: 'response.code_interpreter_call.in_progress', ...at }
      yield* growing('response.code_interpreter_call_code', 'code', String(item['code']), at)
      for (const tick of ['interpreting', 'completed']) yield { type: `response.code_interpreter_call.${tick}`, ...at }
      break
    case 'web_search_call':
      for (const tick of ['in_progress', 'searching', 'completed']) yield { type: `response.web_search_call.${tick}`, ...at }
      break
    case 'shell_call':
      yield* shellEvents(item, output_index)
      break
    case 'image_generation_call':
      yield* imageEvents(item, at, partials)
      break
    default:
  }
  yield { type: 'response.output_item.done', output_index, item }
}

/** The events of shell commands, which name no item. */
function* shellEvents(item: JsonObject, output_index: number): Iterable<JsonObject> {
  const { commands } = actionOf(item)
  for (const [command_index, command] of (Array.isArray(commands) ? commands.map(String) : []).entries()) {
    const at = { command_index, output_index }
    yield { type: 'response.shell_call_command.added', ...at, command: '' }
    for (const delta of pieces(command)) yield { type: 'response.shell_call_command.delta', ...at, delta }
    yield { type: 'response.shell_call_command.done', ...at, command }
  }
}

function actionOf({ action }: JsonObject): JsonObject {
  return isJsonObject(action) ? action : {}
}

function* imageEvents(item: JsonObject, at: JsonObject, partials: number): Iterable<JsonObject> {
  for (const tick of ['in_progress', 'generating']) yield { type: `response.image_generation_call.${tick}`, ...at }
  for (let i = 0; i < partials; i++)
    yield {
      type: 'response.image_generation_call.partial_image',
      ...at,
      partial_image_index: i,
      partial_image_b64: item['result'] ?? '',
      output_format: item['output_format'] ?? 'png',
    }
  yield { type: 'response.image_generation_call.completed', ...at }
}

/** An item as it is announced, without content. */
function begin(item: JsonObject): JsonObject {
  switch (item['type']) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] }
    case 'reasoning':
      return { ...item, summary: [] }
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' }
    case 'custom_tool_call':
      return { ...item, status: 'in_progress', input: '' }
    case 'shell_call':
      return { ...item, status: 'in_progress', action: { ...actionOf(item), commands: [] } }
    case 'code_interpreter_call':
      return { ...item, status: 'in_progress', code: '', outputs: null }
    case 'image_generation_call':
      return { ...item, status: 'in_progress', result: null }
    default:
      return { ...item, status: 'in_progress' }
  }
}

function* partEvents(part: JsonObject, at: JsonObject): Iterable<JsonObject> {
  if (part['type'] === 'refusal') {
    yield { type: 'response.content_part.added', ...at, part: { ...part, refusal: '' } }
    yield* growing('response.refusal', 'refusal', String(part['refusal']), at)
  } else {
    const logprobs = objects(part['logprobs'])
    yield { type: 'response.content_part.added', ...at, part: { ...part, annotations: [], logprobs: [], text: '' } }
    const text = String(part['text'])
    let first = 0
    for (const delta of pieces(text)) {
      yield { type: 'response.output_text.delta', ...at, delta, logprobs: logprobs.slice(first, first + size) }
      first += size
    }
    let annotation_index = 0
    for (const annotation of objects(part['annotations']))
      yield { type: 'response.output_text.annotation.added', ...at, annotation_index: annotation_index++, annotation }
    yield { type: 'response.output_text.done', ...at, text, logprobs }
  }
  yield { type: 'response.content_part.done', ...at, part }
}

function* summaryEvents(part: JsonObject, at: JsonObject): Iterable<JsonObject> {
  yield { type: 'response.reasoning_summary_part.added', ...at, part: { type: 'summary_text', text: '' } }
  yield* growing('response.reasoning_summary_text', 'text', String(part['text']), at)
  yield { type: 'response.reasoning_summary_part.done', ...at, part }
}

/** The deltas of a text, and then the whole text. */
function* growing(type: string, key: string, text: string, at: JsonObject): Iterable<JsonObject> {
  for (const delta of pieces(text)) yield { type: `${type}.delta`, ...at, delta }
  yield { type: `${type}.done`, ...at, [key]: text }
}

function* pieces(text: string): Iterable<string> {
  const tokens = splitTokens(text)
  for (let i = 0; i < tokens.length; i += size) yield tokens.slice(i, i + size).join('')
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
