import { startRelay } from './start-relay.ts'

/** A request of a case as it reached the upstream. */
export interface SeenRequest {
  readonly at: number
  readonly path: string
  readonly body: string
  /** Time at which the gateway left before the response was complete; undefined if it did not. */
  leftAt: number | undefined
}

export interface UpstreamWatch {
  readonly url: string
  /** Requests whose prompt has the mark, in their order. */
  seen(mark: string): readonly SeenRequest[]
  close(): Promise<void>
}

/** Mark that a harness puts before its prompt: `#client/upstream/case#`. */
const markOf = /#[\w.-]+\/[\w-]+\/[\w-]+#/

/** Starts a proxy before the demo provider, so that the driver sees each case's requests. */
export async function watchUpstream(target: string): Promise<UpstreamWatch> {
  const requests = new Map<string, SeenRequest[]>()
  const { url, close } = await startRelay(target, (path, body) => {
    const seen: SeenRequest = { at: performance.now(), path, body, leftAt: undefined }
    const mark = markOf.exec(body)?.[0] ?? ''
    requests.set(mark, [...(requests.get(mark) ?? []), seen])
    return { onLeft: () => (seen.leftAt = performance.now()) }
  })
  return { url, close, seen: (mark) => requests.get(mark) ?? [] }
}
