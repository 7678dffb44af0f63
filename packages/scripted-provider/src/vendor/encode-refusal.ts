import type { Json, JsonObject } from '@interlingua/core'
import { formatBrackets, encodeSnake } from './read/format-path.ts'
import type { JudgedFormat, Vendor } from './vendor-rule.ts'
import type { VendorRefusal } from './vendor-refusals.ts'

type Encoder = (refusal: VendorRefusal, requestId: string) => JsonObject

/** The writer of each vendor's error document. */
const encoders: Partial<Readonly<Record<Vendor, Encoder>>> = {
  deepseek: ({ message }) => ({ error: { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error' } }),
  mistral: encodeMistral,
  groq: ({ message }) => ({ error: { message, type: 'invalid_request_error' } }),
  xai: ({ message, code }) => ({ code: code ?? 'Client specified an invalid argument', error: message }),
  openrouter: encodeRouter,
  moonshot: ({ message }) => ({ error: { message, type: 'invalid_request_error' } }),
  alibaba: ({ message }) => ({
    error: {
      code: 'invalid_parameter_error',
      param: null,
      message: `<400> InternalError.Algo.InvalidParameter: ${message}`,
      type: 'invalid_request_error',
    },
  }),
  zai: ({ message, code }) => ({ error: { code: code ?? '1210', message } }),
  minimax: ({ message, status }, requestId) => ({
    type: 'error',
    error: { type: 'bad_request_error', message, http_code: String(status) },
    request_id: requestId,
  }),
  cerebras: (refusal) => ({
    message: refusal.message,
    type: 'invalid_request_error',
    param: formatBrackets(refusal.path),
    code: refusal.code ?? 'wrong_api_format',
  }),
  vllm: ({ message, status }) => ({ error: { message, type: 'BadRequestError', param: null, code: status } }),
  llamacpp: ({ message, status }) => ({ error: { code: status, message, type: 'invalid_request_error' } }),
  ollama: ({ message }) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  lmstudio: ({ message }) => ({ error: message }),
}

/** Writes a refusal as the vendor's own error document. */
export function encodeRefusal(format: JudgedFormat, vendor: Vendor, refusal: VendorRefusal, requestId: string): JsonObject {
  switch (format) {
    case 'messages':
      return encodeAnthropic(refusal, requestId)
    case 'contents':
      return encodeGoogle(refusal)
    case 'chat':
    case 'responses':
      return (encoders[vendor] ?? encodeOpenai)(refusal, requestId)
  }
}

function encodeAnthropic({ message, code }: VendorRefusal, requestId: string): JsonObject {
  const details = code === undefined ? {} : { details: { error_code: code } }
  return { type: 'error', error: { type: 'invalid_request_error', message, ...details }, request_id: requestId }
}

function encodeOpenai({ message, path, param, code }: VendorRefusal): JsonObject {
  return { error: { message, type: 'invalid_request_error', param: param ?? (formatBrackets(path) || null), code: code ?? null } }
}

function encodeGoogle({ message, path, status }: VendorRefusal): JsonObject {
  const details: readonly Json[] = [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: encodeSnake(path), description: message }] },
  ]
  return { error: { code: status, message, status: 'INVALID_ARGUMENT', details } }
}

/** Writes Mistral's error, which has another form for unknown fields. */
function encodeMistral({ message, path, status, code, input }: VendorRefusal): JsonObject {
  if (status !== 422) return { object: 'error', message, type: 'invalid_request_error', param: null, code: code ?? null }
  const detail = [{ type: 'extra_forbidden', loc: ['body', ...path.slice(1).split('/')], msg: message, input: input ?? null }]
  return { object: 'error', message: { detail }, type: 'invalid_request_error', param: null, code: null, raw_status_code: status }
}

/** Writes a router's error, which quotes the error of the vendor behind it as a text. */
function encodeRouter(refusal: VendorRefusal, requestId: string): JsonObject {
  const { rule, message, status } = refusal
  const behind = rule.startsWith('A')
    ? (['Anthropic', encodeAnthropic(refusal, requestId)] as const)
    : rule.startsWith('G')
      ? (['Google', encodeGoogle(refusal)] as const)
      : rule.startsWith('O')
        ? (['OpenAI', encodeOpenai(refusal)] as const)
        : undefined
  if (behind === undefined) return { error: { message, code: status } }
  const [name, raw] = behind
  return { error: { message: 'Provider returned error', code: status, metadata: { raw: JSON.stringify(raw), provider_name: name } } }
}
