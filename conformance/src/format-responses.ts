import { isJsonObject } from '@interlingua/core'
import type { Json, Pointer } from '@interlingua/core'
import { responses } from '@interlingua/responses'
import { accumulateResponsesStream, checkResponsesRequest, checkResponsesResponse, checkResponsesStream } from '@interlingua/testkit'
import { foldWithOpenAIResponses } from './fold-with-openai-responses.ts'
import type { SuiteFormat } from './suite-format.ts'

/** What an answer repeats of the request that its own client wrote. */
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
  // Constants, ids of items, a sum of two others, the echo of the request, and the moments of the answer.
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
  // How a stream is padded, and what only the server that stored an item knows of it.
  inertIn: fixedWords,
  inertRequest: ['/stream_options/include_obfuscation', '/input/*/id', '/input/*/status'],
  related,
}

/** What can have but one value where it stands: the role of those who add tools, and who searched for the tools that a client gives back. */
function fixedWords(document: Json): readonly string[] {
  const input = isJsonObject(document) && Array.isArray(document['input']) ? (document['input'] as readonly Json[]) : [] // a list of JSON
  return input.flatMap((item, index) => {
    if (!isJsonObject(item)) return []
    if (item['type'] === 'additional_tools') return [`/input/${index}/role`]
    return item['type'] === 'tool_search_output' && item['execution'] === 'client' ? [`/input/${index}/execution`] : []
  })
}

/** Tools, and the items of a conversation that may add some. */
const added = Array.from(
  { length: 10 },
  (_, index) =>
    [`/tools/${index}`, `/input/${index}/tools/0`, `/input/${index}/tools`, `/input/${index}`] as const satisfies readonly Pointer[],
).flat()

/** What the answer ended in is told by its status and its reason; a result has the name of its call. */
function related(place: Pointer): readonly Pointer[] {
  if (place.startsWith('/usage/input_tokens')) return ['/usage/input_tokens_details/cache_write_tokens']
  // Where strictness has no word, the schema decides whether it is possible.
  if (place === '/text/format/strict') return ['/text/format/schema']
  if (place.startsWith('/reasoning')) return ['/reasoning', '/reasoning/effort', '/reasoning/summary']
  // Tools stand in items as well, from where they are hoisted; a name that was changed is reported where its tool is declared.
  if (/^\/tools\/\d+$|\/name(?:space)?$/.test(place)) return ['/tools', ...added]
  return place === '/status' || place.startsWith('/incomplete_details')
    ? ['/status', '/incomplete_details', '/incomplete_details/reason']
    : []
}
