import { chat } from '@interlingua/chat'
import type { EncodeState, Pointer } from '@interlingua/core'
import { accumulateChatStream, checkChatRequest, checkChatResponse, checkChatStream, createTestContext } from '@interlingua/testkit'
import { foldWithOpenAI } from './fold-with-openai.ts'
import type { SuiteFormat } from './suite-format.ts'

export const formatChat: SuiteFormat = {
  adapter: chat,
  documents: chat,
  unordered: true,
  asked: { request: askingForUsage() },
  headers: {},
  documentOf: accumulateChatStream,
  checkRequest: checkChatRequest,
  checkResponse: checkChatResponse,
  checkStream: checkChatStream,
  foldWithSdk: foldWithOpenAI,
  // Constants, positions, a sum of two others, and the time of the response, which only one vendor's formats have.
  inertAnswer: ['/object', '/choices/*/message/role', '/choices/*/index', '/usage/total_tokens', '/created'],
  // Options for the usage of a stream, which every stream of messages has.
  inertRequest: ['/stream_options/include_usage', '/stream_options/include_obfuscation'],
  related,
}

/** Request that asks for usage, which chat streams have only on demand. */
function askingForUsage(): NonNullable<EncodeState['request']> {
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }], stream: true, stream_options: { include_usage: true } }
  const { context } = createTestContext()
  return chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
}

/** Places that express one thing together: a refusal may become the finish reason, and all finish reasons decide the status. */
function related(place: Pointer): readonly Pointer[] {
  if (place.startsWith('/usage/prompt_tokens')) return ['/usage/prompt_tokens_details/cache_write_tokens']
  // A format without strictness is strict if the schema can be.
  if (place === '/response_format/json_schema/strict') return ['/response_format/json_schema/schema']
  if (place.startsWith('/reasoning')) return ['/reasoning', '/reasoning_effort']
  const choice = /^\/choices\/\d+/.exec(place)?.[0] ?? '/choices/0'
  return place === '/status' || place === `${choice}/finish_reason`
    ? [`${choice}/message/refusal` as Pointer, `${choice}/finish_reason` as Pointer, '/choices/1']
    : [] // a pointer and its members
}
