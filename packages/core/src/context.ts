import type { JsonObject } from './json.ts'
import type { Limits } from './limits.ts'
import type { ModelProfile } from './model-profile.ts'
import type { Notice } from './notice.ts'
import type { Policy } from './policy.ts'

/**
 * Everything impure that a translation needs: clock, ids, reports and settings. Each side of a translation has its own, since the client's
 * format and the upstream's have different profiles.
 */
export interface Context {
  /** Receives each notice. Required, so that ignoring losses is visible in the caller's code. */
  readonly onNotice: (notice: Notice) => void
  /** A fresh id with this prefix, for responses only; call ids are derived (`deriveId`). */
  readonly newId: (prefix: string) => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly limits: Limits
  readonly policy: Policy
  /** This format's vendor profile, checked by the format's own profiles.ts when the context is made. `{}` is the format's own vendor. */
  readonly dialect: JsonObject
  /** Profile of the upstream's model. Absent: nothing is known, and nothing is restricted. */
  readonly model?: ModelProfile
  /**
   * True if the client did not name this model (an alias, a route or a fallback did): fields that the model refuses are then changed in
   * requests of the upstream's own format too. Absent: the request passes, and the client gets the vendor's own error.
   */
  readonly modelChosen?: boolean
}
