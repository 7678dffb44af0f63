import { WireError, type Pointer } from '@interlingua/core'

/** Why a wish cannot be served, in the words of the service's errors. */
export type WishReason = 'invalid_request' | 'missing_model' | 'invalid_value' | 'conflicting_parameters' | 'unsupported_value'

/** A wish that is refused before anything is spent; `path` names the field. */
export class WishError extends WireError {
  readonly reason: WishReason

  constructor(path: Pointer, message: string, reason: WishReason = 'invalid_value') {
    super('video-tasks', path, message)
    this.reason = reason
  }
}
