import { answerFailure } from '../answers/answer-failure.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { admitOperation } from '../operations/admit-operation.ts'
import { expectInput } from '../limits/expect-text.ts'
import { serveOperation } from '../operations/serve-operation.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { readMessage } from '../requests/read-message.ts'
import { answerEmbed } from './answer-embed.ts'
import { askEmbed } from './ask-embed.ts'
import { createEmbedLedger } from './create-embed-ledger.ts'
import type { EmbedStyle } from './embed-style.ts'

/** Embeddings for clients of one dialect, by upstreams of any. */
export function serveEmbed(style: EmbedStyle): (exchange: Exchange, parsed: ParsedBody) => void {
  const { adapter } = style
  return (exchange, { body, bytes }) => {
    const asked = style.readModel(exchange, body)
    if ('failure' in asked) return answerFailure(exchange, asked)
    const targets = admitOperation(exchange, { ...asked, stream: false, ability: 'embed', format: adapter.format })
    if (targets === undefined) return
    const client = contextOf(exchange, style.settings(exchange))
    const message = readMessage(exchange, body)
    // Throws what is wrong with it: that is wrong everywhere.
    const request = adapter.decodeRequest(adapter.parseRequest(message, client), client)
    const ledger = createEmbedLedger(exchange, request)
    serveOperation(
      exchange,
      targets,
      () => ({ input: expectInput(body, bytes.length), output: 0 }),
      async (target) => {
        const { headers } = message
        const answer = await askEmbed({ exchange, style, target, request, headers, ledger })
        await answerEmbed({ exchange, style, target, request, client, ledger }, answer)
      },
    )
  }
}
