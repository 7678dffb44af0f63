import type { EdgeHeaders, FormatEdge, PathParams } from '@interlingua/core/edge'
import type { Formats } from '@interlingua/gateway-kernel'
import type { Endpoint, Parameters } from '../server/reply.ts'
import { deploymentOf, findNotServed, formatOfPath, isModelCaches, otherSpellings, type ServedPaths, wordUnfound } from './unknown-path.ts'

/** Endpoint of a request, or the reason why there is none. `edge` words errors too, so that a client can read the answer to a wrong path. */
export type Route =
  | {
      readonly found: true
      readonly endpoint: Endpoint
      readonly edge: FormatEdge
      readonly parameters: Parameters
      readonly params: PathParams
      /** Address in this service's own form; absent if the client sent that form. */
      readonly url?: string
    }
  /** Unknown path or method. `allow`: methods that the path takes; `message`: text for an unknown path. */
  | { readonly found: false; readonly edge: FormatEdge; readonly allow?: string; readonly message?: string; readonly url?: string }

/** Finds the endpoint by the request line, and by headers that tell the client's format where the path does not. Without side effects. */
export type Router = (method: string, url: string, headers: EdgeHeaders) => Route

interface Template {
  readonly segments: readonly string[]
  readonly endpoints: readonly Endpoint[]
}

/** Pattern of ids that stand in a path unescaped. */
const plainId = /^[\w.-]*$/
/** Pattern of paths such as `/v1beta/models/{model}:generateContent`. */
const modelMethod = /^(.*\/)\{model\}:(\w+)$/

/** Pattern of paths with a place of a cloud before the model or a word in its place. */
const placedMethod = /^(.*\/\{\w+\}\/.*\/models\/)([^/]+:\w+)$/

function patternOfPlace(place: string): RegExp {
  return new RegExp(`^${place.replaceAll(/\{\w+\}/g, '[^/]+')}`)
}

const nothing: PathParams = {}
const noParameters: Parameters = {}

export function createRouter(endpoints: readonly Endpoint[], formats: Formats): Router {
  const plain = new Map<string, Endpoint[]>()
  const templates: Template[] = []
  /** Methods of models, by the path before the model. */
  const methods = new Map<string, Map<string, Endpoint>>()
  /** The same for paths with a project and a location before the model, and a method of no model (`count-tokens:rawPredict`). */
  const placed = new Map<string, { readonly prefix: RegExp; readonly known: Map<string, Endpoint> }>()
  for (const endpoint of endpoints) for (const path of [endpoint.path, ...(endpoint.also ?? [])]) addEndpoint(endpoint, path)

  const keyed = endpoints.filter(({ access }) => access === 'key')
  /** Paths and methods that messages about unknown paths name. */
  const served: ServedPaths = {
    paths: [...new Set(keyed.map(({ path }) => path).filter((path) => !modelMethod.test(path) || path.endsWith(':generateContent')))],
    methods: [...new Set([...methods.values()].flatMap((each) => [...each.keys()]))],
  }

  /** Finds the endpoint at exactly this path; undefined if there is none, or if it is a vendor's that is not served here. */
  function find(method: string, path: string, url: string, headers: EdgeHeaders): Route | undefined {
    const exact = plain.get(path)
    if (exact) return admit(exact, method, url, headers, noParameters)
    const native = path.includes(':') ? (findPlaced(method, path) ?? findMethod(method, path)) : undefined
    if (native) return native
    if (findNotServed(path) !== undefined) return undefined
    for (const template of templates) {
      const parameters = match(template.segments, path)
      if (parameters) return admit(template.endpoints, method, url, headers, parameters)
    }
    return undefined
  }

  function addEndpoint(endpoint: Endpoint, path: string): void {
    const [, place, called] = placedMethod.exec(path) ?? []
    if (place !== undefined && called !== undefined) {
      const { prefix, known } = placed.get(place) ?? { prefix: patternOfPlace(place), known: new Map<string, Endpoint>() }
      placed.set(place, { prefix, known: known.set(called, endpoint) })
      return
    }
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

  /** Finds a method at a place of a cloud: of a model, or one that stands for itself. */
  function findPlaced(method: string, path: string): Route | undefined {
    for (const { prefix, known } of placed.values()) {
      const [before] = prefix.exec(path) ?? []
      if (before === undefined) continue
      const colon = path.lastIndexOf(':')
      const model = path.slice(before.length, colon)
      const itself = known.get(path.slice(before.length))
      const endpoint = itself ?? known.get(`{model}${path.slice(colon)}`)
      const [first] = known.values()
      if (endpoint === undefined || model === '') return first && { found: false, edge: first.edge ?? formats.ofVendor('google') }
      if (method !== endpoint.method) return { found: false, edge: endpoint.edge ?? formats.ofVendor('google'), allow: endpoint.method }
      const params = paramsOf(endpoint, itself ? noParameters : { model })
      return { found: true, endpoint, edge: endpoint.edge ?? formats.ofVendor('google'), parameters: noParameters, params }
    }
    return undefined
  }

  /** Finds a method of a model: the text behind the last colon, since a model's id may hold slashes and colons. */
  function findMethod(method: string, path: string): Route | undefined {
    const colon = path.lastIndexOf(':')
    for (const [prefix, known] of methods) {
      if (!path.startsWith(prefix) || colon < prefix.length) continue
      const endpoint = known.get(path.slice(colon + 1))
      const [first] = known.values()
      const edge = endpoint?.edge ?? first?.edge ?? formats.ofVendor('google')
      // An id with a colon in it is no method call.
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
      // Only paths that need a key have other spellings: a proxy in front of the gateway that guards other paths must know all of theirs.
      if (other?.found === true && other.endpoint.access === 'key') {
        const deployment = deploymentOf(path)
        return { ...other, url: address, ...(deployment !== undefined && { params: { ...other.params, deployment } }) }
      }
      if (other?.found === false && other.allow !== undefined) return { ...other, url: address }
    }
    return { found: false, edge: formatOfPath(formats, path, url, headers), message: wordUnfound(method, path, served) }
  }
}

/** Facts of a path about the request: the model in a segment of its own, and whether the answer is a stream. */
function paramsOf({ stream }: Endpoint, { model }: Parameters): PathParams {
  if (stream === undefined && model === undefined) return nothing
  return { ...(stream !== undefined && { stream }), ...(model !== undefined && { model }) }
}

/** Escapes a path, except for colons, which mark methods of models. */
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
    if (segment.endsWith('+}') && index < segments.length - 1) {
      // The segments behind it are words, so that what they leave is its own.
      const after = segments.slice(index + 1)
      const end = parts.length - after.length
      if (end <= index || after.some((word, at) => word !== parts[end + at])) return undefined
      parameters[segment.slice(1, -2)] = parts.slice(index, end).join('/')
      return parameters
    }
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

/** Decodes a path once, and drops one slash at its end; undefined for an invalid escape. */
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
