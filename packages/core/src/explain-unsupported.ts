import { isInterlinguaError, UnsupportedError } from './errors.ts'
import type { Notice } from './notice.ts'

/**
 * An error of lowering that names no field ("nothing of the conversation can be said") with the field and the words of the first notice about what
 * was left out before it: that is why nothing is left. Every other error is given back as it is.
 */
export function explainUnsupported(error: unknown, notices: readonly Notice[]): unknown {
  if (!isInterlinguaError(error) || error.code !== 'unsupported' || error.path !== '') return error
  const cause = notices.find(({ kind, path }) => kind === 'dropped' && path !== '')
  if (cause === undefined) return error
  return new UnsupportedError(error.format, cause.path, `${cause.message}; ${error.message}`, { cause: error })
}
