/** Whether a channel's upstream may be asked now, by what became of the calls before. */
export interface Circuit {
  /** `open`: nobody calls. `half-open`: one call is out, or may be made, to see whether the upstream is well again. */
  readonly state: 'closed' | 'open' | 'half-open'
  /** Why it opened last: the upstream failed, or refused this gateway's credentials. */
  readonly cause: 'failures' | 'credentials'
  /** Milliseconds until the upstream may be asked; 0 is now. */
  openForMs(): number
  /** Begins a call. Whoever gets a pass ends it once, by one of the four; `undefined`: no call may be made now. */
  acquire(): Pass | undefined
  /** The upstream did its work; a request that it refused as wrong counts too. */
  succeed(pass: Pass): void
  fail(pass: Pass): void
  /** The upstream refused the gateway's credentials, its bill or its rights. */
  refuse(pass: Pass): void
  /** Nothing was learnt: the client left, or the upstream asked for patience. */
  release(pass: Pass): void
  /** The upstream asked to be left alone for so many milliseconds: others are preferred until then. */
  coolDown(millis: number): void
  /** Milliseconds of that which are left. */
  readonly coolDownMs: number
}

/** `probe`: the one call that decides whether the circuit closes. */
export type Pass = 'call' | 'probe'
