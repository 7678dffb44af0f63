import { createFailureMembers, defaultStatuses } from '@interlingua/adapter-kit'
import { errors, statuses } from './errors.ts'
import { format, wire } from './wire.ts'

/** Error documents; an answer that failed is one as well. */
export const { parseFailure, decodeFailure, encodeFailure } = createFailureMembers(
  format,
  errors,
  wire.failure,
  (code) => statuses[code] ?? defaultStatuses[code],
)
