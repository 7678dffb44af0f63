import { checkResponsesResponse } from './check-responses-response.ts'
import { isText, object, objects, shown } from './loose.ts'
import type { Loose } from './loose.ts'
import { readSse } from './read-sse.ts'
import { responsesItemOfEvent } from './responses-item-of-event.ts'

interface Item {
  readonly type: unknown
  readonly id: unknown
  readonly callId: unknown
  /** Text of each part by kind and index, as its deltas gave it. */
  readonly texts: Map<string, string>
  done?: Loose
}

interface State {
  readonly items: Item[]
  readonly say: (what: string) => void
}

const terminal: Readonly<Record<string, string>> = {
  'response.completed': 'completed',
  'response.incomplete': 'incomplete',
  'response.failed': 'failed',
}

/** Breaches that would stop a strict reader of Responses streams. https://platform.openai.com/docs/api-reference/responses-streaming */
export function checkResponsesStream(text: string): readonly string[] {
  const breaches: string[] = []
  const items: Item[] = []
  let last = -1
  let phase = 'before' as 'before' | 'open' | 'failing' | 'ended' // widened: closures would narrow it
  readSse(text).forEach(({ event, data }, number) => {
    const say = (what: string): void => void breaches.push(`frame ${number} (${event}): ${what}`)
    const wire = parse(data)
    const type = shown(wire['type'])
    if (event !== type) say(event === undefined ? 'no event line' : `its data is of type ${type}`)
    if (phase === 'ended') return say('comes after the end')
    if (type === 'keepalive') return
    const at = wire['sequence_number']
    if (typeof at !== 'number') say('no sequence_number')
    else if (at <= last) say(`sequence_number ${at} after ${last}`)
    else last = at
    if (type === 'error') {
      phase = 'failing'
      return checkError(wire, say)
    }
    if (phase === 'failing' && type !== 'response.failed') say('only response.failed may follow an error')
    if (phase === 'before' && type !== 'response.created' && type !== 'response.failed') say('comes before response.created')
    if (phase === 'open' && type === 'response.created') say('the second response.created')
    if (phase === 'before') phase = 'open'
    if (terminal[type] !== undefined) {
      phase = 'ended'
      return checkEnd(object(wire['response']), terminal[type], { items, say })
    }
    checkEvent(type, wire, { items, say })
  })
  if (phase !== 'ended' && phase !== 'failing') breaches.push('the stream has no end')
  return breaches
}

/** Checks that an error event has both forms: some clients read it flat, others nested. */
function checkError(wire: Loose, say: State['say']): void {
  const nested = object(wire['error'])
  if (!isText(wire['message']) && !isText(nested['message'])) say('an error without a message')
}

function checkEvent(type: string, wire: Loose, state: State): void {
  const { items, say } = state
  const index = Number(wire['output_index'])
  switch (type) {
    case 'response.created':
    case 'response.queued':
    case 'response.in_progress':
      if (!Array.isArray(object(wire['response'])['output'])) say('a snapshot without output')
      return
    case 'response.output_item.added': {
      const item = object(wire['item'])
      if (index !== items.length) say(`output_index ${index} where ${items.length} is the next`)
      if (!isText(item['id']) || item['id'] === '') say('an item without an id')
      if (items.some(({ id }) => id === item['id'])) say('two items have the same id')
      items[index] = { type: item['type'], id: item['id'], callId: item['call_id'], texts: new Map() }
      return
    }
    case 'response.output_item.done':
      return checkDone(items[index], object(wire['item']), say)
    default: {
      const expected = responsesItemOfEvent(type)
      if (expected === undefined) return
      const item = items[index]
      if (item === undefined) return say(`item ${index} was never added`)
      if (item.done !== undefined) return say(`item ${index} is done`)
      if ('item_id' in wire && wire['item_id'] !== item.id) say(`item_id is not that of item ${index}`)
      if (!expected.includes(shown(item.type))) say(`belongs to no ${shown(item.type)}`)
      checkText(type, wire, item, say)
    }
  }
}

/** Checks that `done` repeats the text of the deltas, and that a part is added in its place before its deltas. */
function checkText(type: string, wire: Loose, item: Item, say: State['say']): void {
  const [, kind = '', step] = /^response\.(.+)\.(added|delta|done)$/.exec(type) ?? []
  const place = Number(wire['summary_index'] ?? wire['content_index'] ?? wire['command_index'] ?? 0)
  const group = 'summary_index' in wire ? 'summary' : 'content'
  if (kind === 'content_part' || kind === 'reasoning_summary_part') {
    const part = `${group} part ${place}`
    const known = [...item.texts.keys()].filter((key) => key.startsWith(`${group} part `)).length
    if (step === 'added' && place !== known) say(`${part} where ${known} is the next`)
    if (step === 'added') item.texts.set(part, '')
    return
  }
  const key = `${kind} ${place}`
  if (['output_text', 'refusal', 'reasoning_text', 'reasoning_summary_text'].includes(kind) && !item.texts.has(`${group} part ${place}`))
    say(`${group} part ${place} was never added`)
  if (step === 'delta' && isText(wire['delta'])) item.texts.set(key, (item.texts.get(key) ?? '') + wire['delta'])
  if (step !== 'done') return
  const whole = wire['text'] ?? wire['refusal'] ?? wire['arguments'] ?? wire['input'] ?? wire['code']
  if (isText(whole) && whole !== (item.texts.get(key) ?? '')) say('does not say what its deltas said')
}

function checkDone(item: Item | undefined, wire: Loose, say: State['say']): void {
  if (item === undefined) return say('the item was never added')
  if (item.done !== undefined) say('the item is done twice')
  if (wire['type'] !== item.type) say(`a ${shown(item.type)} ends as ${shown(wire['type'])}`)
  if (wire['id'] !== item.id) say('the item changes its id')
  if (item.callId !== undefined && wire['call_id'] !== item.callId) say('the item changes its call_id')
  item.done = wire
}

function checkEnd(response: Loose, status: string, { items, say }: State): void {
  if (response['status'] !== status) say(`a response that is ${shown(response['status'])}`)
  for (const breach of checkResponsesResponse(response)) say(breach)
  if (status === 'failed') return
  const output = objects(response['output'])
  items.forEach((item, index) => {
    if (item.done === undefined) say(`item ${index} is not done`)
    // Some servers send an empty output, which contradicts no item.
    else if (output.length > 0 && (output[index]?.['type'] !== item.type || output[index]?.['id'] !== item.id))
      say(`the snapshot has another item ${index}`)
  })
  if (output.length > items.length) say('the snapshot has items that were never told')
}

function parse(data: string): Loose {
  try {
    return object(JSON.parse(data))
  } catch {
    return {}
  }
}
