import type { GenerateAdapter, GenerateRequest, GenerateResponse } from '@interlingua/core'
import { UnsupportedError } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { createTestContext } from './create-test-context.ts'
import type { LawSettings } from './law-settings.ts'
import type { Violation } from './violation.ts'

/** Writes what it reads: a lowered request, encoded, passes the format's own parse and the checker of its ordering rules. */
export function lawRequestIsLegal(
  adapter: GenerateAdapter,
  request: GenerateRequest,
  settings: LawSettings = {},
  test = createTestContext(),
): readonly Violation[] {
  return attempt('writes what it reads (request)', (say) => {
    const message = encodeOrRefuse(adapter, request, test.context)
    if (message === undefined) return
    const body: unknown = JSON.parse(JSON.stringify(message.body))
    adapter.parseRequest({ ...message, body }, test.context)
    for (const breach of settings.checkRequest?.(body) ?? []) say('', breach)
  })
}

/** Writes what it reads: an answer, encoded, passes the format's own parse and checker. */
export function lawResponseIsLegal(
  adapter: GenerateAdapter,
  response: GenerateResponse,
  settings: LawSettings = {},
  test = createTestContext(),
): readonly Violation[] {
  return attempt('writes what it reads (answer)', (say) => {
    const reply = adapter.encodeResponse(response, test.context)
    const body: unknown = JSON.parse(JSON.stringify(reply.body))
    adapter.parseResponse({ ...reply, body }, test.context)
    for (const breach of settings.checkResponse?.(body) ?? []) say('', breach)
  })
}

/** A request of which nothing would survive is refused; that is legal. */
function encodeOrRefuse(adapter: GenerateAdapter, request: GenerateRequest, context: ReturnType<typeof createTestContext>['context']) {
  try {
    return adapter.encodeRequest(adapter.lowerRequest(request, context).request, context)
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined
    throw error
  }
}
