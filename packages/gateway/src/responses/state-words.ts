import type { Json } from '@interlingua/core'
import type { FormatEdge, StateWords } from '@interlingua/core/edge'
import { kinds } from './documents.ts'

/** Words of Responses, the format whose state is kept unless an edge says otherwise. https://platform.openai.com/docs/api-reference/responses */
const responsesWords: StateWords = {
  kind: kinds.response,
  title: 'Response',
  object: 'response',
  paths: ['/v1/responses'],
  idPrefix: 'resp_',
  previous: 'previous_response_id',
  instructions: '/instructions',
  output: 'output',
  ended: ['completed', 'incomplete'],
  itemsOf: inputItems,
  resume: { query: 'starting_after', key: 'sequence_number' },
  errorsOf: (error) => ({ error }),
}

/** Items of an input; a text is one message. */
function inputItems(input: Json | undefined): readonly Json[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  return Array.isArray(input) ? (input as readonly Json[]) : [] // an array of JSON holds JSON
}

export function wordsOf({ upstream }: Pick<FormatEdge, 'upstream'>): StateWords {
  return upstream.responses?.words ?? responsesWords
}

/** True: the format has words of its own, and so none of what Responses alone has. */
export function hasOwnWords({ upstream }: Pick<FormatEdge, 'upstream'>): boolean {
  return upstream.responses?.words !== undefined
}
