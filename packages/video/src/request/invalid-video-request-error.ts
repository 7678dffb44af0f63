import { WireError, type Pointer } from '@interlingua/core'

/** The code of a refused request, as the service's error documents state it. */
export type VideoRequestIssue = 'invalid_request' | 'missing_model' | 'invalid_value' | 'conflicting_parameters' | 'unsupported_value'

/** The refusal of a request before anything is spent; `path` names the field. */
export class InvalidVideoRequestError extends WireError {
  readonly reason: VideoRequestIssue

  constructor(path: Pointer, message: string, reason: VideoRequestIssue = 'invalid_value') {
    super('video-tasks', path, message)
    this.reason = reason
  }
}
