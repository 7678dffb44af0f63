import { chat } from '@interlingua/chat'
import type { Asked, Pointer } from '@interlingua/core'
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
  // Constants, positions, a sum of two others, and the moment of the answer, which only the formats of one vendor tell.
  inertAnswer: ['/object', '/choices/*/message/role', '/choices/*/index', '/usage/total_tokens', '/created'],
  // How the usage of a stream is asked for: every stream of messages tells it.
  inertRequest: ['/stream_options/include_usage', '/stream_options/include_obfuscation'],
  related,
}

/** Chat tells usage in a stream only where the request asked for it. */
function askingForUsage(): NonNullable<Asked['request']> {
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }], stream: true, stream_options: { include_usage: true } }
  const { context } = createTestContext()
  return chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
}

/** A refusal is told by the end of the answer where there is no part for it; how all choices end makes the status. */
function related(place: Pointer): readonly Pointer[] {
  if (place.startsWith('/usage/prompt_tokens')) return ['/usage/prompt_tokens_details/cache_write_tokens']
  // Where strictness has no word, the schema decides whether it is possible.
  if (place === '/response_format/json_schema/strict') return ['/response_format/json_schema/schema']
  if (place.startsWith('/reasoning')) return ['/reasoning', '/reasoning_effort']
  const choice = /^\/choices\/\d+/.exec(place)?.[0] ?? '/choices/0'
  return place === '/status' || place === `${choice}/finish_reason`
    ? [`${choice}/message/refusal` as Pointer, `${choice}/finish_reason` as Pointer, '/choices/1']
    : [] // a pointer and its members
}
