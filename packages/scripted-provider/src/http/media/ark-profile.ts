import { formatArkValidationError } from '../../images/format-ark-validation-error.ts'
import { refuseArk } from '../../images/refuse-ark.ts'
import { writeArkFailure } from '../../images/write-ark-failure.ts'
import { keyless } from '../keyless.ts'
import type { MediaDialect } from './media-dialect.ts'

/** Ark's errors. */
export const arkProfile = {
  retryHint: 'header',
  keyless: { ...keyless, message: 'the API key or AK/SK in the request is missing or invalid.' },
  writeFailure: writeArkFailure,
  phrase: formatArkValidationError,
  refuse: (message) => refuseArk(message),
} as const satisfies Partial<MediaDialect>
