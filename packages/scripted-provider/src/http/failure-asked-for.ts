import type { Failure, Format } from '@interlingua/core'
import { codeFromStatus } from '@interlingua/core/adapter'
import { directiveNames } from '../directive-names.ts'
import type { Directive, Directives } from '../read-directives.ts'
import { refuse } from '../rules/refuse.ts'
import { finishAskedFor } from '../script/finish-asked-for.ts'

/** The error that the directives ask for instead of an answer; `undefined` where they ask for none. */
export function failureAskedFor(directives: Directives, format: Format): Failure | undefined {
  for (const name of directives.keys()) if (!Object.hasOwn(directiveNames, name)) return refuse(`Unknown demo directive: ${name}`)
  const reason = directives.get('finish')?.words[0]
  if (reason !== undefined && finishAskedFor(directives, format) === undefined) return refuse(`Unknown finish reason: ${reason}`)
  if (directives.has('block') && !ownWords.has(format))
    return { code: 'policy', message: 'Demo provider: the prompt is blocked, as asked for', retryable: false, status: 400 }
  if (directives.has('context-length'))
    return { code: 'context-length', message: `${tooLong(format)} (demo, as asked for)`, retryable: false }
  const limited = directives.get('rate-limit')
  if (limited) return { code: 'rate-limit', message: 'Demo provider: rate limit, as asked for', retryable: true, ...retryAfter(limited) }
  const overloaded = directives.get('overloaded')
  if (overloaded)
    return { code: 'overloaded', message: 'Demo provider: overloaded, as asked for', retryable: true, ...retryAfter(overloaded) }
  const status = directives.get('status')
  if (!status) return undefined
  const number = Number(status.words[0])
  if (!Number.isInteger(number) || number < 400 || number > 599) return refuse('The demo directive status needs a number from 400 to 599')
  return {
    code: codeFromStatus(number) ?? (number < 500 ? 'invalid-request' : 'server'),
    message: `Demo provider: status ${number}, as asked for`,
    retryable: number >= 500 || number === 429,
    status: number,
    ...retryAfter(status),
  }
}

/** The vendor's own message, by which frameworks recognise the error. */
function tooLong(format: Format): string {
  switch (format) {
    case 'contents':
      return 'The input token count (300000) exceeds the maximum number of tokens allowed (200000).'
    case 'responses':
      return 'Your input exceeds the context window of this model. Please adjust your input and try again.'
    case 'chat':
      return 'Input tokens exceed the configured limit of 200000 tokens. Your messages resulted in 300000 tokens. Please reduce the length of the messages.'
    default:
      return 'prompt is too long: 300000 tokens > 200000 maximum'
  }
}

/** The formats that report a blocked prompt in their own documents. */
const ownWords: ReadonlySet<Format> = new Set(['contents', 'openai-images', 'ark-images', 'dashscope', 'vertex-predict'])

function retryAfter({ options }: Directive): Pick<Failure, 'retryAfterMs'> {
  const seconds = Number(options['retry-after'])
  return Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {}
}
