import { answerFailure } from '../answers/answer-failure.ts'
import type { Parameters } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { findDocument } from './find-document.ts'
import { forwardToChannel } from './forward-to-channel.ts'
import { kinds } from './kinds.ts'
import { onlyNative } from './only-native.ts'
import { stateFaults } from './state-faults.ts'

/**
 * Serves a path with the id of a conversation that is kept here. What nobody here knows is asked of the one upstream that keeps conversations,
 * where there is one; of another key's conversation nobody learns that there is one.
 */
export function withConversation(
  here: (exchange: Exchange, document: StoredDocument, parameters: Parameters, parsed: ParsedBody | undefined) => Promise<void> | void,
): (exchange: Exchange, parameters: Parameters, parsed?: ParsedBody) => void {
  return (exchange, parameters, parsed) =>
    void guardAsync(exchange, async () => {
      const { id = '' } = parameters
      const found = await findDocument(exchange, kinds.conversation, id)
      if (exchange.over) return
      if (found !== undefined && found !== 'foreign') return here(exchange, found, parameters, parsed)
      const native = found === undefined ? onlyNative(exchange.gateway) : undefined
      if (native) forwardToChannel(exchange, native, parsed)
      else answerFailure(exchange, stateFaults.conversation(id))
    })
}
