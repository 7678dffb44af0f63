import { isText, object, objects, shown } from './loose.ts'
import type { Loose } from './loose.ts'

const legalName = /^[A-Za-z0-9_-]{1,64}$/
const userParts = new Set(['text', 'image_url', 'input_audio', 'file'])

/**
 * Breaches of OpenAI's rules for a Chat Completions request that its schema does not state.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export function checkChatRequest(body: unknown): readonly string[] {
  const request = object(body)
  const messages = objects(request['messages'])
  const breaches: string[] = []
  if (messages.length === 0) breaches.push('messages is empty')
  checkPairing(messages, breaches)
  messages.forEach((message, i) => checkContent(message, i, breaches))
  checkTools(request, breaches)
  const stop = request['stop']
  if (Array.isArray(stop) && stop.length > 4) breaches.push(`${stop.length} stop sequences where 4 are allowed`)
  for (const key of ['safety_identifier', 'user']) {
    const value = request[key]
    if (isText(value) && key === 'safety_identifier' && value.length > 64) breaches.push(`${key} is longer than 64 characters`)
  }
  const format = object(request['response_format'])
  if (format['type'] === 'json_schema') {
    const name = object(format['json_schema'])['name']
    if (!isText(name) || !legalName.test(name)) breaches.push('response_format has no legal name')
  }
  if (request['logprobs'] !== true && typeof request['top_logprobs'] === 'number') breaches.push('top_logprobs without logprobs')
  return breaches
}

/** After an assistant message with calls, one tool message for each call, before anything else. */
function checkPairing(messages: readonly Loose[], breaches: string[]): void {
  let open = new Set<unknown>()
  messages.forEach((message, i) => {
    if (message['role'] === 'tool') {
      const id = message['tool_call_id']
      if (!open.delete(id)) breaches.push(`messages.${i}: a tool message answers no open call`)
      if (isText(id) && id.length > 64) breaches.push(`messages.${i}: a call id longer than 64 characters`)
      return
    }
    if (open.size > 0) breaches.push(`messages.${i}: comes before the results of ${open.size} calls`)
    open = new Set(objects(message['tool_calls']).map(({ id }) => id))
    if (open.size !== objects(message['tool_calls']).length) breaches.push(`messages.${i}: two calls have the same id`)
  })
  if (open.size > 0) breaches.push(`${open.size} calls have no result`)
}

function checkContent(message: Loose, i: number, breaches: string[]): void {
  const { role, content } = message
  const parts = objects(content)
  const say = (what: string): number => breaches.push(`messages.${i}: ${what}`)
  if (Array.isArray(content) && content.length === 0) say('an empty list of parts')
  if (role === 'assistant') {
    const speaks = ['tool_calls', 'refusal', 'audio', 'function_call', 'reasoning_content', 'reasoning_details', 'reasoning'].some(
      (key) => message[key] !== undefined && message[key] !== null,
    )
    if ((content === null || content === undefined) && !speaks) say('an assistant message without content')
    if (Array.isArray(message['tool_calls']) && message['tool_calls'].length === 0) say('tool_calls is empty')
    for (const { type } of parts) if (type !== 'text' && type !== 'refusal') say(`an assistant part of type ${shown(type)}`)
    for (const call of objects(message['tool_calls'])) {
      const args = object(call['function'])['arguments'] ?? object(call['custom'])['input']
      if (!isText(args)) say('call arguments that are no text')
      if (!isText(call['id']) || !isText(call['type'])) say('a call without id or type')
    }
    return
  }
  if (!isText(content) && !Array.isArray(content)) say(`a ${shown(role)} message without content`)
  for (const { type } of parts) {
    if (role === 'user' ? !userParts.has(shown(type)) : type !== 'text') say(`a part of type ${shown(type)} in a ${shown(role)} message`)
  }
}

function checkTools(request: Loose, breaches: string[]): void {
  const tools = objects(request['tools'])
  if (Array.isArray(request['tools']) && tools.length === 0) breaches.push('tools is empty')
  // Servers of other vendors take hosted tools here, under their own types and without a name.
  const own = tools.filter(({ type }) => type === 'function' || type === 'custom' || type === undefined)
  const names = own.map((tool) => object(tool['function'])['name'] ?? object(tool['custom'])['name'])
  for (const name of names) if (!isText(name) || !legalName.test(name)) breaches.push('an illegal tool name')
  if (new Set(names).size !== names.length) breaches.push('two tools have the same name')
  const choice = request['tool_choice']
  if (choice !== undefined && tools.length === 0 && choice !== 'none' && choice !== 'auto') breaches.push('tool_choice without tools')
  const forced = object(object(choice)['function'])['name'] ?? object(object(choice)['custom'])['name']
  if (forced !== undefined && !names.includes(forced)) breaches.push('tool_choice names a tool that is not declared')
  if (request['parallel_tool_calls'] !== undefined && tools.length === 0) breaches.push('parallel_tool_calls without tools')
}
