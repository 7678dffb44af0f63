import type { Json, JsonObject, WireMessage } from '@interlingua/core'
import type { CachedContent } from '../contents/cached-content-store.ts'
import { checkContents } from '../contents/check-contents.ts'
import { checkContentsRequest } from '../contents/check-contents-request.ts'
import { formatValidationError } from '../contents/format-validation-error.ts'
import { readRequest } from '../contents/read-request.ts'
import { refuseContents } from '../contents/refuse-contents.ts'
import { countShape, requestShape } from '../contents/shapes/request-shape.ts'
import type { ContentsBody } from '../contents/shapes/request-shape.ts'
import { streamResponse } from '../contents/stream-response.ts'
import { writeFailure } from '../contents/write-failure.ts'
import { writeResponse } from '../contents/write-response.ts'
import { ValidationError } from '../shape/validation-error.ts'
import type { DemoRequest } from './demo-request.ts'
import { googleAddress } from './google-address.ts'
import { googleKeyless } from './google-keyless.ts'
import { illustrate } from './illustrate.ts'
import { keyOf } from './key-of.ts'
import { serveCachedContents } from './serve-cached-contents.ts'
import type { Answer, Refused, ServedDialect, Understood } from './served-dialect.ts'

const methods = { generateContent: 'generate', streamGenerateContent: 'generate', countTokens: 'count' } as const
const cachedContents = /^\/v1(?:beta)?\/cachedContents(?:\/|$)/

/** Gemini's generateContent, implemented without the adapter of the format. */
export const contentsDialect: ServedDialect = {
  format: 'contents',
  model: 'demo-contents',
  otherModels: ['demo-contents-image'],
  retryHint: 'body',
  keyless: googleKeyless,
  isMeant: (headers) => headers['x-goog-api-key'] !== undefined,
  route(path, httpMethod) {
    if (cachedContents.test(path)) return own(path, httpMethod) ? 'own' : 'unknown'
    const method = googleAddress(path)?.method
    if (method !== undefined) return method in methods ? methods[method as keyof typeof methods] : 'unknown' // the method is a key of the table
    return /^\/v1beta1?\//.test(path) ? 'unknown' : undefined
  },
  read: (message, demoRequest) =>
    attempt(() => {
      const { model, method } = addressOf(message)
      const body = requestShape(message.body as Json, undefined) // the body was parsed from JSON
      return understand(body, { model, method, sse: message.query['alt'] === 'sse' }, demoRequest)
    }),
  readCount: (message, demo) =>
    attempt(() => {
      const { model, method } = addressOf(message)
      const { contents, generateContentRequest } = countShape(message.body as Json, undefined) // the body was parsed from JSON
      if (contents && generateContentRequest)
        return { failure: refuseContents('contents and generate_content_request are mutually exclusive.', 'contents') }
      if (generateContentRequest && generateContentRequest.model === undefined)
        return { failure: refuseContents('* CountTokensRequest.generate_content_request.model: model is not specified\n', 'model') }
      const body = generateContentRequest ?? { ...requestShape({}, undefined), contents }
      // The order of turns is not checked for a count.
      return { ...understand(body, { model, method, sse: false }, demo), check: () => checkContents(body.contents ?? []) }
    }),
  writeCount: (tokens) => ({ totalTokens: tokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens }] }),
  writeFailure,
  serveOwn: serveCachedContents,
}

function own(path: string, method: string): boolean {
  return (path.endsWith('/cachedContents') ? ['GET', 'POST'] : ['GET', 'PATCH', 'DELETE']).includes(method)
}

function cachedFor({ cachedContent }: ContentsBody, demoRequest: DemoRequest): CachedContent | undefined {
  return cachedContent === undefined ? undefined : demoRequest.state.cachedContents.get(cachedContent, keyOf(demoRequest) ?? '')
}

function addressOf({ path }: WireMessage<unknown>): { readonly model: string; readonly method: string } {
  return googleAddress(path) ?? { model: '', method: '' }
}

function attempt(read: () => Understood | Refused): Understood | Refused {
  try {
    return read()
  } catch (error) {
    if (error instanceof ValidationError) return { failure: formatValidationError(error) }
    throw error
  }
}

interface Address {
  readonly model: string
  readonly method: string
  readonly sse: boolean
}

function understand(body: ContentsBody, { model, method, sse }: Address, demoRequest: DemoRequest): Understood {
  const cached = cachedFor(body, demoRequest)
  const request = readRequest(cached ? withCached(body, cached) : body, model, method === 'streamGenerateContent')
  const write = ({ response, directives, draft }: Answer): JsonObject => writeResponse(response, body, directives, cached, draft)
  return {
    request,
    check: () => checkContentsRequest(body, model, cached, demoRequest.path.includes('/publishers/')),
    illustrate: (response, directives) => illustrate(response, request, body, directives, demoRequest),
    writeDocument: write,
    openStream: (answer) => streamResponse(write(answer), sse),
  }
}

/** The body with the cached contents before its own. */
function withCached({ contents = [], ...body }: ContentsBody, { body: cached }: CachedContent): ContentsBody {
  return { ...cached, ...body, contents: [...(cached.contents ?? []), ...contents] }
}
