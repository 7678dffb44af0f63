import type { FailureCode } from '@interlingua/core'
import type { ErrorDefinition } from './adapter-definition.ts'
import { encodeErrorWord, type ErrorWords } from './error-words.ts'

/** Error document of Bedrock. The class of an error stands in a header, in the body, or in the name of a stream's exception. */
interface AwsErrorDocument {
  readonly message?: unknown
  readonly Message?: unknown
  readonly __type?: unknown
  readonly type?: unknown
}

/** Error classes of Bedrock; the first of two classes with one code is printed. https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html */
const words: ErrorWords = {
  ValidationException: { code: 'invalid-request' },
  AccessDeniedException: { code: 'permission' },
  UnrecognizedClientException: { code: 'authentication' },
  InvalidSignatureException: { code: 'authentication' },
  ExpiredTokenException: { code: 'authentication' },
  IncompleteSignature: { code: 'authentication' },
  MissingAuthenticationTokenException: { code: 'authentication' },
  RequestExpired: { code: 'authentication' },
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

/** Word in place of a class for requests that are too long, which Bedrock tells by the message alone. */
const tooLongWord = 'TooLong'
const tooLong = /input is too long|input tokens exceeded|prompt is too long/i

/** The header, the body and the stream spell a class differently: `throttlingException`, `ThrottlingException:http://…`, `com.amazon#ThrottlingException`. */
function classOf(type: unknown): string {
  if (typeof type !== 'string') return ''
  const [name = ''] = type.slice(type.lastIndexOf('#') + 1).split(':', 1)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Class of Bedrock for a failure. */
export function awsErrorClassOf(code: FailureCode): string {
  if (code === 'billing') return 'AccessDeniedException'
  if (validation.has(code)) return 'ValidationException'
  return encodeErrorWord(words, code) ?? 'InternalServerException'
}

const validation: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'context-length',
  'precondition',
  'too-large',
  'unprocessable',
  'policy',
  'unsupported',
])

/** Errors of Bedrock: the message in the body, and the class in the header `x-amzn-errortype`. */
export const awsErrors: ErrorDefinition<AwsErrorDocument> = {
  words: { ...words, [tooLongWord]: { code: 'context-length' } },
  read({ message, Message = message, __type, type }, headers) {
    const name = classOf(headers['x-amzn-errortype'] ?? __type ?? type)
    const long = typeof Message === 'string' && tooLong.test(Message) && (name === '' || name === 'ValidationException')
    return { code: long ? tooLongWord : name, message: Message }
  },
  write: ({ message }) => ({ message }),
  headers: ({ code }, { __type }) => ({ 'x-amzn-errortype': classOf(__type) || awsErrorClassOf(code) }),
}
