import type { Client } from './client.ts'

/** Error of a vendor's SDK, of which a harness knows only the class's name. */
interface VendorError extends Error {
  readonly status?: number
  readonly code?: string | null
  readonly headers?: Headers
  readonly error?: { readonly error?: { readonly type?: string } }
}

const named =
  (name: string, holds: (error: VendorError) => boolean = () => true) =>
  (error: unknown): boolean =>
    error instanceof Error && error.constructor.name === name && holds(error)

/** Errors of OpenAI's SDK for failing cases, for the frameworks that pass them on. */
export const openaiErrors: Client['errors'] = {
  'rate-limit': named('RateLimitError', ({ headers }) => headers?.get('retry-after') === '1'),
  'server-error': named('InternalServerError'),
  context: named('BadRequestError', ({ code }) => code === 'context_length_exceeded'),
  key: named('AuthenticationError', ({ code }) => code === 'invalid_api_key'),
}

/** Errors of Anthropic's SDK for failing cases. */
export const anthropicErrors: Client['errors'] = {
  'rate-limit': named('RateLimitError', ({ headers }) => headers?.get('retry-after') === '1'),
  'server-error': named('InternalServerError'),
  context: named('BadRequestError', ({ message }) => message.includes('prompt is too long')),
  key: named('AuthenticationError', ({ error }) => error?.error?.type === 'authentication_error'),
}

/** Errors of Google's SDK for failing cases. */
export const googleErrors: Client['errors'] = {
  'rate-limit': named('ApiError', ({ status, message }) => status === 429 && message.includes('RESOURCE_EXHAUSTED')),
  'server-error': named('ApiError', ({ status }) => status === 500),
  context: named('ApiError', ({ message }) => message.includes('exceeds the maximum number of tokens allowed')),
  key: named('ApiError', ({ message }) => message.includes('API key not valid')),
}
