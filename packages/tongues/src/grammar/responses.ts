import { at, items, number, text } from '../json/access.ts'
import type { Json } from '../json/json.ts'
import type { Frame } from './frame.ts'
import { faultsIn, type Rule } from './faults-in.ts'

const itemRules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  message: { id: 'text', role: 'is assistant', status: 'text', content: 'list' },
  function_call: { call_id: 'text', name: 'text', arguments: 'text' },
  reasoning: { id: 'text', summary: 'list' },
}

/** Faults of a response as a document. */
export function documentFaults(document: Json | undefined): readonly string[] {
  const usage = at(document, 'usage')
  const [input, output, total] = ['input_tokens', 'output_tokens', 'total_tokens'].map((name) => number(at(usage, name)) ?? 0)
  return [
    ...faultsIn(document, '', {
      id: 'text',
      object: 'is response',
      created_at: 'count',
      status: 'text',
      model: 'text',
      output: 'list',
      parallel_tool_calls: 'boolean',
      tool_choice: 'there',
      tools: 'list',
      error: 'there',
      incomplete_details: 'there',
    }),
    ...faultsIn(usage, '/usage', {
      input_tokens: 'count',
      output_tokens: 'count',
      total_tokens: 'count',
      input_tokens_details: 'object',
      output_tokens_details: 'object',
    }),
    ...((input ?? 0) + (output ?? 0) === total ? [] : [`/usage: ${input} and ${output} are not ${total}, its total_tokens`]),
    ...items(at(document, 'output')).flatMap((item, index) => [
      ...faultsIn(item, `/output/${index}`, { type: 'text', ...itemRules[text(at(item, 'type')) ?? ''] }),
      ...items(at(item, 'content')).flatMap((part) =>
        text(at(part, 'type')) === 'output_text' ? faultsIn(part, `/output/${index}/content`, { text: 'there', annotations: 'list' }) : [],
      ),
    ]),
  ]
}

const ends = ['response.completed', 'response.incomplete', 'response.failed']

/** Faults of the events of a stream: order, items, and texts that must be the same in deltas, ends and the last response. */
export function streamFaults(frames: readonly Frame[]): readonly string[] {
  const faults: string[] = []
  const open = new Map<number, string>()
  const said = new Map<string, string>()
  let last = -1
  let id: string | undefined
  for (const [place, { event, data }] of frames.entries()) {
    const type = text(at(data, 'type')) ?? ''
    const claim = (isMet: boolean, fault: string): void => void (isMet || faults.push(`event ${place}, ${type}: ${fault}`))
    claim(event === type, `its name is ${event}`)
    const sequence = number(at(data, 'sequence_number'))
    claim(sequence !== undefined && sequence > last, `its sequence_number is ${sequence}, behind ${last}`)
    last = sequence ?? last
    claim((place === 0) === (type === 'response.created'), place === 0 ? 'comes before response.created' : 'comes twice')
    const index = number(at(data, 'output_index')) ?? -1
    if (type === 'response.created') id = text(at(data, 'response', 'id'))
    else if (type === 'response.output_item.added') {
      claim(!open.has(index), `item ${index} is open already`)
      open.set(index, text(at(data, 'item', 'id')) ?? '')
    } else if (type === 'response.output_item.done') claim(open.delete(index), `item ${index} was not added`)
    else if (at(data, 'output_index') !== undefined) {
      claim(open.has(index), `item ${index} is not open`)
      const of = text(at(data, 'item_id')) ?? ''
      claim(open.get(index) === of, `its item_id is ${of}, and the item's is ${open.get(index)}`)
    }
    const key = `${type.split('.')[1]} ${index} ${number(at(data, 'content_index')) ?? 0}`
    if (type === 'response.output_text.delta' || type === 'response.function_call_arguments.delta')
      said.set(key, (said.get(key) ?? '') + (text(at(data, 'delta')) ?? ''))
    const whole = type === 'response.output_text.done' ? 'text' : type === 'response.function_call_arguments.done' ? 'arguments' : undefined
    if (whole !== undefined && said.has(key)) claim(text(at(data, whole)) === said.get(key), `its ${whole} is not that of its deltas`)
    if (!ends.includes(type)) continue
    claim(place === frames.length - 1, 'is not the last')
    claim(open.size === 0, `${open.size} items are still open`)
    claim(text(at(data, 'response', 'id')) === id, 'its id is not that of response.created')
    faults.push(...documentFaults(at(data, 'response')), ...lastFaults(at(data, 'response'), said))
  }
  return frames.some(({ event }) => ends.includes(event)) ? faults : [...faults, 'the stream has no end of its response']
}

/** Texts and arguments of the last response that are not those of the deltas. */
function lastFaults(response: Json | undefined, said: ReadonlyMap<string, string>): readonly string[] {
  return [...said].flatMap(([key, all]) => {
    const [kind, index = '', part = ''] = key.split(' ')
    const item = at(response, 'output', index)
    const found = kind === 'output_text' ? at(item, 'content', part, 'text') : at(item, 'arguments')
    return text(found) === all ? [] : [`the last response has another ${kind} in item ${index} than the deltas`]
  })
}
