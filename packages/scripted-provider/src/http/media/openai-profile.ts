import { formatValidationError } from '../../responses/format-validation-error.ts'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import { writeFailure } from '../../responses/write-failure.ts'
import { keyless } from '../keyless.ts'
import type { MediaDialect } from './media-dialect.ts'

/** OpenAI's errors, which are the same for every operation. */
export const openaiProfile = {
  requestIdHeader: 'x-request-id',
  retryHint: 'header',
  keyless,
  writeFailure,
  phrase: formatValidationError,
  refuse: (message) => refuseResponses(message),
} as const satisfies Partial<MediaDialect>
