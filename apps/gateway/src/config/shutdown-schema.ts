import * as z from 'zod'

const seconds = z.number().min(0).max(3_600)

/** What becomes of running requests when the process is asked to end. In seconds. */
export const shutdownSchema = z.strictObject({
  /** How long new connections are still taken, while `/readyz` says 503 already: for balancers that look only now and then. Default 0. */
  delay: seconds.optional(),
  /** How long running requests may go on; then they get their error. Default 30. */
  grace: seconds.optional(),
})
