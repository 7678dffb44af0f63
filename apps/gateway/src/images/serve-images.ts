import type { ImageServer } from '@interlingua/images'
import type { WireMessage } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Ability } from '../channels/ability.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { admitOperation } from '../operations/admit-operation.ts'
import { expectImages } from '../limits/expect-images.ts'
import { serveOperation } from '../operations/serve-operation.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { answerImages } from './answer-images.ts'
import { prepareAttempt } from './prepare-attempt.ts'

/** A wish for images, from its checked body to the answer. Throws what is wrong with the body. */
export function serveImages(exchange: Exchange, server: ImageServer, ability: Ability, message: WireMessage<unknown>): void {
  const client = contextOf(exchange)
  const request = server.decodeRequest(server.parseRequest(message, client), client)
  const { model, stream = false } = request
  if (model === '') return answerFailure(exchange, invalidRequest('Field required', '/model'))
  const targets = admitOperation(exchange, { model, stream, ability, format: server.format })
  if (targets === undefined) return
  serveOperation(
    exchange,
    targets,
    () => expectImages(request, exchange.gateway.capacity.reservation),
    async (target) => {
      const attempt = await prepareAttempt({ exchange, server, client, request }, target)
      if (attempt !== undefined) await answerImages(attempt)
    },
  )
}
