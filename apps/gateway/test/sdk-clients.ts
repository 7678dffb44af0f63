import Anthropic from '@anthropic-ai/sdk'
import AnthropicPrevious from 'anthropic-sdk-previous'
import OpenAI from 'openai'

/** Official clients for a gateway. The previous SDK has the types of the new one here, since the tests use only what both have. */
export const messagesClients = {
  'anthropic 1.12.0': (url: string, options: object = {}) => new Anthropic({ baseURL: url, apiKey: 'any', maxRetries: 0, ...options }),
  'anthropic 0.137.0': (url: string, options: object = {}) =>
    new AnthropicPrevious({ baseURL: url, apiKey: 'any', maxRetries: 0, ...options }) as unknown as Anthropic, // same methods, see above
} as const

export const openaiClient = (url: string, options: object = {}): OpenAI =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: 'any', maxRetries: 0, ...options })
