// Models of the AI SDK's providers, with what each takes and tells in a way of its own.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'

const openai = {
  isKey: ({ data }) => data.error.code === 'invalid_api_key',
  isContext: ({ data }) => data.error.code === 'context_length_exceeded',
}

/** By manner of speaking: the model, options of each request, those of one that reasons, and by what its errors are known. */
export const models = {
  responses: ({ url, key, models }) => ({
    ...openai,
    model: createOpenAI({ baseURL: url, apiKey: key }).responses(models.openai),
    options: { openai: { store: false } },
    reasoning: { openai: { store: false, reasoningEffort: 'high', reasoningSummary: 'auto', include: ['reasoning.encrypted_content'] } },
  }),
  chat: ({ url, key, models }) => ({
    ...openai,
    model: createOpenAI({ baseURL: url, apiKey: key }).chat(models.openai),
    reasoning: { openai: { reasoningEffort: 'high' } },
  }),
  anthropic: ({ url, key, models }) => ({
    model: createAnthropic({ baseURL: url, apiKey: key })(models.anthropic),
    reasoning: { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } },
    isKey: ({ data }) => data.error.type === 'authentication_error',
    isContext: ({ message }) => message.includes('prompt is too long'),
  }),
  google: ({ url, key, models }) => ({
    model: createGoogleGenerativeAI({ baseURL: url, apiKey: key })(models.google),
    reasoning: { google: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'high' } } },
    isKey: ({ message }) => message.includes('API key not valid'),
    isContext: ({ message }) => message.includes('exceeds the maximum number of tokens allowed'),
  }),
}

/** The providers' own errors for the cases that fail. */
export const errorsOf = ({ isKey, isContext }) => {
  const failed = (status, holds) => (error) => error.name === 'AI_APICallError' && error.statusCode === status && holds(error)
  return {
    'rate-limit': failed(429, ({ responseHeaders }) => responseHeaders['retry-after'] === '1'),
    'server-error': failed(500, ({ isRetryable }) => isRetryable),
    context: failed(400, isContext),
    key: failed(401, isKey),
  }
}
