/** When a channel's circuit opens, and for how long. Times are in milliseconds. */
export interface BreakerOptions {
  /** Failures within the window, at least half of all its calls, that open it. 0: it never opens. */
  readonly failures: number
  readonly window: number
  /** Until the first probe; doubled after each probe that fails, up to eight times as long. */
  readonly pause: number
  /** The same after refused credentials, of which `refusals` in a row open it. */
  readonly credentialPause: number
  readonly refusals: number
}
