import { phraseDashscopeMisfit } from '../../images/phrase-dashscope-misfit.ts'
import { refuseDashscope } from '../../images/refuse-dashscope.ts'
import { writeDashscopeFailure } from '../../images/write-dashscope-failure.ts'
import type { MediaDialect } from './media-dialect.ts'

/** DashScope's errors. */
export const dashscopeFace = {
  retryHint: 'header',
  keyless: refuseDashscope('No API-key provided.', 'InvalidApiKey', 401, 'authentication'),
  writeFailure: writeDashscopeFailure,
  phrase: phraseDashscopeMisfit,
  refuse: (message) => refuseDashscope(message),
} as const satisfies Partial<MediaDialect>
