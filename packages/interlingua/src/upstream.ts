import {
  parseRetryAfter,
  type Failure,
  type JsonObject,
  type Limits,
  type Notice,
  type Policy,
  type Usage,
  type WireMessage,
} from '@interlingua/core'
import { createUpstreamPaths, type Authorizer, type OpenAuthorizer, type OutboundEdge, type OutgoingRequest } from '@interlingua/core/edge'
import { createContext } from '@interlingua/streams'
import type { MediaSettings } from './media.ts'
import { defaultVersion, fixedOf, type TranslationSettings } from './settings.ts'

/** Facts about a request that has ended. */
export interface Finished {
  /** Tokens that the upstream counted. Absent: it told none. */
  readonly usage?: Usage
  /** `completed`, `cancelled` if the client left, else the code of the failure. */
  readonly outcome: 'completed' | Failure['code']
  /** Everything that was changed, of the request and of the answer. */
  readonly notices: readonly Notice[]
  /** Status of the answer. */
  readonly status: number
}

/** An upstream, and how requests are translated for it. */
export interface UpstreamSettings<T extends OutboundEdge = OutboundEdge> extends TranslationSettings<T> {
  /** Format of the upstream. */
  readonly to: T
  /** Address of the upstream; a version at its end replaces that of the format. Default: the vendor's own. */
  readonly baseURL?: string
  /** Key, sent as the format has it. Default: none. */
  readonly apiKey?: string
  /** Gives the headers that authorize a request, for tokens that expire and for signatures; called for each call. Default: `apiKey` alone. */
  readonly authorize?: Authorizer
  /** Further headers of each call, in lower case. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Media that the upstream cannot be told by address: `refuse`, or `fetch` them first, within limits. Default: `refuse`. */
  readonly media?: 'refuse' | 'fetch' | MediaSettings
  /** Callback for each notice, as it comes. Default: none. */
  readonly onNotice?: (notice: Notice) => void
  /** Callback at the end of each request, once, that of a stream among them. Default: none. */
  readonly onFinish?: (finished: Finished) => void
  /** Number of further attempts after a failure that may pass (429, 5xx, no connection). Default 0: SDKs repeat by themselves. */
  readonly retries?: number
  /** Bytes of a request, and of an answer that is no stream. Default 64 MiB. */
  readonly maxBytes?: number
  /** Default: the platform's. */
  readonly fetch?: typeof fetch
}

/** An upstream that can be called. */
export interface OpenUpstream {
  readonly settings: UpstreamSettings
  readonly to: OutboundEdge
  readonly fixed: { readonly dialect: JsonObject; readonly policy: Policy; readonly limits: Limits }
  readonly maxBytes: number
  readonly call: (message: WireMessage<unknown>, signal: AbortSignal) => Promise<Response>
}

/** Opens an upstream. Throws a `TypeError` where there is no address, and what the format throws for a dialect that it cannot use. */
export function openUpstream(settings: UpstreamSettings): OpenUpstream {
  const { to, baseURL = to.upstream.baseUrl, apiKey, retries = 0, maxBytes = 64 * 1024 * 1024 } = settings
  if (baseURL === undefined) throw new TypeError(`baseURL: ${to.adapter.format} has no address of its own; give one`)
  const base = new URL(baseURL)
  const fixed = fixedOf(to, settings, base.hostname)
  const paths = createUpstreamPaths(base)
  const own = { ...to.upstream.headers(apiKey, settings.version ?? defaultVersion), ...settings.headers }
  const signer = openSigner(settings, fixed.dialect)

  async function call({ path, query, headers, body }: WireMessage<unknown>, signal: AbortSignal): Promise<Response> {
    const url = new URL(paths(path), base)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    // The message's own headers say what it needs; credentials are never among them.
    const request = { method: 'POST', url: url.href, headers: { ...own, ...headers }, body: JSON.stringify(body) }
    const signed = { ...request.headers, ...(await signer?.authorize(request)), ...(await settings.authorize?.(request)) }
    // Looked up at each call, so that a replaced global is used.
    const send = settings.fetch ?? fetch
    return send(request.url, { method: request.method, headers: signed, body: request.body, signal })
  }

  return {
    settings,
    to,
    fixed,
    maxBytes,
    call: (message, signal) => repeat(retries, signal, () => call(message, signal)),
  }
}

function openSigner({ to, apiKey, fetch: send }: UpstreamSettings, settings: JsonObject): OpenAuthorizer | undefined {
  return to.upstream.authorize?.({
    key: apiKey,
    settings,
    now: Date.now,
    fetch: async ({ method, url, headers, body }: OutgoingRequest) => {
      const init = { method, headers, ...(body !== undefined && { body: body as BodyInit }) } // a text, or bytes in memory of their own
      const response = await (send ?? fetch)(url, init)
      return { status: response.status, body: await response.text() }
    },
  })
}

const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 529])
/** Milliseconds before the first repetition, where the upstream names none, and at most. */
const firstWait = 500
const longestWait = 30_000

async function repeat(retries: number, signal: AbortSignal, attempt: () => Promise<Response>): Promise<Response> {
  for (let count = 0; ; count++) {
    const last = count >= retries
    let told: number | undefined
    try {
      const response = await attempt()
      if (last || !passing.has(response.status)) return response
      told = parseRetryAfter(Object.fromEntries(response.headers), clock)
      await response.body?.cancel()
    } catch (error) {
      if (last || signal.aborted) throw error
    }
    await wait(Math.min(told ?? firstWait * 2 ** count, longestWait), signal)
  }
}

const clock = createContext({ onNotice: () => {} })

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const left = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', left)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', left, { once: true })
  })
}
