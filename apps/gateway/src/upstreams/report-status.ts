import type { Circuit, Pass } from './breaker.ts'

/** What the status of an answer says of its upstream. That the request is wrong, or too many come, is no fault of it. */
export function reportStatus(circuit: Circuit, pass: Pass, status: number): void {
  switch (status) {
    case 401:
    case 402:
    case 407:
      return circuit.refuse(pass)
    // Also said of a file or a cache that one request names: no caller may close a channel to all others by naming what is not its own.
    case 403:
    case 429:
      return circuit.release(pass)
    // Nobody serves this endpoint there.
    case 501:
      return circuit.succeed(pass)
    default:
      // It answers, but nobody is served where it points.
      if (status >= 300 && status < 400) return circuit.fail(pass)
      return status < 500 ? circuit.succeed(pass) : circuit.fail(pass)
  }
}
