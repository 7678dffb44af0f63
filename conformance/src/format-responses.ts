import { isJsonObject } from '@interlingua/core'
import type { Json, Pointer } from '@interlingua/core'
import { responses } from '@interlingua/responses'
import { accumulateResponsesStream, checkResponsesRequest, checkResponsesResponse, checkResponsesStream } from '@interlingua/testkit'
import { foldWithOpenAIResponses } from './fold-with-openai-responses.ts'
import type { SuiteFormat } from './suite-format.ts'

/** Members of a response that echo its request. */
const echoed = [
  'background',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'store',
  'temperature',
  'tool_choice',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
  'frequency_penalty',
  'presence_penalty',
]

export const formatResponses: SuiteFormat = {
  adapter: responses,
  documents: responses,
  unordered: false,
  asked: {},
  headers: {},
  documentOf: accumulateResponsesStream,
  checkRequest: checkResponsesRequest,
  checkResponse: checkResponsesResponse,
  checkStream: checkResponsesStream,
  foldWithSdk: foldWithOpenAIResponses,
  // Constants, ids of items, a sum of two others, the echo of the request, and the times of the response.
  inertAnswer: [
    '/object',
    '/created_at',
    '/completed_at',
    '/usage/total_tokens',
    '/output/*/id',
    '/output/*/status',
    '/output/*/role',
    ...[...echoed, 'tools', 'text', 'reasoning', 'metadata', 'billing'].map((key) => `/${key}/**`),
  ],
  // The padding of a stream, and state that only the server that stored an item has.
  inertIn: fixedWords,
  inertRequest: ['/stream_options/include_obfuscation', '/input/*/id', '/input/*/status'],
  related,
}

/** Places that allow only one value: the role of items that add tools, and the executor of a search whose result the client sends. */
function fixedWords(document: Json): readonly string[] {
  const input = isJsonObject(document) && Array.isArray(document['input']) ? (document['input'] as readonly Json[]) : [] // a list of JSON
  return input.flatMap((item, index) => {
    if (!isJsonObject(item)) return []
    if (item['type'] === 'additional_tools') return [`/input/${index}/role`]
    return item['type'] === 'tool_search_output' && item['execution'] === 'client' ? [`/input/${index}/execution`] : []
  })
}

/** Places of tools, and of items that may add some. */
const added = Array.from(
  { length: 10 },
  (_, index) =>
    [`/tools/${index}`, `/input/${index}/tools/0`, `/input/${index}/tools`, `/input/${index}`] as const satisfies readonly Pointer[],
).flat()

/** Places that express one thing together: status and reason of the end; and a result has the name of its call. */
function related(place: Pointer): readonly Pointer[] {
  if (place.startsWith('/usage/input_tokens')) return ['/usage/input_tokens_details/cache_write_tokens']
  // A format without strictness is strict if the schema can be.
  if (place === '/text/format/strict') return ['/text/format/schema']
  if (place.startsWith('/reasoning')) return ['/reasoning', '/reasoning/effort', '/reasoning/summary']
  // Tools also come from items, out of which they are hoisted; a changed name is reported where its tool is declared.
  if (/^\/tools\/\d+$|\/name(?:space)?$/.test(place)) return ['/tools', ...added]
  return place === '/status' || place.startsWith('/incomplete_details')
    ? ['/status', '/incomplete_details', '/incomplete_details/reason']
    : []
}
