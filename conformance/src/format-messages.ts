import { isJsonObject } from '@interlingua/core'
import type { Json, Pointer } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { accumulateMessagesStream, checkMessagesRequest, checkMessagesResponse, checkMessagesStream } from '@interlingua/testkit'
import { foldWithAnthropic } from './fold-with-anthropic.ts'
import type { SuiteFormat } from './suite-format.ts'

export const formatMessages: SuiteFormat = {
  adapter: messages,
  documents: messages,
  unordered: false,
  asked: {},
  headers: { 'anthropic-version': '2023-06-01' },
  documentOf: accumulateMessagesStream,
  checkRequest: checkMessagesRequest,
  checkResponse: checkMessagesResponse,
  checkStream: checkMessagesStream,
  foldWithSdk: foldWithAnthropic,
  // Constants of the format, and cache writes of the usual lifetime, which other formats include in the sum.
  inertAnswer: ['/type', '/role', '/usage/cache_creation/ephemeral_5m_input_tokens'],
  inertRequest: [],
  inertIn: hostedNames,
  related,
}

/** Places of names that follow from the type of a vendor's own tool. */
function hostedNames(document: Json): readonly string[] {
  const tools = isJsonObject(document) && Array.isArray(document['tools']) ? (document['tools'] as readonly Json[]) : []
  return tools.flatMap((tool, i) =>
    isJsonObject(tool) && typeof tool['type'] === 'string' && tool['type'] !== 'custom' ? [`/tools/${i}/name`] : [],
  )
}

/**
 * Places that express one thing together: tokens in buckets that others join, a budget as an effort and thinking as either, and a stop
 * sequence as the reason of the end.
 */
function related(place: Pointer): readonly Pointer[] {
  if (place === '/usage/input_tokens') return ['/usage/cache_creation_input_tokens', '/usage/cache_creation']
  if (/^\/tools\/\d+\/description$/.test(place)) return [`${place.slice(0, place.lastIndexOf('/'))}/input_examples` as Pointer] // a pointer and one more segment
  if (place.endsWith('/name')) return ['/tools'] // a renamed tool is reported where it is declared
  if (place.startsWith('/thinking') || place.startsWith('/output_config')) return ['/thinking', '/output_config/effort']
  return place === '/stop_reason' || place === '/status' ? ['/stop_sequence', '/stop_reason'] : []
}
