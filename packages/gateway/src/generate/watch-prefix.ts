import { isJsonObject, type JsonObject } from '@interlingua/core'
import { sessionOf, type Target } from '@interlingua/upstreams'
import type { AdmittedRequest } from '../server/client-request.ts'

/**
 * Warns once for each conversation in which a request does not begin with the one before, so that the upstream's prompt cache does not help. `asked`:
 * body of the client, `sent`: body for the upstream. Looks later, while the upstream works.
 */
export function watchPrefix({ client, grant }: AdmittedRequest, { channel, model }: Target, asked: JsonObject, sent: unknown): void {
  const session = sessionOf(client.incoming.headers, asked)
  if (session === undefined) return
  const { gateway, requestId, endpoint, edge } = client
  setImmediate(() => {
    if (!isJsonObject(sent)) return
    const place = gateway.prefixes.look([channel.name, model, grant.key?.id ?? '', session].join(' '), sent)
    if (place === undefined) return
    const format = endpoint?.dialect ?? edge.adapter.format
    gateway.observer.event('warn', 'prefix', { channel: channel.name, model, format, id: requestId, place })
  })
}
