import { chat } from '@interlingua/chat'
import type { Asked, GenerateAdapter, Pointer } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import {
  accumulateChatStream,
  accumulateMessagesStream,
  checkChatRequest,
  checkChatResponse,
  checkChatStream,
  checkMessagesRequest,
  checkMessagesResponse,
  checkMessagesStream,
  createTestContext,
} from '@interlingua/testkit'
import type { LawSettings } from '@interlingua/testkit'
import { foldWithAnthropic } from './fold-with-anthropic.ts'
import { foldWithOpenAI } from './fold-with-openai.ts'

/** One format as the suite sees it: the adapter, and everything that judges it without sharing code with it. */
export interface SuiteFormat extends Required<Pick<LawSettings, 'checkRequest' | 'checkResponse' | 'checkStream'>> {
  readonly adapter: GenerateAdapter
  readonly unordered: boolean
  /** A request of the format that asks for everything that an answer can tell. */
  readonly asked: Asked
  /** The document that the text of a stream stands for. */
  readonly documentOf: (text: string) => unknown
  /** Headers that a client of the format sends and that matter to it. */
  readonly headers: Readonly<Record<string, string>>
  /** The answer that the vendor's own SDK folds from the text of a stream; rejects where the SDK does. */
  readonly foldWithSdk: (text: string) => Promise<unknown>
  /** Leaves of an answer document that say nothing to anyone, with `*` for one segment. */
  readonly inertAnswer: readonly string[]
  readonly inertRequest: readonly string[]
  /** Wire places that say one thing together: what is reported at the one speaks for the other. */
  readonly related: (place: Pointer) => readonly Pointer[]
}

export type FormatId = 'messages' | 'chat'

export const formats: Readonly<Record<FormatId, SuiteFormat>> = {
  messages: {
    adapter: messages,
    unordered: false,
    asked: {},
    headers: { 'anthropic-version': '2023-06-01' },
    documentOf: accumulateMessagesStream,
    checkRequest: checkMessagesRequest,
    checkResponse: checkMessagesResponse,
    checkStream: checkMessagesStream,
    foldWithSdk: foldWithAnthropic,
    // Constants of the format, and writes of the usual lifetime, which are what the sum has beside the others.
    inertAnswer: ['/type', '/role', '/usage/cache_creation/ephemeral_5m_input_tokens'],
    inertRequest: [],
    related: relatedInMessages,
  },
  chat: {
    adapter: chat,
    unordered: true,
    asked: { request: askingForUsage() },
    headers: {},
    documentOf: accumulateChatStream,
    checkRequest: checkChatRequest,
    checkResponse: checkChatResponse,
    checkStream: checkChatStream,
    foldWithSdk: foldWithOpenAI,
    // Constants, positions, a sum of two others, and the moment of the answer, which only this format tells.
    inertAnswer: ['/object', '/choices/*/message/role', '/choices/*/index', '/usage/total_tokens', '/created'],
    // How the usage of a stream is asked for: every stream of messages tells it.
    inertRequest: ['/stream_options/include_usage', '/stream_options/include_obfuscation'],
    related: relatedInChat,
  },
}

export const formatIds = Object.keys(formats) as readonly FormatId[] // the keys of the record above

/** Chat tells usage in a stream only where the request asked for it. */
function askingForUsage(): NonNullable<Asked['request']> {
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }], stream: true, stream_options: { include_usage: true } }
  const { context } = createTestContext()
  return chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
}

/** A budget is told as an effort, and thinking as either; a stop sequence is why the answer stopped. */
function relatedInMessages(place: Pointer): readonly Pointer[] {
  if (place.endsWith('/name')) return ['/tools'] // a renamed tool is reported where it is declared
  if (place.startsWith('/thinking') || place.startsWith('/output_config')) return ['/thinking', '/output_config/effort']
  return place === '/stop_reason' || place === '/status' ? ['/stop_sequence', '/stop_reason'] : []
}

/** A refusal is told by the end of the answer where there is no part for it; how all choices end makes the status. */
function relatedInChat(place: Pointer): readonly Pointer[] {
  if (place.startsWith('/reasoning')) return ['/reasoning', '/reasoning_effort']
  const choice = /^\/choices\/\d+/.exec(place)?.[0] ?? '/choices/0'
  return place === '/status' || place === `${choice}/finish_reason`
    ? [`${choice}/message/refusal` as Pointer, `${choice}/finish_reason` as Pointer, '/choices/1']
    : [] // a pointer and its members
}
