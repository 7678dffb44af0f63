import { at, items, number, text } from '../json/access.ts'
import type { Json } from '../json/json.ts'
import type { Frame } from './frame.ts'
import { faultsIn, type Rule } from './faults-in.ts'

const message: Readonly<Record<string, Rule>> = {
  id: 'text',
  type: 'is message',
  role: 'is assistant',
  model: 'text',
  content: 'list',
  stop_reason: 'text or null',
  stop_sequence: 'text or null',
  usage: 'object',
}
const blocks: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  text: { text: 'there' },
  tool_use: { id: 'text', name: 'text', input: 'object' },
  thinking: { thinking: 'there', signature: 'there' },
  redacted_thinking: { data: 'text' },
}
const deltas: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
}

/** Faults of a message as a document. */
export function documentFaults(document: Json): readonly string[] {
  return [
    ...faultsIn(document, '', { ...message, stop_reason: 'text' }),
    ...faultsIn(at(document, 'usage'), '/usage', { input_tokens: 'count', output_tokens: 'count' }),
    ...items(at(document, 'content')).flatMap((block, index) =>
      faultsIn(block, `/content/${index}`, { type: 'text', ...blocks[text(at(block, 'type')) ?? ''] }),
    ),
  ]
}

/** Faults of the events of a stream: their order, their indexes, and their members. */
export function streamFaults(frames: readonly Frame[]): readonly string[] {
  const faults: string[] = []
  const seen: string[] = []
  let open: { readonly index: number; readonly type: string } | undefined
  let next = 0
  for (const [place, { event, data }] of frames.entries()) {
    const type = text(at(data, 'type')) ?? ''
    const where = `event ${place}`
    const claim = (isMet: boolean, fault: string): void => void (isMet || faults.push(`${where}, ${type}: ${fault}`))
    claim(event === type, `its name is ${event}`)
    if (type === 'ping') continue
    claim(!seen.includes('message_stop'), 'comes behind message_stop')
    claim((seen.length === 0) === (type === 'message_start'), seen.length === 0 ? 'comes before message_start' : 'comes twice')
    const index = number(at(data, 'index'))
    const block = text(at(data, 'content_block', 'type')) ?? ''
    if (type === 'message_start')
      faults.push(
        ...faultsIn(at(data, 'message'), where, message),
        ...faultsIn(at(data, 'message', 'usage'), where, { input_tokens: 'count' }),
      )
    else if (type === 'content_block_start') {
      claim(open === undefined, 'the block before it is still open')
      claim(index === next, `its index is ${index}, and ${next} comes next`)
      open = { index: index ?? next, type: block }
      next++
    } else if (type === 'content_block_delta') {
      claim(open !== undefined && open.index === index, `block ${index} is not open`)
      const kinds = deltas[open?.type ?? '']
      const delta = text(at(data, 'delta', 'type')) ?? ''
      claim(kinds?.includes(delta) ?? true, `${delta} in a block of type ${open?.type}`)
    } else if (type === 'content_block_stop') {
      claim(open !== undefined && open.index === index, `block ${index} is not open`)
      open = undefined
    } else if (type === 'message_delta') {
      claim(open === undefined, 'a block is still open')
      faults.push(...faultsIn(at(data, 'delta'), where, { stop_reason: 'text' }))
      faults.push(...faultsIn(at(data, 'usage'), where, { output_tokens: 'count' }))
    } else if (type === 'message_stop') claim(seen.includes('message_delta'), 'comes before message_delta')
    seen.push(type)
  }
  return seen.includes('message_stop') ? faults : [...faults, 'the stream has no message_stop']
}
