import { isInterlinguaError, isJsonObject, sameJson, type Context, type JsonObject } from '@interlingua/core'
import { isChosen } from '../channels/is-chosen.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { RequestHead } from '@interlingua/core/edge'
import { contextOf, type Exchange } from '../exchange.ts'
import { clientContext } from './client-context.ts'
import { readMessage } from './read-message.ts'

/**
 * Whether a body of the upstream's own format may go as it is to a model that its caller did not name: nothing in it that this model or its
 * server refuses, or spells in another way. Else it is translated, as a request of another format is, with a notice for each change.
 */
export function suitsChosen(exchange: Exchange, target: Target, ask: RequestHead, body: JsonObject): boolean {
  const { channel, model } = target
  if (!isChosen(target, ask.model)) return true
  const { adapter } = channel.edge
  let told = false
  const quiet = (context: Context): Context => ({ ...context, onNotice: () => void (told = true) })
  const upstream: Context = { ...contextOf(exchange, channel.dialect, channel.profileOf(model)), modelChosen: true }
  try {
    const client = quiet(clientContext(exchange, ask.model))
    const decoded = adapter.decodeRequest(adapter.parseRequest(readMessage(exchange, body), client), client)
    const lowered = adapter.lowerRequest({ ...decoded, model }, quiet(upstream))
    if (told) return false
    const sent = adapter.encodeRequest(lowered.request, quiet(upstream)).body
    const passed = exchange.edge.upstream.fitBody?.(body, quiet(upstream)) ?? body
    return isJsonObject(sent) && sameJson(compared(sent, passed), compared(passed, passed))
  } catch (error) {
    // What is wrong with it is told where it is translated.
    if (isInterlinguaError(error)) return false
    throw error
  }
}

/** Without what the address says, in one format or the other, and without the count that a translated chat stream asks for by itself. */
function compared({ model: _, stream: __, stream_options: counts, ...said }: JsonObject, passed: JsonObject): JsonObject {
  return counts === undefined || passed['stream_options'] === undefined ? said : { ...said, stream_options: counts }
}
