import { isText, object, objects, shown } from './loose.ts'
import type { Loose } from './loose.ts'

const legalId = /^[A-Za-z0-9_-]+$/
const legalName = /^[A-Za-z0-9_-]{1,128}$/

/** Breaches of Anthropic's rules for a Messages request that its schema does not state. https://platform.claude.com/docs/en/api/messages */
export function checkMessagesRequest(body: unknown): readonly string[] {
  const request = object(body)
  const messages = objects(request['messages'])
  const breaches: string[] = []
  if (messages.length === 0) breaches.push('messages is empty')
  if (typeof request['max_tokens'] !== 'number') breaches.push('max_tokens is missing')
  checkPairing(messages, breaches)
  checkBlocks([...blocksOf(request['system']), ...messages.flatMap(({ content }) => deepBlocks(content))], breaches)
  checkTools(request, messages, breaches)
  checkThinking(request, breaches)
  const marks = countMarks(request)
  if (marks > 4) breaches.push(`${marks} cache marks where 4 are allowed`)
  return breaches
}

function blocksOf(content: unknown): readonly Loose[] {
  return objects(content)
}

function deepBlocks(content: unknown): readonly Loose[] {
  return blocksOf(content).flatMap((block) => (block['type'] === 'tool_result' ? [block, ...blocksOf(block['content'])] : [block]))
}

function checkPairing(messages: readonly Loose[], breaches: string[]): void {
  const ids = new Set<unknown>()
  messages.forEach((message, i) => {
    const blocks = blocksOf(message['content'])
    const results = blocks.filter(({ type }) => type === 'tool_result')
    if (message['role'] === 'user') {
      const asked = new Set(
        blocksOf(messages[i - 1]?.['role'] === 'assistant' ? messages[i - 1]?.['content'] : undefined)
          .filter(({ type }) => type === 'tool_use')
          .map(({ id }) => id),
      )
      const answered = new Set(results.map(({ tool_use_id }) => tool_use_id))
      if (answered.size !== results.length) breaches.push(`messages.${i}: a call is answered twice`)
      for (const id of asked) if (!answered.has(id)) breaches.push(`messages.${i}: a tool_use of the turn before has no tool_result here`)
      for (const id of answered) if (!asked.has(id)) breaches.push(`messages.${i}: a tool_result answers no tool_use of the turn before`)
      if (blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result'))
        breaches.push(`messages.${i}: a tool_result stands after other content`)
      return
    }
    if (results.length > 0) breaches.push(`messages.${i}: a tool_result in a ${shown(message['role'])} message`)
    const calls = blocks.filter(({ type }) => type === 'tool_use')
    if (calls.length > 0 && messages[i + 1]?.['role'] !== 'user') breaches.push(`messages.${i}: no user message follows a tool_use`)
    for (const { id } of calls) {
      if (!isText(id) || !legalId.test(id)) breaches.push(`messages.${i}: an illegal tool_use id`)
      if (ids.has(id)) breaches.push(`messages.${i}: a tool_use id occurs twice`)
      ids.add(id)
    }
  })
}

function checkBlocks(blocks: readonly Loose[], breaches: string[]): void {
  for (const block of blocks) {
    if (block['type'] === 'text' && block['text'] === '') breaches.push('an empty text block')
    if (block['type'] === 'thinking' && !block['signature']) breaches.push('a thinking block without a signature')
    if ((block['type'] === 'thinking' || block['type'] === 'redacted_thinking') && block['cache_control'])
      breaches.push('a cache mark on thinking')
    if (block['type'] === 'tool_use' && (typeof block['input'] !== 'object' || block['input'] === null || Array.isArray(block['input']))) {
      breaches.push('a tool_use input that is no object')
    }
  }
}

function checkTools(request: Loose, messages: readonly Loose[], breaches: string[]): void {
  const tools = objects(request['tools'])
  const names: readonly unknown[] = tools.map(({ name }) => name).filter((name) => name !== undefined)
  if (new Set(names).size !== names.length) breaches.push('two tools have the same name')
  for (const name of names) if (!isText(name) || !legalName.test(name)) breaches.push('an illegal tool name')
  for (const tool of tools) {
    const plain = tool['type'] === undefined || tool['type'] === null || tool['type'] === 'custom'
    if (plain && object(tool['input_schema'])['type'] !== 'object') breaches.push('an input_schema that is no object schema')
  }
  const used = messages.some(({ content }) => blocksOf(content).some(({ type }) => type === 'tool_use' || type === 'tool_result'))
  if (used && tools.length === 0) breaches.push('tools are used and none is declared')
  const choice = object(request['tool_choice'])
  if (choice['type'] === 'tool' && !names.includes(choice['name'])) breaches.push('tool_choice names a tool that is not declared')
  if ((choice['type'] === 'any' || choice['type'] === 'tool') && tools.length === 0) breaches.push('tool_choice without tools')
  if (choice['type'] === 'none' && 'disable_parallel_tool_use' in choice) breaches.push('tool_choice none bears disable_parallel_tool_use')
}

function checkThinking(request: Loose, breaches: string[]): void {
  const thinking = object(request['thinking'])
  if (thinking['type'] !== 'enabled') return
  const budget = Number(thinking['budget_tokens'])
  if (!(budget >= 1024)) breaches.push('budget_tokens is below 1024')
  if (!(budget < Number(request['max_tokens']))) breaches.push('budget_tokens is not below max_tokens')
  const choice = object(request['tool_choice'])['type']
  if (choice === 'any' || choice === 'tool') breaches.push('a forced tool choice with manual thinking')
}

/** Counts marks at the top, on tools and on blocks, at any depth; a schema's property of that name does not count. */
function countMarks(request: Loose): number {
  const nodes = [
    request,
    ...objects(request['tools']),
    ...blocksOf(request['system']),
    ...objects(request['messages']).flatMap(({ content }) => deepBlocks(content)),
  ]
  return nodes.filter((node) => node['cache_control'] !== undefined && node['cache_control'] !== null).length
}
