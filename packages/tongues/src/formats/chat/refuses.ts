import { at, items, text } from '../../json/access.ts'
import type { Json } from '../../json/json.ts'
import { refuseNames } from '../refuse-names.ts'

/** Rules of OpenAI's Chat Completions that a request breaks. */
export function refuses(body: Json): readonly string[] {
  const rules: string[] = []
  const messages = items(at(body, 'messages'))
  if (messages.length === 0) rules.push('messages is empty')
  const names = items(at(body, 'tools')).flatMap((tool) => text(at(tool, 'function', 'name')) ?? [])
  rules.push(...refuseNames(names, /^[a-zA-Z0-9_-]{1,64}$/))
  let open: string[] = []
  for (const message of messages) {
    if (at(message, 'role') === 'tool') {
      const id = text(at(message, 'tool_call_id')) ?? ''
      const place = open.indexOf(id)
      if (place === -1) rules.push(`the tool message of ${id} follows no such tool_calls`)
      else open.splice(place, 1)
      continue
    }
    if (open.length > 0) rules.push(`tool_calls ${open[0] ?? ''} is not followed by its tool message`)
    open = items(at(message, 'tool_calls')).map((call) => text(at(call, 'id')) ?? '')
    const content = at(message, 'content')
    const isEmpty = content === undefined || content === null
    if (isEmpty && open.length === 0 && text(at(message, 'refusal')) === undefined) rules.push('a message has no content')
  }
  if (open.length > 0) rules.push(`tool_calls ${open[0] ?? ''} is not followed by its tool message`)
  if (at(body, 'tool_choice') !== undefined && items(at(body, 'tools')).length === 0) rules.push('tool_choice without tools')
  return rules
}
