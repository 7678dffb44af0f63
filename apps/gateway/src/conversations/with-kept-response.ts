import { answerFailure } from '../answers/answer-failure.ts'
import type { Channel } from '../channels/channel.ts'
import type { Parameters } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { findDocument } from './find-document.ts'
import { readKeptResponse, type KeptResponse } from './kept-response.ts'
import { kinds } from './kinds.ts'
import { onlyNative } from './only-native.ts'
import { settleLease } from './settle-lease.ts'
import { stateFaults } from './state-faults.ts'

/** What is done with a response that is kept here, and with one that an upstream keeps; `document` is what is known of that here. */
interface Services {
  readonly here: (exchange: Exchange, kept: KeptResponse, document: StoredDocument) => Promise<void> | void
  readonly there: (exchange: Exchange, channel: Channel, document: StoredDocument | undefined) => void
}

/** Serves a path with the id of a response, from where that is kept. Of another key's response nobody learns that there is one. */
export function withKeptResponse({ here, there }: Services): (exchange: Exchange, parameters: Parameters) => void {
  return (exchange, { id = '' }) =>
    void guardAsync(exchange, async () => {
      const { gateway } = exchange
      const found = await findDocument(exchange, kinds.response, id)
      if (exchange.over) return
      if (found === undefined || found === 'foreign') {
        const native = found === undefined ? onlyNative(gateway) : undefined
        return native ? there(exchange, native, undefined) : answerFailure(exchange, stateFaults.response(id))
      }
      const document = await settleLease(gateway, found)
      if (exchange.over) return
      const kept = readKeptResponse(document)
      if (kept.channel === undefined) return here(exchange, kept, document)
      const channel = gateway.channels.find(({ name }) => name === kept.channel)
      if (channel === undefined) return answerFailure(exchange, stateFaults.response(id))
      there(exchange, channel, document)
    })
}
