import { doors } from './doors/doors.ts'
import type { Door, Way } from './door.ts'
import type { Endpoint, Parameters } from './endpoint.ts'
import { endpoints, nativeMethods } from './endpoints/endpoints.ts'
import { findNotServed } from './paths/not-served.ts'
import { isModelCaches, otherSpellings } from './paths/other-spellings.ts'
import { vendorOfPath } from './paths/vendor-of-path.ts'
import { wordUnfound, type Served } from './paths/word-unfound.ts'
import { vendorOfClient, type Signs } from './requests/vendor-of-client.ts'

/** Where a request goes. `door` speaks also for errors: a wrong path still gets an answer that its client can read. */
export type Route =
  | {
      readonly found: true
      readonly endpoint: Endpoint
      readonly door: Door
      readonly parameters: Parameters
      readonly way: Way
      /** The address as this service spells it, where the client spelled it otherwise. */
      readonly url?: string
    }
  /** `allow`: the methods that the path takes. `message`: what is said of a path at which there is nothing. */
  | { readonly found: false; readonly door: Door; readonly allow?: string; readonly message?: string; readonly url?: string }

const doorOfVendor = { openai: doors.chat, anthropic: doors.messages, google: doors.contents } as const

interface Template {
  readonly segments: readonly string[]
  readonly endpoints: readonly Endpoint[]
}

const plain = new Map<string, Endpoint[]>()
const templates: Template[] = []
for (const endpoint of endpoints) addEndpoint(endpoint)

/** What is told of where there is nothing. */
const served: Served = {
  paths: [...new Set(endpoints.filter(({ access }) => access === 'key').map(({ path }) => path)), '/v1beta/models/{model}:generateContent'],
  methods: [...nativeMethods.keys()],
}

const modelPrefix = '/v1/models/'
const betaPrefix = '/v1beta/models/'
/** Ids that stand in a path as they are. */
const plainId = /^[\w.-]*$/

const nothing: Way = {}
const noParameters: Parameters = {}

/** Pure: from the request line, and the headers by which clients are known where the path does not say. */
export function route(method: string, url: string, signs: Signs): Route {
  const end = url.indexOf('?')
  const path = readPath(end === -1 ? url : url.slice(0, end))
  if (path === undefined) return { found: false, door: doorOfVendor[vendorOfClient(url, signs)] }
  const straight = find(method, path, url, signs)
  if (straight?.found === true || (straight?.found === false && straight.allow !== undefined)) return straight
  for (const meant of otherSpellings(path)) {
    const address = encodePath(meant) + (end === -1 ? '' : url.slice(end))
    const other = find(method, meant, address, signs)
    // Only what clients call with their key: whoever guards other paths in front of the gateway must know all their spellings.
    if (other?.found === true && other.endpoint.access === 'key') return { ...other, url: address }
    if (other?.found === false && other.allow !== undefined) return { ...other, url: address }
  }
  const door = doorOfVendor[vendorOfPath(path, url, signs)]
  return { found: false, door, message: wordUnfound(method, path, served) }
}

/** Where there is something at exactly this path; `undefined` where there is nothing, or a vendor has something that is not served here. */
function find(method: string, path: string, url: string, signs: Signs): Route | undefined {
  const exact = plain.get(path)
  if (exact) return admit(exact, method, url, path, signs, noParameters)
  const native = routeNative(method, path)
  if (native) return native
  if (findNotServed(path) !== undefined) return undefined
  for (const template of templates) {
    const parameters = match(template.segments, path)
    if (parameters) return admit(template.endpoints, method, url, path, signs, parameters)
  }
  return undefined
}

/** Escapes what a path cannot hold. Colons it can, and methods of models are known by them. */
function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replaceAll('%3A', ':'))
    .join('/')
}

function addEndpoint(endpoint: Endpoint): void {
  const { path } = endpoint
  if (!path.includes('{')) {
    const same = plain.get(path)
    if (same) same.push(endpoint)
    else plain.set(path, [endpoint])
    return
  }
  const segments = path.split('/')
  const shape = shapeOf(segments)
  const index = templates.findIndex((template) => shapeOf(template.segments) === shape)
  if (index === -1) templates.push({ segments, endpoints: [endpoint] })
  else templates[index] = { segments, endpoints: [...(templates[index]?.endpoints ?? []), endpoint] }
}

function shapeOf(segments: readonly string[]): string {
  return segments.map((segment) => (segment.startsWith('{') ? (segment.endsWith('+}') ? '{+}' : '{}') : segment)).join('/')
}

function match(segments: readonly string[], path: string): Parameters | undefined {
  const parts = path.split('/')
  const parameters: Record<string, string> = {}
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index] ?? ''
    const part = parts[index]
    if (part === undefined) return undefined
    if (!segment.startsWith('{')) {
      if (segment !== part) return undefined
      continue
    }
    if (part === '') return undefined
    if (segment.endsWith('+}')) {
      parameters[segment.slice(1, -2)] = parts.slice(index).join('/')
      return parameters
    }
    parameters[segment.slice(1, -1)] = part
  }
  return parts.length === segments.length ? parameters : undefined
}

function admit(candidates: readonly Endpoint[], method: string, url: string, path: string, signs: Signs, parameters: Parameters): Route {
  const asked = method === 'HEAD' ? 'GET' : method
  const endpoint = candidates.find((candidate) => candidate.method === asked)
  const door = (endpoint ?? candidates[0])?.door ?? doorOfVendor[vendorOfClient(url, signs)]
  if (endpoint) return { found: true, endpoint, door, parameters, way: nothing }
  const allow = candidates.flatMap((candidate) => (candidate.method === 'GET' ? ['GET', 'HEAD'] : [candidate.method])).join(', ')
  return { found: false, door, allow }
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
  if (known === undefined) return method === 'POST' || isModelCaches(path) ? { found: false, door } : undefined
  if (method !== 'POST') return { found: false, door, allow: 'POST' }
  const model = path.slice(prefix.length, colon)
  const { endpoint, stream } = known
  const way = {
    version: beta ? '/v1beta' : '/v1',
    path: plainId.test(model) ? path : `${prefix}${encodeURIComponent(model)}${path.slice(colon)}`,
    model,
    stream,
  }
  return { found: true, endpoint, door, parameters: noParameters, way }
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
