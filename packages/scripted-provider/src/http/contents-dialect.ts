import type { Json, WireMessage } from '@interlingua/core'
import { checkContents } from '../contents/check-contents.ts'
import { checkContentsRequest } from '../contents/check-contents-request.ts'
import { phraseMisfit } from '../contents/phrase-misfit.ts'
import { readRequest } from '../contents/read-request.ts'
import { refuseContents } from '../contents/refuse-contents.ts'
import { countShape, requestShape } from '../contents/shapes/request-shape.ts'
import type { ContentsBody } from '../contents/shapes/request-shape.ts'
import { streamResponse } from '../contents/stream-response.ts'
import { writeFailure } from '../contents/write-failure.ts'
import { writeResponse } from '../contents/write-response.ts'
import { Misfit } from '../shape/misfit.ts'
import type { Refused, ServedDialect, Understood } from './served-dialect.ts'

const methods = { generateContent: 'generate', streamGenerateContent: 'generate', countTokens: 'count' } as const
const pattern = /^\/v1(?:beta)?\/models\/(.+):([A-Za-z]+)$/

/** Gemini's generateContent, read and printed without the adapter of the format. */
export const contentsDialect: ServedDialect = {
  format: 'contents',
  model: 'demo-contents',
  retryHint: 'body',
  caching: 'implicit',
  keyless: refuseContents(
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    undefined,
    403,
    'permission',
  ),
  isMeant: (headers) => headers['x-goog-api-key'] !== undefined,
  route(path) {
    const method = pattern.exec(path)?.[2]
    if (method !== undefined) return method in methods ? methods[method as keyof typeof methods] : 'unknown' // one of its keys
    return path.startsWith('/v1beta/') ? 'unknown' : undefined
  },
  read: (message) =>
    attempt(() => {
      const [model, method] = addressOf(message)
      return understand(requestShape(message.body as Json, undefined), model, method, message.query['alt'] === 'sse') // it was parsed from JSON
    }),
  readCount: (message) =>
    attempt(() => {
      const [model, method] = addressOf(message)
      const { contents, generateContentRequest } = countShape(message.body as Json, undefined) // it was parsed from JSON
      if (contents && generateContentRequest)
        return { failure: refuseContents('contents and generate_content_request are mutually exclusive.', 'contents') }
      if (generateContentRequest && generateContentRequest.model === undefined)
        return { failure: refuseContents('* CountTokensRequest.generate_content_request.model: model is not specified\n', 'model') }
      const body = generateContentRequest ?? { ...requestShape({}, undefined), contents }
      // Turns need not make sense yet.
      return { ...understand(body, model, method, false), check: () => checkContents(body.contents ?? []) }
    }),
  writeCount: (tokens) => ({ totalTokens: tokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens }] }),
  writeFailure,
}

/** Model and method: the method follows the last colon. */
function addressOf({ path }: WireMessage<unknown>): readonly [string, string] {
  const found = pattern.exec(path)
  return [decodeURIComponent(found?.[1] ?? ''), found?.[2] ?? '']
}

function attempt(read: () => Understood | Refused): Understood | Refused {
  try {
    return read()
  } catch (error) {
    if (error instanceof Misfit) return { failure: phraseMisfit(error) }
    throw error
  }
}

function understand(body: ContentsBody, model: string, method: string, sse: boolean): Understood {
  return {
    request: readRequest(body, model, method === 'streamGenerateContent'),
    check: () => checkContentsRequest(body, model),
    writeDocument: ({ response, directives }) => writeResponse(response, body, directives),
    openStream: ({ response, directives }) => streamResponse(writeResponse(response, body, directives), sse),
  }
}
