import { printErrorWord, type ErrorDefinition, type ErrorWords } from '@interlingua/adapter-kit'
import type { Failure } from '@interlingua/core'
import type { WireFailure } from './wire.ts'

/** Of two classes for one code the first is the one to print. */
const words: ErrorWords = {
  ValidationException: { code: 'invalid-request' },
  AccessDeniedException: { code: 'permission' },
  UnrecognizedClientException: { code: 'authentication' },
  InvalidSignatureException: { code: 'authentication' },
  ExpiredTokenException: { code: 'authentication' },
  IncompleteSignature: { code: 'authentication' },
  ResourceNotFoundException: { code: 'not-found' },
  ConflictException: { code: 'conflict' },
  ModelTimeoutException: { code: 'timeout' },
  ThrottlingException: { code: 'rate-limit' },
  ServiceQuotaExceededException: { code: 'rate-limit', retryable: false },
  ServiceUnavailableException: { code: 'overloaded' },
  ModelNotReadyException: { code: 'overloaded' },
  InternalServerException: { code: 'server' },
  ModelErrorException: { code: 'server' },
  ModelStreamErrorException: { code: 'server' },
}

/** The header, the body and the stream spell a class differently: `throttlingException`, `ThrottlingException:http://…`, `com.amazon#ThrottlingException`. */
export function classOf(type: string): string {
  const [name = ''] = type.slice(type.lastIndexOf('#') + 1).split(':', 1)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export function classOfFailure({ code }: Pick<Failure, 'code'>): string {
  const asked = ['context-length', 'precondition', 'too-large', 'unprocessable', 'policy', 'unsupported'].includes(code)
  if (code === 'billing') return 'AccessDeniedException'
  return asked ? 'ValidationException' : (printErrorWord(words, code) ?? 'InternalServerException')
}

const tooLong = /input is too long|input tokens exceeded/i

export const errors: ErrorDefinition<WireFailure> = {
  words: { ...words, TooLong: { code: 'context-length' } },
  read({ message, Message = message, __type: type = '' }) {
    const name = classOf(type)
    return { code: tooLong.test(Message ?? '') && (name === '' || name === 'ValidationException') ? 'TooLong' : name, message: Message }
  },
  write: (failure) => ({ message: failure.message }),
}
