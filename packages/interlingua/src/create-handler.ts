import { findModelProfile, type Failure } from '@interlingua/core'
import { matchRoute, type InboundEdge } from '@interlingua/core/edge'
import { answerRequest } from './answer-request.ts'
import { unknownPath } from './create-translating-fetch.ts'
import { answerFailure, failureOf, RequestFailure } from './request-failure.ts'
import { openUpstream, type OpenUpstream, type UpstreamSettings } from './upstream.ts'

/** Facts by which an upstream is chosen. */
export interface AskedFor {
  /** Model that the client asks for. */
  readonly model: string
  /** Format of the client: `messages`. */
  readonly format: string
  readonly request: Request
}

export interface HandlerOptions {
  /** Formats of the clients; a request's path says which one it is. */
  readonly from: InboundEdge | readonly InboundEdge[]
  /**
   * Upstreams by the name of the asked model, with stars (`claude-*`), the first that fits; `default` is for any other model. Or a function, which
   * gives `undefined` for an unknown model.
   */
  readonly upstreams:
    | Readonly<Record<string, UpstreamSettings>>
    | ((asked: AskedFor) => UpstreamSettings | undefined | Promise<UpstreamSettings | undefined>)
  /** True for a caller who may ask. Absent: everybody may; a server that can be reached by others needs it. */
  readonly authenticate?: (request: Request) => boolean | Promise<boolean>
  /** Bytes of a request. Default 64 MiB. */
  readonly maxBytes?: number
  /** Callback for an error that the client is told as a 502 without details: no connection, or a bug. Default: none. */
  readonly onError?: (error: unknown) => void
}

/** Answers a request. Anything that a framework gives beside it is ignored. */
export type Handler = (request: Request, ...rest: readonly unknown[]) => Promise<Response>

/**
 * Creates a handler that serves clients of some formats by upstreams of others: for Workers, Deno and Bun, for Hono, for routes of Next, and by
 * `toNodeMiddleware` for Express and `node:http`. It keeps no state: no keys, no store, no limits. Those are the gateway's.
 * @example
 * const handler = createHandler({
 *   from: [anthropic, openaiChat],
 *   upstreams: { default: { to: openaiChat, baseURL: 'http://127.0.0.1:8000/v1', dialect: 'vllm' } },
 *   authenticate: (request) => request.headers.get('x-api-key') === secret,
 * })
 * export default { fetch: handler }
 * @throws TypeError for an upstream without an address, and for a dialect that its format cannot use
 */
export function createHandler({ from, upstreams, authenticate, maxBytes = 64 * 1024 * 1024, onError }: HandlerOptions): Handler {
  const formats: readonly InboundEdge[] = Array.isArray(from) ? from : [from as InboundEdge] // a value that is no list
  const [first] = formats
  if (first === undefined) throw new TypeError('from: give at least one format')
  const choose = chooser(upstreams)

  return async (request) => {
    const { pathname, search } = new URL(request.url)
    for (const format of formats) {
      const route = matchRoute(format.client.routes, { method: request.method, path: pathname })
      if (route === undefined) continue
      if (authenticate !== undefined && !(await authenticate(request))) return answerFailure(format, refused)
      try {
        const find = ({ model }: { readonly model: string }): Promise<OpenUpstream> =>
          choose({ model, format: format.adapter.format, request })
        return await answerRequest(request, format, route, find, maxBytes, hideCredentials)
      } catch (error) {
        if (request.signal.aborted) throw error
        onError?.(error)
        return answerFailure(format, unreachable)
      }
    }
    const headers = Object.fromEntries(request.headers)
    const certainty = ({ client }: InboundEdge): number => client.recognizes(pathname + search, headers)
    const nearest = formats.reduce((best, format) => (certainty(format) > certainty(best) ? format : best), first)
    return answerFailure(nearest, unknownPath(request.method, pathname, formats))
  }
}

function chooser(upstreams: HandlerOptions['upstreams']): (asked: AskedFor) => Promise<OpenUpstream> {
  const opened = new WeakMap<UpstreamSettings, OpenUpstream>()
  const open = (settings: UpstreamSettings): OpenUpstream => {
    const known = opened.get(settings)
    if (known !== undefined) return known
    const upstream = openUpstream(settings)
    opened.set(settings, upstream)
    return upstream
  }
  if (typeof upstreams === 'function')
    return async (asked) => {
      const settings = await upstreams(asked)
      if (settings === undefined) throw unknownModel(asked.model)
      return open(settings)
    }
  // Opened at once, so that a mistake is told before the first request.
  const named = Object.entries(upstreams).map(([pattern, settings]) => ({
    pattern: pattern === 'default' ? '*' : pattern,
    upstream: open(settings),
  }))
  const sorted = [...named.filter(({ pattern }) => pattern !== '*'), ...named.filter(({ pattern }) => pattern === '*')]
  return async ({ model }) => {
    const found = findModelProfile(sorted, model)
    if (found === undefined) throw unknownModel(model)
    return found.upstream
  }
}

function unknownModel(model: string): RequestFailure {
  return new RequestFailure(failureOf('not-found', `The model ${model.slice(0, 200)} is not served here.`, 404))
}

const refused = failureOf('authentication', 'The key is missing or not valid here.', 401)
const unreachable = failureOf('server', 'The upstream cannot be reached.', 502)

/** Hides the upstream's refusal of this server's own key, which no client can mend and which would be taken for a refusal of the client's. */
function hideCredentials(failure: Failure): Failure {
  if (failure.status !== 401 && failure.status !== 403 && failure.code !== 'authentication' && failure.code !== 'billing') return failure
  return failureOf('server', "The upstream refused this server's own credentials; asking again does not help.", 502)
}
