import { doors } from './doors/doors.ts'
import type { Door } from './door.ts'

export type Service = 'generate' | 'count' | 'models' | 'model' | 'health' | 'root'

/** Where a request goes. `door` speaks also for errors: a wrong path still gets an answer that its client can read. */
export type Route =
  | { readonly found: true; readonly service: Service; readonly door: Door; readonly parameter: string }
  | { readonly found: false; readonly door: Door; readonly allow?: string }

interface Entry {
  readonly service: Service
  readonly door: Door
  readonly methods: readonly string[]
}

const entries: ReadonlyMap<string, Entry> = new Map<string, Entry>(
  Object.entries({
    '/v1/messages': { service: 'generate', door: doors.messages, methods: ['POST'] },
    '/v1/messages/count_tokens': { service: 'count', door: doors.messages, methods: ['POST'] },
    '/v1/chat/completions': { service: 'generate', door: doors.chat, methods: ['POST'] },
    '/v1/models': { service: 'models', door: doors.chat, methods: ['GET', 'HEAD'] },
    '/healthz': { service: 'health', door: doors.chat, methods: ['GET', 'HEAD'] },
    '/': { service: 'root', door: doors.chat, methods: ['GET', 'HEAD'] },
  }),
)

const modelEntry: Entry = { service: 'model', door: doors.chat, methods: ['GET', 'HEAD'] }
const modelPrefix = '/v1/models/'

/** Pure: from the request line, and the header by which clients of Messages are known where the path does not say. */
export function route(method: string, url: string, hasAnthropicVersion: boolean): Route {
  const end = url.indexOf('?')
  const path = readPath(end === -1 ? url : url.slice(0, end))
  const fallback = hasAnthropicVersion ? doors.messages : doors.chat
  if (path === undefined) return { found: false, door: fallback }
  const entry = entries.get(path)
  if (entry) return admit(entry, method, '', fallback)
  if (path.startsWith(modelPrefix) && path.length > modelPrefix.length)
    return admit(modelEntry, method, path.slice(modelPrefix.length), fallback)
  return { found: false, door: fallback }
}

function admit(entry: Entry, method: string, parameter: string, fallback: Door): Route {
  const door = entry.service === 'generate' || entry.service === 'count' ? entry.door : fallback
  if (!entry.methods.includes(method)) return { found: false, door, allow: entry.methods.join(', ') }
  return { found: true, service: entry.service, door, parameter }
}

/** The path with its escapes read and one slash at its end forgiven; `undefined` where an escape is none. */
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
