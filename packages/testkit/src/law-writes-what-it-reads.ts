import type { GenerateAdapter, GenerateRequest, GenerateResponse } from '@interlingua/core'
import { UnsupportedError } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { createTestContext } from './create-test-context.ts'
import type { LawSettings } from './law-settings.ts'
import type { Violation } from './violation.ts'

/** Law "writes what it reads": a lowered and encoded request passes the format's own parser and the checker of its ordering rules. */
export function lawRequestIsLegal(
  adapter: Pick<GenerateAdapter, 'lowerRequest' | 'encodeRequest' | 'parseRequest'>,
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

/** Law "writes what it reads": an encoded response passes the format's own parser and checker. */
export function lawResponseIsLegal(
  adapter: Pick<GenerateAdapter, 'encodeResponse' | 'parseResponse'>,
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

/** Encodes a request; `undefined` if nothing of it would survive, since a refusal is legal. */
function encodeOrRefuse(
  adapter: Pick<GenerateAdapter, 'lowerRequest' | 'encodeRequest'>,
  request: GenerateRequest,
  context: ReturnType<typeof createTestContext>['context'],
) {
  try {
    return adapter.encodeRequest(adapter.lowerRequest(request, context).request, context)
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined
    throw error
  }
}
