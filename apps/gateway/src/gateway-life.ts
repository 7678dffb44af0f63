import type { Run } from './conversations/run-background.ts'
import type { RunningExchanges } from './running-exchanges.ts'

/** What outlives each configuration that a gateway is given. */
export interface GatewayLife {
  /** Those whose answers are not through. */
  readonly exchanges: RunningExchanges
  /** Responses that this process runs in the background, by id. */
  readonly runs: Map<string, Run>
  /** The gateway is ending: connections are not kept. */
  draining: boolean
  /** Called when the last running request is through while draining. */
  onDrained: () => void
}
