import { at, items, number, text } from '../../json/access.ts'
import type { Json } from '../../json/json.ts'
import { refuseNames } from '../refuse-names.ts'

/** Rules of Anthropic's API that a request breaks. */
export function refuses(body: Json): readonly string[] {
  const rules: string[] = []
  const turns = items(at(body, 'messages'))
  const model = text(at(body, 'model')) ?? ''
  if ((number(at(body, 'max_tokens')) ?? 0) < 1) rules.push('max_tokens is required')
  if (turns.length === 0) rules.push('messages is empty')
  if (turns.length > 0 && at(turns[0], 'role') !== 'user') rules.push('the first message is not the user’s')
  const budget = number(at(body, 'thinking', 'budget_tokens'))
  if (budget !== undefined && (budget < 1024 || budget >= (number(at(body, 'max_tokens')) ?? 0)))
    rules.push('budget_tokens is below 1024 or not below max_tokens')
  const sampled = at(body, 'temperature') !== undefined && at(body, 'top_p') !== undefined
  if (sampled && /claude-(opus-4-[1-9]|sonnet-4-5|haiku-4-5)/.test(model))
    rules.push('temperature and top_p cannot both be specified for this model')
  rules.push(
    ...refuseNames(
      items(at(body, 'tools')).flatMap((tool) => text(at(tool, 'name')) ?? []),
      /^[a-zA-Z0-9_-]{1,128}$/,
    ),
  )
  for (const tool of items(at(body, 'tools')))
    if (at(tool, 'input_schema') !== undefined && at(tool, 'input_schema', 'type') !== 'object')
      rules.push('input_schema.type is not object')
  return [...rules, ...refuseTurns(turns)]
}

function refuseTurns(turns: readonly Json[]): readonly string[] {
  const rules: string[] = []
  const ids = new Set<string>()
  let open: readonly string[] = []
  // Turns of one role in a row are one turn to the vendor.
  const joined: { readonly role: Json | undefined; readonly blocks: Json[] }[] = []
  for (const turn of turns) {
    const content = at(turn, 'content')
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : items(content)
    const last = joined.at(-1)
    if (last !== undefined && last.role === at(turn, 'role')) last.blocks.push(...blocks)
    else joined.push({ role: at(turn, 'role'), blocks: [...blocks] })
  }
  for (const [index, { role, blocks }] of joined.entries()) {
    if (blocks.length === 0 && index < joined.length - 1) rules.push('a message is empty')
    if (blocks.some((block) => at(block, 'type') === 'text' && at(block, 'text') === ''))
      rules.push('text content blocks must be non-empty')
    const results = blocks.filter((block) => at(block, 'type') === 'tool_result').map((block) => text(at(block, 'tool_use_id')) ?? '')
    for (const id of open) if (!results.includes(id)) rules.push(`tool_use ${id} has no tool_result in the next message`)
    for (const [place, id] of results.entries()) {
      if (!open.includes(id)) rules.push(`tool_result ${id} has no tool_use in the message before`)
      if (results.indexOf(id) !== place) rules.push(`tool_use ${id} has two results`)
    }
    const firstOther = blocks.findIndex((block) => at(block, 'type') !== 'tool_result')
    const lastResult = blocks.findLastIndex((block) => at(block, 'type') === 'tool_result')
    if (open.length > 0 && firstOther !== -1 && firstOther < lastResult) rules.push('tool_result blocks come after other content')
    open =
      role === 'assistant' ? blocks.filter((block) => at(block, 'type') === 'tool_use').map((block) => text(at(block, 'id')) ?? '') : []
    for (const id of open) {
      if (ids.has(id)) rules.push(`tool_use ids must be unique: ${id}`)
      if (!/^[a-zA-Z0-9_-]+$/.test(id)) rules.push(`tool_use id ${JSON.stringify(id)} is not of [a-zA-Z0-9_-]`)
      ids.add(id)
    }
  }
  if (open.length > 0) rules.push(`tool_use ${open[0] ?? ''} has no tool_result`)
  return rules
}
