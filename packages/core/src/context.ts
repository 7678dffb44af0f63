import type { JsonObject } from './json.ts'
import type { Limits } from './limits.ts'
import type { ModelProfile } from './model-profile.ts'
import type { Notice } from './notice.ts'
import type { Policy } from './policy.ts'

/** Every impurity, by one argument. One per side of a translation: the client's format and the upstream's have different profiles. */
export interface Context {
  /** Required: to ignore loss must be visible in the caller's code. */
  readonly onNotice: (notice: Notice) => void
  /** A fresh id with this prefix, for responses only; call ids are derived (`deriveId`). */
  readonly newId: (prefix: string) => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly limits: Limits
  readonly policy: Policy
  /** This format's vendor profile, checked by the format's own profiles.ts when the context is made. `{}` is the format's own vendor. */
  readonly dialect: JsonObject
  /** What the upstream's model accepts; absent: nothing is known. */
  readonly model?: ModelProfile
  /**
   * True: the caller did not name this model (an alias, a route or a fallback did), so that what it refuses is changed in a request of the
   * upstream's own format too. Absent: such a caller hears the vendor's own word.
   */
  readonly modelChosen?: boolean
}
