import type { AdmittedRequest } from '../server/client-request.ts'
import { onRelease, type Reply } from '../server/reply.ts'
import { gatewayFull, limitsOfKey, rateExceeded } from '@interlingua/access'
import type { FailureReply, Guarded } from '@interlingua/gateway-kernel'
import type { IncomingMessage } from 'node:http'

/** Releases the resources of a request, once: at the end of its answer, or when its client has left. */
export function releaseHeld(reply: Reply): void {
  const { releases } = reply
  if (releases === undefined) return
  reply.releases = undefined
  for (const release of releases) release()
}

/** Milliseconds for which the rest of an unwanted body is still read, so that the client gets to read its answer. */
const lingering = 5_000
/** Bytes that are always read and dropped: most clients have sent them before they read the answer. */
const trifle = 1024 * 1024
/** Bytes after which a client that still sends will not read its answer. */
const mostUnread = 4 * 1024 * 1024

/** Drops the rest of a body: some megabytes or `limit` bytes of it, for a few seconds; then the connection ends. */
export function abandonBody(request: IncomingMessage, limit: number): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (request.complete || (length === undefined ? coding === undefined : Number(length) <= trifle)) return
  const most = Math.max(limit, mostUnread)
  let thrown = 0
  const end = (): void => void request.destroy()
  const timer = setTimeout(end, lingering).unref()
  request.on('close', () => clearTimeout(timer))
  request.on('data', (chunk: Buffer) => {
    thrown += chunk.length
    if (thrown > most) end()
  })
}

/** Milliseconds after which clients should retry, since the ends of running streams are unknown. */
const streamRetryMs = 1000

/** Takes a place for a stream, among those of its key and of this process, or gives the failure; at once unless another process counts. */
export function admitStream(admitted: AdmittedRequest, reply: Reply): Guarded<undefined> {
  if (admitted.stream !== true) return undefined
  const { gateway } = admitted.client
  const { key } = admitted.grant
  const { streams, places } = gateway.limiter
  if (streams.all >= gateway.capacity.streams) return gatewayFull
  const most = key && limitsOfKey(key, gateway.capacity.keys)?.concurrentStreams
  // Counted at once, so that streams that ask for a place of their key count too.
  streams.all++
  const leave = (): void => void streams.all--
  if (key === undefined || most === undefined) return void releaseWhenClosed(reply, leave)
  const enter = (giveBack: (() => void) | undefined): FailureReply | undefined => {
    if (giveBack === undefined) {
      leave()
      return { ...rateExceeded('concurrentStreams', most, streamRetryMs), limit: 'streams' }
    }
    releaseWhenClosed(reply, () => {
      leave()
      giveBack()
    })
    return undefined
  }
  const place = places.take(`streams:${key.id}`, most)
  return place instanceof Promise ? place.then(enter) : enter(place)
}

/** Gives a place back once the answer has ended or the client has left, which may be the case already. */
function releaseWhenClosed(reply: Reply, release: () => void): void {
  if (reply.response.closed) release()
  else onRelease(reply, release)
}
