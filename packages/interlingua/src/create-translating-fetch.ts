import { matchRoute, type InboundEdge, type OutboundEdge } from '@interlingua/core/edge'
import { answerRequest } from './answer-request.ts'
import { answerFailure, failureOf } from './request-failure.ts'
import { openUpstream, type UpstreamSettings } from './upstream.ts'

export interface TranslatingFetchOptions<F extends InboundEdge, T extends OutboundEdge> extends UpstreamSettings<T> {
  /** Format that the SDK speaks. */
  readonly from: F
}

/**
 * Creates a `fetch` for the SDK of one vendor that calls the service of another: give it to the SDK as its `fetch`. Requests to generate and to
 * count tokens are translated, streams and errors among them; any other path is a 404 in the SDK's format that says so. The SDK's own key
 * and address are not used.
 * @example
 * const client = new OpenAI({
 *   apiKey: 'unused',
 *   fetch: createTranslatingFetch({
 *     from: openaiChat,
 *     to: anthropic,
 *     apiKey: process.env.ANTHROPIC_API_KEY,
 *     onNotice: ({ message, path }) => console.warn(message, path),
 *   }),
 * })
 * @throws TypeError for a format without address of its own and no `baseURL`, and for a dialect that the format cannot use
 */
export function createTranslatingFetch<const F extends InboundEdge, const T extends OutboundEdge>(
  options: TranslatingFetchOptions<F, T>,
): typeof fetch {
  const { from } = options
  const upstream = openUpstream(options)
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const route = matchRoute(from.client.routes, { method: request.method, path: pathname })
    if (route === undefined) return answerFailure(from, unknownPath(request.method, pathname, [from]))
    return answerRequest(request, from, route, () => upstream, upstream.maxBytes)
  }
}

/** Failure for a path that is none of the formats' endpoints. */
export function unknownPath(method: string, path: string, formats: readonly InboundEdge[]): ReturnType<typeof failureOf> {
  const known = formats.flatMap(({ client }) => client.routes.map((route) => `POST ${route.path}`))
  return failureOf('not-found', `${method} ${path.slice(0, 200)} is not translated. Translated are ${known.join(', ')}.`, 404)
}
