import { formatDashscopeValidationError } from '../../images/format-dashscope-validation-error.ts'
import { refuseDashscope } from '../../images/refuse-dashscope.ts'
import { writeDashscopeFailure } from '../../images/write-dashscope-failure.ts'
import type { MediaDialect } from './media-dialect.ts'

/** DashScope's errors. */
export const dashscopeProfile = {
  retryHint: 'header',
  keyless: refuseDashscope('No API-key provided.', 'InvalidApiKey', 401, 'authentication'),
  writeFailure: writeDashscopeFailure,
  phrase: formatDashscopeValidationError,
  refuse: (message) => refuseDashscope(message),
} as const satisfies Partial<MediaDialect>
