import { createHandler } from 'interlingua'
import { anthropic } from 'interlingua/anthropic'
import { openaiChat } from 'interlingua/openai-chat'

/** Serves Chat Completions by a provider of Messages. */
export const handlerFor = (baseURL) =>
  createHandler({ from: openaiChat, upstreams: { default: { to: anthropic, baseURL, apiKey: 'any' } } })
