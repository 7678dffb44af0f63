import { isText, object, objects, shown } from './loose.ts'
import type { Loose } from './loose.ts'

const legalName = /^[A-Za-z0-9_-]{1,128}$/
const legalFormatName = /^[A-Za-z0-9_-]{1,64}$/
const prefixes: Readonly<Record<string, string>> = { reasoning: 'rs_', message: 'msg_', function_call: 'fc_', custom_tool_call: 'ctc_' }
/** Types of calls that the caller answers → type of the answering item. */
const answered: Readonly<Record<string, string>> = {
  function_call_output: 'function_call',
  custom_tool_call_output: 'custom_tool_call',
  shell_call_output: 'shell_call',
  apply_patch_call_output: 'apply_patch_call',
  computer_call_output: 'computer_call',
}

/**
 * Breaches of OpenAI's rules for a Responses request that its schema does not state.
 * https://platform.openai.com/docs/api-reference/responses/create
 */
export function checkResponsesRequest(body: unknown): readonly string[] {
  const request = object(body)
  const items = objects(request['input'])
  const breaches: string[] = []
  const chained = [request['previous_response_id'], request['conversation'], request['prompt']].some(
    (id) => id !== undefined && id !== null,
  )
  if (!isText(request['input']) && items.length === 0 && !chained) breaches.push('input is empty')
  if (request['previous_response_id'] && request['conversation']) breaches.push('previous_response_id and conversation')
  checkPairing(items, chained, breaches)
  items.forEach((item, i) => checkItem(item, items[i + 1], i, breaches))
  items.forEach(({ type }, i) => {
    if (type === 'compaction_trigger' && i !== items.length - 1) breaches.push(`input.${i}: a compaction_trigger that is not the last item`)
    if (type === 'item_reference' && request['store'] === false) breaches.push(`input.${i}: a reference to what was not stored`)
  })
  checkTools(request, items, breaches)
  checkOptions(request, breaches)
  return breaches
}

/** Checks that each output has its call before it, and each call its output after it. */
function checkPairing(items: readonly Loose[], chained: boolean, breaches: string[]): void {
  const open = new Map<string, number>()
  const seen = new Set<string>()
  items.forEach((item, i) => {
    const type = shown(item['type'])
    const asked = answered[type]
    const id = item['call_id']
    if (asked !== undefined) {
      const key = `${asked} ${shown(id)}`
      if (!seen.has(key) && !chained) breaches.push(`input.${i}: a ${type} answers no call`)
      else if (seen.has(key) && !open.has(key)) breaches.push(`input.${i}: a call is answered twice`)
      open.delete(key)
    } else if (Object.values(answered).includes(type)) {
      const key = `${type} ${shown(id)}`
      if (!isText(id) || id === '' || id.length > 64) breaches.push(`input.${i}: an illegal call_id`)
      if (seen.has(key)) breaches.push(`input.${i}: two calls have the same call_id`)
      seen.add(key)
      open.set(key, i)
    }
  })
  for (const [, i] of open) breaches.push(`input.${i}: a call has no output`)
}

function checkItem(item: Loose, next: Loose | undefined, i: number, breaches: string[]): void {
  const say = (what: string): number => breaches.push(`input.${i}: ${what}`)
  const type = shown(item['type'] ?? (item['role'] === undefined ? undefined : 'message'))
  const id = item['id']
  const prefix = prefixes[type]
  if (isText(id) && prefix !== undefined && item['role'] !== 'user' && !id.startsWith(prefix)) say(`an id of a ${type} that is none`)
  if (isText(id) && id === '') say('an empty id')
  switch (type) {
    case 'message':
      return checkMessage(item, say)
    case 'reasoning':
      if (!Array.isArray(item['summary'])) say('reasoning without a summary')
      if (next === undefined || isUserSide(next)) say('reasoning without the item that followed it')
      return
    case 'function_call':
      if (!isText(item['name']) || !isText(item['arguments'])) say('a function_call without name or arguments')
      return
    case 'custom_tool_call':
      if (!isText(item['name']) || !isText(item['input'])) say('a custom_tool_call without name or input')
      return
    case 'function_call_output':
    case 'custom_tool_call_output':
      if (!isText(item['output']) && !Array.isArray(item['output'])) say('an output that is neither text nor parts')
      for (const part of objects(item['output'])) checkPart(part, 'input', say)
      return
    default:
      return
  }
}

