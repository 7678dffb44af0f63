import { isText, object, objects, shown } from './loose.ts'
import type { Loose } from './loose.ts'
import { readSse } from './read-sse.ts'

interface Choice {
  spoke: boolean
  finished: boolean
  readonly calls: Set<unknown>
}

/** Breaches that would stop a strict reader of Chat Completions streams. https://platform.openai.com/docs/api-reference/chat-streaming */
export function checkChatStream(text: string): readonly string[] {
  const breaches: string[] = []
  const choices = new Map<unknown, Choice>()
  let id: unknown
  let phase = 'open' as 'open' | 'done' | 'failed' // widened: closures would narrow it
  readSse(text).forEach(({ event, data }, number) => {
    const say = (what: string): number => breaches.push(`frame ${number}: ${what}`)
    if (event !== undefined) say('has an event line')
    if (phase !== 'open') return say(`comes after the stream is ${phase}`)
    if (data === '[DONE]') {
      phase = 'done'
      for (const [index, choice] of choices) if (!choice.finished) say(`choice ${shown(index)} has no finish_reason`)
      return
    }
    const chunk = parse(data)
    if (chunk['error'] !== undefined && chunk['choices'] === undefined) {
      phase = 'failed'
      if (!isText(object(chunk['error'])['message'])) say('an error without a message')
      return
    }
    if (chunk['object'] !== 'chat.completion.chunk') say('is no chat.completion.chunk')
    id ??= chunk['id']
    if (chunk['id'] !== id) say('changes the id')
    if (!Array.isArray(chunk['choices'])) say('has no choices')
    for (const choice of objects(chunk['choices'])) checkChoice(choice, choices, say)
  })
  if (phase === 'open') breaches.push('the stream has no end')
  if (phase === 'done' && choices.size === 0) breaches.push('no choice ever spoke')
  return breaches
}

function checkChoice(wire: Loose, choices: Map<unknown, Choice>, say: (what: string) => number): void {
  const index = wire['index']
  const delta = object(wire['delta'])
  const choice = choices.get(index) ?? { spoke: false, finished: false, calls: new Set<unknown>() }
  choices.set(index, choice)
  if (!Number.isInteger(index)) say('a choice without an index')
  if (!choice.spoke && delta['role'] !== 'assistant') say('the first chunk of a choice has no role')
  choice.spoke = true
  const speaks = isText(delta['content']) || isText(delta['refusal']) || delta['tool_calls'] !== undefined
  if (choice.finished && speaks) say('content after the finish_reason')
  for (const call of objects(delta['tool_calls'])) {
    if (!choice.calls.has(call['index'])) {
      if (call['index'] !== choice.calls.size) say(`call index ${shown(call['index'])} where ${choice.calls.size} is the next`)
      if (!isText(call['id']) || !isText(call['type'])) say('the first fragment of a call has no id or type')
      if (!isText(object(call['function'])['name'] ?? object(call['custom'])['name'])) say('the first fragment of a call has no name')
      choice.calls.add(call['index'])
    }
  }
  if (isText(wire['finish_reason'])) {
    if (choice.finished) say('a second finish_reason')
    choice.finished = true
  }
}

function parse(data: string): Loose {
  try {
    return object(JSON.parse(data))
  } catch {
    return {}
  }
}
