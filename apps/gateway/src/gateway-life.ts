/** What outlives each configuration that a gateway is given. */
export interface GatewayLife<Request extends RunningRequest = RunningRequest> {
  /** Those whose answers are not through. */
  readonly exchanges: RunningExchanges<Request>
  /** Responses that this process runs in the background, by id. */
  readonly runs: Map<string, Run>
  /** The gateway is ending: connections are not kept. */
  draining: boolean
  /** Called when the last running request is through while draining. */
  onDrained: () => void
}

/** A request whose answer is not through. */
export interface RunningRequest {
  /** The configuration that it began with. */
  readonly gateway: object
  /** When the first byte of a stream went out. */
  readonly firstByteAt?: number
  /** Where it stands among the running ones. */
  place?: number | undefined
}

/** The exchanges whose answers are not through, in no order. */
export interface RunningExchanges<Request extends RunningRequest = RunningRequest> extends Iterable<Request> {
  readonly size: number
  add(exchange: Request): void
  /** Does nothing where it is not among them. */
  delete(exchange: Request): void
}

/** A background response that this process runs. */
export interface Run {
  readonly owner: string
  /** Ends it, without an answer. */
  abort(): void
  /** Ends it, and says that it failed. Never rejects. */
  stop(): Promise<void>
}
