import type { EdgeHeaders, FormatEdge, PathParams } from '@interlingua/core/edge'
import type { Formats } from './create-formats.ts'
import type { Endpoint, Parameters } from './endpoint.ts'
import { findNotServed } from './paths/not-served.ts'
import { isModelCaches, otherSpellings } from './paths/other-spellings.ts'
import { formatOfPath } from './paths/format-of-path.ts'
import { wordUnfound, type Served } from './paths/word-unfound.ts'

/** Where a request goes. `edge` speaks also for errors: a wrong path still gets an answer that its client can read. */
export type Route =
  | {
      readonly found: true
      readonly endpoint: Endpoint
      readonly edge: FormatEdge
      readonly parameters: Parameters
      readonly params: PathParams
      /** The address as this service spells it, where the client spelled it otherwise. */
      readonly url?: string
    }
  /** `allow`: the methods that the path takes. `message`: what is said of a path at which there is nothing. */
  | { readonly found: false; readonly edge: FormatEdge; readonly allow?: string; readonly message?: string; readonly url?: string }

/** Pure: from the request line, and the headers by which clients are known where the path does not say. */
export type Router = (method: string, url: string, headers: EdgeHeaders) => Route

interface Template {
  readonly segments: readonly string[]
  readonly endpoints: readonly Endpoint[]
}

/** Ids that stand in a path as they are. */
const plainId = /^[\w.-]*$/
/** `/v1beta/models/{model}:generateContent` */
const modelMethod = /^(.*\/)\{model\}:(\w+)$/

const nothing: PathParams = {}
const noParameters: Parameters = {}

export function createRouter(endpoints: readonly Endpoint[], formats: Formats): Router {
  const plain = new Map<string, Endpoint[]>()
  const templates: Template[] = []
  /** Methods of models, by what stands before the model. */
  const methods = new Map<string, Map<string, Endpoint>>()
  for (const endpoint of endpoints) for (const path of [endpoint.path, ...(endpoint.also ?? [])]) addEndpoint(endpoint, path)

  const keyed = endpoints.filter(({ access }) => access === 'key')
  /** What is told of where there is nothing. */
  const served: Served = {
    paths: [...new Set(keyed.map(({ path }) => path).filter((path) => !modelMethod.test(path) || path.endsWith(':generateContent')))],
    methods: [...new Set([...methods.values()].flatMap((each) => [...each.keys()]))],
  }

  /** Where there is something at exactly this path; `undefined` where there is nothing, or a vendor has something that is not served here. */
  function find(method: string, path: string, url: string, headers: EdgeHeaders): Route | undefined {
    const exact = plain.get(path)
    if (exact) return admit(exact, method, url, headers, noParameters)
    const native = path.includes(':') ? findMethod(method, path) : undefined
    if (native) return native
    if (findNotServed(path) !== undefined) return undefined
    for (const template of templates) {
      const parameters = match(template.segments, path)
      if (parameters) return admit(template.endpoints, method, url, headers, parameters)
    }
    return undefined
  }

  function addEndpoint(endpoint: Endpoint, path: string): void {
    const [, prefix, name] = modelMethod.exec(path) ?? []
    if (prefix !== undefined && name !== undefined) {
      const known = methods.get(prefix) ?? new Map<string, Endpoint>()
      methods.set(prefix, known.set(name, endpoint))
      return
    }
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

  function admit(candidates: readonly Endpoint[], method: string, url: string, headers: EdgeHeaders, parameters: Parameters): Route {
    const asked = method === 'HEAD' ? 'GET' : method
    const endpoint = candidates.find((candidate) => candidate.method === asked)
    const edge = (endpoint ?? candidates[0])?.edge ?? formats.ofClient(url, headers)
    if (endpoint) return { found: true, endpoint, edge, parameters, params: paramsOf(endpoint, parameters) }
    const allow = candidates.flatMap((candidate) => (candidate.method === 'GET' ? ['GET', 'HEAD'] : [candidate.method])).join(', ')
    return { found: false, edge, allow }
  }

  /** A model's id may hold slashes and colons: the method is what follows the last colon. */
  function findMethod(method: string, path: string): Route | undefined {
    const colon = path.lastIndexOf(':')
    for (const [prefix, known] of methods) {
      if (!path.startsWith(prefix) || colon < prefix.length) continue
      const endpoint = known.get(path.slice(colon + 1))
      const [first] = known.values()
      const edge = endpoint?.edge ?? first?.edge ?? formats.ofVendor('google')
      // An id with a colon in it is no call of a method.
      if (endpoint === undefined) return method === 'POST' || isModelCaches(path) ? { found: false, edge } : undefined
      if (method !== endpoint.method) return { found: false, edge, allow: endpoint.method }
      const model = path.slice(prefix.length, colon)
      const { stream = false } = endpoint
      const params = {
        version: prefix.slice(0, prefix.indexOf('/', 1)),
        path: plainId.test(model) ? path : `${prefix}${encodeURIComponent(model)}${path.slice(colon)}`,
        model,
        stream,
      }
      return { found: true, endpoint, edge, parameters: noParameters, params }
    }
    return undefined
  }

  return (method, url, headers) => {
    const end = url.indexOf('?')
    const path = readPath(end === -1 ? url : url.slice(0, end))
    if (path === undefined) return { found: false, edge: formats.ofClient(url, headers) }
    const straight = find(method, path, url, headers)
    if (straight?.found === true || (straight?.found === false && straight.allow !== undefined)) return straight
    for (const meant of otherSpellings(path)) {
      const address = encodePath(meant) + (end === -1 ? '' : url.slice(end))
      const other = find(method, meant, address, headers)
      // Only what clients call with their key: whoever guards other paths in front of the gateway must know all their spellings.
      if (other?.found === true && other.endpoint.access === 'key') return { ...other, url: address }
      if (other?.found === false && other.allow !== undefined) return { ...other, url: address }
    }
    return { found: false, edge: formatOfPath(formats, path, url, headers), message: wordUnfound(method, path, served) }
  }
}

/** What a path says of the request: the model in a segment of its own, and whether the answer is a stream. */
function paramsOf({ stream }: Endpoint, { model }: Parameters): PathParams {
  if (stream === undefined && model === undefined) return nothing
  return { ...(stream !== undefined && { stream }), ...(model !== undefined && { model }) }
}

/** Escapes what a path cannot hold. Colons it can, and methods of models are known by them. */
function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replaceAll('%3A', ':'))
    .join('/')
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
