import { at, items, text } from '../../json/access.ts'
import type { Json } from '../../json/json.ts'
import { refuseNames } from '../refuse-names.ts'

/** Rules of OpenAI's Responses that a request breaks. */
export function refuses(body: Json): readonly string[] {
  const rules: string[] = []
  const input = at(body, 'input')
  if (input === undefined && at(body, 'previous_response_id') === undefined && at(body, 'prompt') === undefined)
    rules.push('input is missing')
  const functions = items(at(body, 'tools')).filter((tool) => at(tool, 'type') === 'function')
  rules.push(
    ...refuseNames(
      functions.flatMap((tool) => text(at(tool, 'name')) ?? []),
      /^[a-zA-Z0-9_-]{1,64}$/,
    ),
  )
  const calls = new Set<string>()
  const answered = new Set<string>()
  for (const item of items(input)) {
    const type = text(at(item, 'type')) ?? ''
    const id = text(at(item, 'call_id')) ?? ''
    if (type === 'function_call' || type === 'custom_tool_call') {
      if (calls.has(id)) rules.push(`call_id ${id} comes twice`)
      calls.add(id)
      if (text(at(item, 'name')) === undefined) rules.push('a function_call has no name')
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      if (!calls.has(id)) rules.push(`no tool call found for function call output ${id}`)
      if (answered.has(id)) rules.push(`duplicate function_call_output for ${id}`)
      answered.add(id)
    }
  }
  for (const id of calls) if (!answered.has(id)) rules.push(`no tool output found for function call ${id}`)
  return rules
}