function isUserSide({ type, role }: Loose): boolean {
  return shown(type).endsWith('_output') || (role !== undefined && role !== 'assistant')
}

function checkMessage(item: Loose, say: (what: string) => number): void {
  const { role, content } = item
  if (!['user', 'assistant', 'system', 'developer'].includes(shown(role))) say(`a message of role ${shown(role)}`)
  if (!isText(content) && !Array.isArray(content)) say('a message without content')
  if (Array.isArray(content) && content.length === 0 && role !== 'assistant') say('an empty list of parts')
  for (const part of objects(content)) checkPart(part, role === 'assistant' ? 'output' : 'input', say)
}

function checkPart(part: Loose, side: 'input' | 'output', say: (what: string) => number): void {
  const type = shown(part['type'])
  if (side === 'output' ? type.startsWith('input_') : type.startsWith('output_') || type === 'refusal') say(`a ${type} on the wrong side`)
  if (type.endsWith('_text') && !isText(part['text'])) say(`a ${type} without text`)
  const sources = { input_image: ['image_url', 'file_id'], input_file: ['file_data', 'file_id', 'file_url'] }[type]
  if (sources !== undefined && sources.filter((key) => isText(part[key])).length !== 1) say(`a ${type} without exactly one source`)
  if (isText(part['file_data']) && !part['file_data'].startsWith('data:')) say('file_data that is no data URL')
}

function checkTools(request: Loose, items: readonly Loose[], breaches: string[]): void {
  const added = items
    .filter(({ type }) => type === 'additional_tools' || type === 'tool_search_output')
    .flatMap(({ tools }) => objects(tools))
  const tools = [...objects(request['tools']), ...added]
  // The interface document nests a function as Chat Completions does.
  const named = (tool: Loose): unknown => tool['name'] ?? object(tool['function'])['name']
  const own = objects(request['tools']).filter(({ type }) => type === 'function' || type === 'custom')
  const names = own.map(named)
  for (const name of names) if (!isText(name) || !legalName.test(name)) breaches.push('an illegal tool name')
  if (new Set(names).size !== names.length) breaches.push('two tools have the same name')
  const choice = object(request['tool_choice'])
  const known = tools.flatMap((tool) => (tool['type'] === 'namespace' ? objects(tool['tools']).map(named) : [named(tool)]))
  if ((choice['type'] === 'function' || choice['type'] === 'custom') && !known.includes(named(choice)))
    breaches.push('tool_choice names a tool that is not declared')
  if (request['tool_choice'] === 'required' && tools.length === 0) breaches.push('tool_choice without tools')
}

function checkOptions(request: Loose, breaches: string[]): void {
  const between = (key: string, low: number, high: number): void => {
    const value = request[key]
    if (typeof value === 'number' && (value < low || value > high)) breaches.push(`${key} is not between ${low} and ${high}`)
  }
  between('max_output_tokens', 16, Infinity)
  between('temperature', 0, 2)
  between('top_p', 0, 1)
  between('top_logprobs', 0, 20)
  const format = object(object(request['text'])['format'])
  if (format['type'] === 'json_schema' && (!isText(format['name']) || !legalFormatName.test(format['name'])))
    breaches.push('text.format has no legal name')
  const metadata = Object.entries(object(request['metadata']))
  if (metadata.length > 16) breaches.push('more than 16 pairs of metadata')
  for (const [key, value] of metadata)
    if (key.length > 64 || !isText(value) || value.length > 512) breaches.push('a pair of metadata that is too long')
  const person = request['safety_identifier']
  if (isText(person) && person.length > 64) breaches.push('safety_identifier is longer than 64 characters')
}
