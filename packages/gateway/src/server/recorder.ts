import type { Open, Refuse, Target, UpstreamRequest } from '@interlingua/upstreams'
import type { Admission } from '../metering/outcome.ts'
import type { EndpointFacts } from '@interlingua/gateway-kernel'
import type { IncomingMessage } from 'node:http'

/** Request whose key is known, as recorders see it. */
export interface RecordableRequest extends Pick<Admission, 'grant' | 'capability'> {
  readonly client: {
    /** Id given by the gateway, unique. */
    readonly id: string
    /** Arrival, in milliseconds of a monotonic clock, and since the epoch. */
    readonly startedAt: number
    readonly at: number
    readonly incoming: IncomingMessage
    readonly edge: { readonly adapter: { readonly format: string } }
    readonly endpoint?: EndpointFacts
  }
}

/** Recorder of what clients and upstreams say, for people who look for a fault. */
export interface Recorder {
  /** True while requests may be recorded. Read once for each request, which costs nothing more while it is false. */
  readonly on: boolean
  /** Begins to record a request; undefined for one that is not to be recorded. */
  begin(admitted: RecordableRequest): RequestTap | undefined
}

/** Receiver of all that is said for one request. None of its methods throws. */
export interface RequestTap {
  /** Takes the body of the client's request. */
  request(body: Buffer): void
  /** Takes a call of an upstream, and gives what is to be called in place of `open` and `refuse`. */
  call(target: Target, request: UpstreamRequest, open: Open, refuse: Refuse): { readonly open: Open; readonly refuse: Refuse }
  /** Takes the head of the answer to the client. */
  head(status: number, headers: Readonly<Record<string, unknown>>): void
  /** Takes a piece of the answer to the client. */
  answer(piece: Buffer | string): void
  /** Called when the client has all, or has left. Calls of upstreams may still run. */
  close(): void
}
