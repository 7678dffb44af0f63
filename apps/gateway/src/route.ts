import { doors } from './doors/doors.ts'
import type { Door, Way } from './door.ts'

export type Service = 'generate' | 'count' | 'translate' | 'models' | 'model' | 'health' | 'root'

/** Where a request goes. `door` speaks also for errors: a wrong path still gets an answer that its client can read. */
export type Route =
  | { readonly found: true; readonly service: Service; readonly door: Door; readonly parameter: string; readonly way: Way }
  | { readonly found: false; readonly door: Door; readonly allow?: string }

/** Headers, by some of which a client is known where the path does not say which format it speaks. */
export type Signs = Readonly<Record<string, unknown>>

interface Entry {
  readonly service: Service
  /** Absent: whatever the client seems to speak. */
  readonly door?: Door
  readonly methods: readonly string[]
}

const entries: ReadonlyMap<string, Entry> = new Map<string, Entry>(
  Object.entries({
    '/v1/messages': { service: 'generate', door: doors.messages, methods: ['POST'] },
    '/v1/messages/count_tokens': { service: 'count', door: doors.messages, methods: ['POST'] },
    '/v1/responses': { service: 'generate', door: doors.responses, methods: ['POST'] },
    '/v1/responses/input_tokens': { service: 'count', door: doors.responses, methods: ['POST'] },
    '/v1/chat/completions': { service: 'generate', door: doors.chat, methods: ['POST'] },
    '/v1/translate': { service: 'translate', methods: ['POST'] },
    '/v1/models': { service: 'models', methods: ['GET', 'HEAD'] },
    '/healthz': { service: 'health', methods: ['GET', 'HEAD'] },
    '/': { service: 'root', methods: ['GET', 'HEAD'] },
  }),
)

const modelEntry: Entry = { service: 'model', methods: ['GET', 'HEAD'] }
const modelPrefix = '/v1/models/'
const betaPrefix = '/v1beta/models/'
/** Ids that stand in a path as they are. */
const plainId = /^[\w.-]*$/

/** The methods of a native model: `models/{model}:{method}`. */
const nativeMethods: ReadonlyMap<string, { readonly service: Service; readonly stream: boolean }> = new Map(
  Object.entries({
    generateContent: { service: 'generate', stream: false },
    streamGenerateContent: { service: 'generate', stream: true },
    countTokens: { service: 'count', stream: false },
  }),
)

const nothing: Way = {}

/** Pure: from the request line, and the headers by which clients are known where the path does not say. */
export function route(method: string, url: string, signs: Signs): Route {
  const end = url.indexOf('?')
  const path = readPath(end === -1 ? url : url.slice(0, end))
  const fallback = guessDoor(path, signs)
  if (path === undefined) return { found: false, door: fallback }
  const entry = entries.get(path)
  if (entry) return admit(entry, method, '', fallback)
  const native = routeNative(method, path)
  if (native) return native
  if (path.startsWith(modelPrefix) && path.length > modelPrefix.length)
    return admit(modelEntry, method, path.slice(modelPrefix.length), fallback)
  return { found: false, door: fallback }
}

function admit({ service, door, methods }: Entry, method: string, parameter: string, fallback: Door): Route {
  const speaker = door ?? fallback
  if (!methods.includes(method)) return { found: false, door: speaker, allow: methods.join(', ') }
  return { found: true, service, door: speaker, parameter, way: nothing }
}

/** A model's id may hold slashes and colons: the method is what follows the last colon. */
function routeNative(method: string, path: string): Route | undefined {
  const beta = path.startsWith(betaPrefix)
  const prefix = beta ? betaPrefix : path.startsWith(modelPrefix) ? modelPrefix : undefined
  const colon = path.lastIndexOf(':')
  if (prefix === undefined || colon < prefix.length) return undefined
  const known = nativeMethods.get(path.slice(colon + 1))
  const door = doors.contents
  // An id with a colon in it is no call of a method.
  if (known === undefined) return method === 'POST' ? { found: false, door } : undefined
  if (method !== 'POST') return { found: false, door, allow: 'POST' }
  const model = path.slice(prefix.length, colon)
  const { service, stream } = known
  const way = {
    version: beta ? '/v1beta' : '/v1',
    path: plainId.test(model) ? path : `${prefix}${encodeURIComponent(model)}${path.slice(colon)}`,
    model,
    stream,
  }
  return { found: true, service, door, parameter: model, way }
}

function guessDoor(path: string | undefined, signs: Signs): Door {
  if (signs['anthropic-version'] !== undefined) return doors.messages
  return path?.startsWith('/v1beta/') || signs['x-goog-api-key'] !== undefined ? doors.contents : doors.chat
}

/** The path with its escapes read, once, and one slash at its end forgiven; `undefined` where an escape is none. */
function readPath(raw: string): string | undefined {
  let path = raw
  if (path.includes('%')) {
    try {
      path = decodeURIComponent(path)
    } catch {
      return undefined
    }
  }
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
