import type { GenerateRequest, JsonObject } from '@interlingua/core'
import type { Channel } from '../channels/channel.ts'

/** Stands between a request of Responses and what is kept of conversations: what came before is put in front, what comes is kept. */
export interface Keeper {
  /** The id of the answer, where the channel that gives it keeps none itself. */
  readonly id: string
  /** Whether an answer of this channel is kept here, under that id, and not by its upstream. */
  keepsFor(channel: Channel): boolean
  /** Whether the request may go to this channel as it is: nothing is to be put in front, and the answer is kept there. */
  passesTo(channel: Channel): boolean
  /** The request as this channel must get it: what came before in front, and nothing in it that only the gateway knows. */
  recall(request: GenerateRequest, channel: Channel): GenerateRequest
  /** Hears of each document of a translated answer before the client gets it, a stream's snapshots included, and words in it what is kept. */
  see(document: JsonObject, channel: Channel): void
  /** Hears of the id of an answer that passes as it is, once it is known. */
  name(id: string, channel: Channel): void
}
