import type { SharedLimits } from '@interlingua/access'
import type { EventRelay } from '@interlingua/console'
import type { Lead } from '@interlingua/server'
import type { CallControls } from '@interlingua/upstreams'

/** Part of a gateway among the workers of one primary process. */
export interface WorkerPart {
  /** Number of the worker, from 1. */
  readonly number: number
  /** Counts, breakers and queues of all workers. `onChange` is called when the primary process does not answer any more (false), and again (true). */
  share(onChange: (isShared: boolean) => void): { readonly limits: SharedLimits; readonly controls: CallControls }
  readonly lead: Lead
  /** Way of the console's events to the other workers. */
  readonly events: EventRelay
  /** Address of the demo's provider, which the primary process runs. */
  demo(): string | undefined
  /** Metrics of all workers, for Prometheus. */
  gatherMetrics(): Promise<string>
}
