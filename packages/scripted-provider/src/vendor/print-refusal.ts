import type { Json, JsonObject } from '@interlingua/core'
import { spellBrackets, spellSnake } from './read/spell-path.ts'
import type { JudgedFormat, Vendor } from './vendor-rule.ts'
import type { VendorRefusal } from './vendor-refusals.ts'

type Printer = (refusal: VendorRefusal, requestId: string) => JsonObject

/** The error document of each vendor. */
const printers: Partial<Readonly<Record<Vendor, Printer>>> = {
  deepseek: ({ message }) => ({ error: { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error' } }),
  mistral: printMistral,
  groq: ({ message }) => ({ error: { message, type: 'invalid_request_error' } }),
  xai: ({ message, code }) => ({ code: code ?? 'Client specified an invalid argument', error: message }),
  openrouter: printRouter,
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
    param: spellBrackets(refusal.path),
    code: refusal.code ?? 'wrong_api_format',
  }),
  vllm: ({ message, status }) => ({ error: { message, type: 'BadRequestError', param: null, code: status } }),
  llamacpp: ({ message, status }) => ({ error: { code: status, message, type: 'invalid_request_error' } }),
  ollama: ({ message }) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  lmstudio: ({ message }) => ({ error: message }),
}

/** A refusal as the vendor's own error document. */
export function printRefusal(format: JudgedFormat, vendor: Vendor, refusal: VendorRefusal, requestId: string): JsonObject {
  switch (format) {
    case 'messages':
      return printAnthropic(refusal, requestId)
    case 'contents':
      return printGoogle(refusal)
    case 'chat':
    case 'responses':
      return (printers[vendor] ?? printOpenai)(refusal, requestId)
  }
}

function printAnthropic({ message, code }: VendorRefusal, requestId: string): JsonObject {
  const details = code === undefined ? {} : { details: { error_code: code } }
  return { type: 'error', error: { type: 'invalid_request_error', message, ...details }, request_id: requestId }
}

function printOpenai({ message, path, param, code }: VendorRefusal): JsonObject {
  return { error: { message, type: 'invalid_request_error', param: param ?? (spellBrackets(path) || null), code: code ?? null } }
}

function printGoogle({ message, path, status }: VendorRefusal): JsonObject {
  const details: readonly Json[] = [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: spellSnake(path), description: message }] },
  ]
  return { error: { code: status, message, status: 'INVALID_ARGUMENT', details } }
}

/** A field that it does not know it tells in a document of its own. */
function printMistral({ message, path, status, code, input }: VendorRefusal): JsonObject {
  if (status !== 422) return { object: 'error', message, type: 'invalid_request_error', param: null, code: code ?? null }
  const detail = [{ type: 'extra_forbidden', loc: ['body', ...path.slice(1).split('/')], msg: message, input: input ?? null }]
  return { object: 'error', message: { detail }, type: 'invalid_request_error', param: null, code: null, raw_status_code: status }
}

/** What the vendor behind it says comes as a text. */
function printRouter(refusal: VendorRefusal, requestId: string): JsonObject {
  const { rule, message, status } = refusal
  const behind = rule.startsWith('A')
    ? (['Anthropic', printAnthropic(refusal, requestId)] as const)
    : rule.startsWith('G')
      ? (['Google', printGoogle(refusal)] as const)
      : rule.startsWith('O')
        ? (['OpenAI', printOpenai(refusal)] as const)
        : undefined
  if (behind === undefined) return { error: { message, code: status } }
  const [name, raw] = behind
  return { error: { message: 'Provider returned error', code: status, metadata: { raw: JSON.stringify(raw), provider_name: name } } }
}
