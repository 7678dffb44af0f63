import { isText, object } from './loose.ts'
import type { Loose } from './loose.ts'
import { readSse } from './read-sse.ts'

const ends = new Set(['response.completed', 'response.incomplete'])

/**
 * The response that the text of a Responses stream stands for, put together from the wire's own rules and nothing of ours; undefined where
 * the stream fails or has no end. An item is what its own `output_item.done` says; what no event ended is taken from the last snapshot:
 * servers encrypt reasoning anew for the snapshot, and some leave its output empty.
 * https://platform.openai.com/docs/api-reference/responses-streaming
 */
export function accumulateResponsesStream(text: string): unknown {
  const done: Loose[] = []
  for (const { data } of readSse(text)) {
    if (data === '[DONE]') return undefined
    const event = object(JSON.parse(data)) // recorded or checked: a JSON object
    const type = event['type']
    if (type === 'error' || type === 'response.failed') return undefined
    if (type === 'response.output_item.done') done[Number(event['output_index'])] = object(event['item'])
    if (isText(type) && ends.has(type)) return finish(object(event['response']), done)
  }
  return undefined
}

function finish(response: Loose, done: readonly (Loose | undefined)[]): Loose {
  const told = Array.isArray(response['output']) ? (response['output'] as readonly unknown[]) : []
  const output: unknown[] = []
  for (let index = 0; index < Math.max(told.length, done.length); index++) {
    const item = done[index] ?? told[index]
    if (item !== undefined) output.push(item)
  }
  return { ...response, output }
}
