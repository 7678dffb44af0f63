import { isText, object } from './loose.ts'
import type { Loose } from './loose.ts'
import { readSse } from './read-sse.ts'

const ends = new Set(['response.completed', 'response.incomplete'])

/**
 * Response that the text of a Responses stream stands for, built from the wire's documented rules without the library's code; `undefined`
 * if the stream fails or has no end. https://platform.openai.com/docs/api-reference/responses-streaming
 * An item is the one of its `output_item.done`; only items without that event come from the last snapshot: servers encrypt reasoning anew
 * for the snapshot, and some leave its output empty.
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

/** Items in the order of their appearance; items without a `done` event are known from the snapshot only, and come last. */
function finish(response: Loose, items: ReadonlyMap<number, Loose | undefined>): Loose {
  const told = Array.isArray(response['output']) ? (response['output'] as readonly unknown[]) : []
  const streamed = [...items.values()].filter((item) => item !== undefined)
  return { ...response, output: [...streamed, ...told.filter((_, index) => items.get(index) === undefined)] }
}
