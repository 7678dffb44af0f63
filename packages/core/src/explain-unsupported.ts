import { isInterlinguaError, UnsupportedError } from './errors.ts'
import type { Notice } from './notice.ts'

/**
 * Adds field and reason to an error of lowering that names no field ("the conversation has no content that this format can carry"): those of the first notice
 * about something left out before it. Returns every other error as it is.
 */
export function explainUnsupported(error: unknown, notices: readonly Notice[]): unknown {
  if (!isInterlinguaError(error) || error.code !== 'unsupported' || error.path !== '') return error
  const cause = notices.find(({ kind, path }) => kind === 'dropped' && path !== '')
  if (cause === undefined) return error
  return new UnsupportedError(error.format, cause.path, `${cause.message}; ${error.message}`, { cause: error })
}
