import { phraseArkMisfit } from '../../images/phrase-ark-misfit.ts'
import { refuseArk } from '../../images/refuse-ark.ts'
import { writeArkFailure } from '../../images/write-ark-failure.ts'
import { keyless } from '../keyless.ts'
import type { MediaDialect } from './media-dialect.ts'

/** Ark's errors. */
export const arkFace = {
  retryHint: 'header',
  keyless: { ...keyless, message: 'the API key or AK/SK in the request is missing or invalid.' },
  writeFailure: writeArkFailure,
  phrase: phraseArkMisfit,
  refuse: (message) => refuseArk(message),
} as const satisfies Partial<MediaDialect>
