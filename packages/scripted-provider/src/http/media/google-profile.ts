import { refuseContents } from '../../contents/refuse-contents.ts'
import { writeFailure } from '../../contents/write-failure.ts'
import { googleKeyless } from '../google-keyless.ts'
import type { MediaDialect } from './media-dialect.ts'

/** Google's errors, which are the same for every method. */
export const googleProfile = {
  retryHint: 'body',
  keyless: googleKeyless,
  writeFailure,
  refuse: (message) => refuseContents(message),
} as const satisfies Partial<MediaDialect>
