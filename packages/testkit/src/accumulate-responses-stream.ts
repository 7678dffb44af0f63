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
  const items = new Map<number, Loose | undefined>()
  for (const { data } of readSse(text)) {
    if (data === '[DONE]') return undefined
    const event = object(JSON.parse(data)) // recorded or checked: a JSON object
    const type = event['type']
    const index = Number(event['output_index'])
    if (type === 'error' || type === 'response.failed') return undefined
    if (type === 'response.output_item.added') items.set(index, undefined)
    if (type === 'response.output_item.done') items.set(index, object(event['item']))
    if (isText(type) && ends.has(type)) return finish(object(event['response']), items)
  }
  return undefined
}

/** Items in the order in which they appeared; what no event ended, only the snapshot knows, and it comes after. */
function finish(response: Loose, items: ReadonlyMap<number, Loose | undefined>): Loose {
  const told = Array.isArray(response['output']) ? (response['output'] as readonly unknown[]) : []
  const streamed = [...items.values()].filter((item) => item !== undefined)
  return { ...response, output: [...streamed, ...told.filter((_, index) => items.get(index) === undefined)] }
}
