// Compiled by old and new TypeScript with `skipLibCheck: false`: what users write, and every entry's declarations.
import { chat } from '@interlingua/chat'
import { contents } from '@interlingua/contents'
import { translateRequest } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { responses } from '@interlingua/responses'
import { createHandler, createTranslatingFetch, translate } from 'interlingua'
import { anthropic, gemini, openaiChat, openaiResponses } from 'interlingua/all'
import { anthropic as outbound } from 'interlingua/anthropic/outbound'
import { toNodeMiddleware } from 'interlingua/node'

const adapters = [chat, contents, messages, responses]
const call: typeof fetch = createTranslatingFetch({ from: gemini, to: openaiChat, dialect: 'vllm', losses: 'rejectDropped' })
const handler = createHandler({ from: [anthropic, openaiResponses], upstreams: { default: { to: outbound } } })
const { body } = translate({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] }, { from: openaiChat, to: anthropic })
const cap: number = body.max_tokens
// @ts-expect-error: the setting is misspelt
createTranslatingFetch({ from: gemini, to: openaiChat, dialect: { maxTokenField: 'max_tokens' } })
export { adapters, call, cap, toNodeMiddleware, handler, translateRequest }
