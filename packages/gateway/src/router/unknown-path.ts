import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { FailureReply, Formats } from '@interlingua/gateway-kernel'
import type { IncomingMessage } from 'node:http'
import type { EdgeHeaders, FormatEdge } from '@interlingua/core/edge'

/** Path without the leading segments of a version or a vendor. */
interface Tail {
  /** Rest of the path without a leading slash: `chat/completions`. */
  readonly text: string
  /** True if the leading segments are ones that only Google's clients send. */
  readonly native: boolean
}

const versions: ReadonlySet<string> = new Set(['v1', 'openai', 'anthropic'])
const nativeVersions: ReadonlySet<string> = new Set(['v1beta', 'v1alpha', 'v1beta1'])

/**
 * Strips versions (which a base address may repeat or lack), the vendors' names under which servers offer their formats, and the project, location
 * and publisher of Google's cloud. Empty segments are ignored.
 */
function readTail(path: string): Tail {
  const segments = path.split('/').filter((segment) => segment !== '')
  let native = false
  let start = 0
  for (; start < segments.length; start++) {
    const segment = segments[start] ?? ''
    // Google serves OpenAI's format at `/v1beta/openai/`.
    if (versions.has(segment)) native = native && segment === 'v1'
    else if (nativeVersions.has(segment)) native = true
    else break
  }
  // Claude's paths there are served as they are.
  if (segments[start - 1] === 'openai' && segments[start] === 'deployments') start += 2
  if (segments[start] === 'projects' && segments[start + 2] === 'locations' && segments[start + 5] !== 'anthropic') {
    start += 4
    native = true
  }
  if (segments[start] === 'publishers' && segments[start + 1] === 'google') {
    start += 2
    native = true
  }
  return { text: segments.slice(start).join('/'), native }
}

const deploymentPath = /(?:^|\/)openai\/deployments\/([^/]+)\/./

/** Deployment that one of Azure's classic paths names, which stands for the model; undefined for any other path. */
export function deploymentOf(path: string): string | undefined {
  return deploymentPath.exec(path)?.[1]
}

/** Characters of a path, or of a part of one, that are compared; longer paths are no typing errors. */
const longest = 100

/**
 * Path of `served` that is most like `path`: the one with which it ends (a base address with the endpoint's path gives it twice), else one that
 * differs in a few characters.
 */
function nearestPath(path: string, served: readonly string[]): string | undefined {
  const asked = path.slice(0, longest)
  const end = served.filter((one) => asked.endsWith(one.slice(one.indexOf('/', 1)))).toSorted((a, b) => b.length - a.length)[0]
  if (end !== undefined) return end
  let best: { readonly path: string; readonly distance: number } | undefined
  for (const one of served) {
    const distance = distanceOf(asked.toLowerCase(), one.toLowerCase())
    if (distance <= one.length / 4 && (best === undefined || distance < best.distance)) best = { path: one, distance }
  }
  return best?.path
}

/** Number of characters to insert, remove or change (the Levenshtein distance). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let at = 1; at <= a.length; at++) {
    const next = [at]
    for (let index = 1; index <= b.length; index++) {
      const changed = (row[index - 1] ?? 0) + (a[at - 1] === b[index - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Endpoint of a vendor that this service does not have. */
interface NotServed {
  /** Name of the endpoint's topic, which follows `this gateway does not serve …`. */
  readonly what: string
  /** Advice, in the imperative; absent if there is none. */
  readonly instead?: string
  /** Vendor of the endpoint. Absent: several vendors. */
  readonly vendor?: 'openai' | 'anthropic' | 'google'
}

const inline = 'send files within the request, as base64 or by their address'
const oneByOne = 'send the requests one by one'
const stateful = 'keep the conversation with /v1/responses or /v1/conversations'

/**
 * Endpoints by their first segments, the longest match counts; no segment is ever an id. As of 2026-11: the resources of the packages `openai` 7.57,
 * `@anthropic-ai/sdk` 1.12 and `@google/genai` 3.1.
 */
const endpoints: Readonly<Record<string, NotServed>> = {
  audio: { what: 'speech and transcription (/v1/audio)', vendor: 'openai' },
  assistants: { what: 'assistants', instead: stateful, vendor: 'openai' },
  threads: { what: 'threads of assistants', instead: stateful, vendor: 'openai' },
  batches: { what: 'batches', instead: oneByOne },
  chatkit: { what: 'ChatKit', vendor: 'openai' },
  'chat/completions/': { what: 'stored chat completions', instead: stateful, vendor: 'openai' },
  completions: { what: 'the old text completions', instead: 'use /v1/chat/completions', vendor: 'openai' },
  containers: { what: 'containers', vendor: 'openai' },
  engines: { what: 'the old engines', instead: 'use /v1/models', vendor: 'openai' },
  evals: { what: 'evaluations', vendor: 'openai' },
  files: { what: 'uploaded files', instead: inline },
  fine_tuning: { what: 'fine-tuning', vendor: 'openai' },
  'fine-tunes': { what: 'fine-tuning', vendor: 'openai' },
  'images/variations': { what: 'variations of images', instead: 'use /v1/images/edits', vendor: 'openai' },
  moderations: { what: 'moderations', vendor: 'openai' },
  organization: { what: 'the administration of organizations', vendor: 'openai' },
  organizations: { what: 'the administration of organizations', vendor: 'anthropic' },
  realtime: { what: 'realtime sessions', instead: 'use /v1/responses with "stream": true', vendor: 'openai' },
  skills: { what: 'skills' },
  uploads: { what: 'uploads', instead: inline, vendor: 'openai' },
  vector_stores: { what: 'vector stores', vendor: 'openai' },
  'videos/characters': { what: 'characters of videos', vendor: 'openai' },
  'videos/edits': { what: 'edits of videos', instead: 'use /v1/videos/{id}/remix', vendor: 'openai' },
  'videos/extensions': { what: 'extensions of videos', vendor: 'openai' },
  agents: { what: 'managed agents', vendor: 'anthropic' },
  complete: { what: 'the old text completions', instead: 'use /v1/messages', vendor: 'anthropic' },
  environments: { what: 'managed agents', vendor: 'anthropic' },
  'messages/batches': { what: 'batches', instead: oneByOne, vendor: 'anthropic' },
  sessions: { what: 'managed agents', vendor: 'anthropic' },
  auth_tokens: { what: 'tokens of live sessions', vendor: 'google' },
  batchPredictionJobs: { what: 'batches', instead: oneByOne, vendor: 'google' },
  corpora: { what: 'corpora', vendor: 'google' },
  fileSearchStores: { what: 'file search stores', vendor: 'google' },
  tunedModels: { what: 'tuned models', vendor: 'google' },
  tuningJobs: { what: 'tuning', vendor: 'google' },
  'upload/': { what: 'uploaded files', instead: inline, vendor: 'google' },
  'ws/': { what: 'live sessions', instead: 'use /v1beta/models/{model}:streamGenerateContent', vendor: 'google' },
}

/** Endpoints by number of segments, the longest names first. */
const byLength = [2, 1].map((count) => ({
  count,
  names: new Map(
    Object.entries(endpoints)
      .map(([name, endpoint]) => [name.split('/').filter(Boolean), name.endsWith('/'), endpoint] as const)
      .filter(([segments]) => segments.length === count)
      .map(([segments, needsMore, endpoint]) => [segments.join('/'), { needsMore, endpoint }]),
  ),
}))

/** Finds a vendor's endpoint that is not served here; undefined for unknown paths. */
export function findNotServed(path: string): NotServed | undefined {
  const { text, native } = readTail(path)
  const segments = text.split('/')
  for (const { count, names } of byLength) {
    const found = names.get(segments.slice(0, count).join('/'))
    if (found === undefined || (found.needsMore && segments.length === count)) continue
    return native && found.endpoint.vendor === undefined ? { ...found.endpoint, vendor: 'google' } : found.endpoint
  }
  return undefined
}

/**
 * True for a path with which LiteLLM asks for the cached contents of a model; Google keeps all of them in one place, and the body names the model.
 */
export function isModelCaches(path: string): boolean {
  return modelCaches.test(path)
}

const modelCaches = /(?:^|\/)models\/.+:cachedContents$/

/**
 * Paths of this service that `path` may mean, the likeliest first: with a version too many or too few, too many slashes, or the paths and versions of
 * Google's cloud.
 */
export function otherSpellings(path: string): readonly string[] {
  const { text, native } = readTail(path)
  if (text === '') return []
  const tail = isModelCaches(text) ? 'cachedContents' : text
  const beta = native || /^models\/.+:\w+$/.test(tail)
  return (beta ? ['/v1beta/', '/v1/'] : ['/v1/', '/v1beta/']).map((version) => version + tail).filter((other) => other !== path)
}

/** Characters of a path that a message repeats. */
const longestShown = 200

export interface ServedPaths {
  /** Paths that clients call. */
  readonly paths: readonly string[]
  /** Methods of a native model. */
  readonly methods: readonly string[]
}

/** Message for an unknown path: the missing endpoint, a path that may be meant, and the paths that exist. */
export function wordUnfound(method: string, path: string, { paths, methods }: ServedPaths): string {
  const asked = `${method} ${path.length > longestShown ? `${path.slice(0, longestShown)}…` : path}`
  const missing = findNotServed(path)
  if (missing !== undefined) {
    const instead = missing.instead === undefined ? '' : `: ${missing.instead}`
    return `${asked}: this gateway does not serve ${missing.what}${instead}.`
  }
  const native = /\/models\/.+:(\w+)$/.exec(path)
  if (native) return `${asked}: there is no method ${native[1]} of a model here. The methods are ${methods.join(', ')}.`
  const nearest = nearestPath(path, paths)
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return `${asked}: unknown path.${meant} ${main}`
}

const main =
  'This gateway serves /v1/chat/completions, /v1/responses, /v1/messages, /v1/models, /v1beta/models/{model}:generateContent and others: GET /openapi.json lists them. The base address of OpenAI clients ends in /v1, that of Anthropic and Google clients has no path.'

/** Failure of a request whose path is unknown, in the words of `message`, or whose path takes only the methods of `allow`. */
export function describeUnfound(
  { method = '', url = '', headers }: IncomingMessage,
  details: { readonly allow?: string; readonly message?: string },
): FailureReply {
  const { allow, message = 'The path is no path: an escape in it cannot be read.' } = details
  if (allow === undefined) {
    const failure = { code: 'not-found', message, retryable: false, status: 404 } as const
    return { failure, rewriteBody: withoutCode }
  }
  if (headers.upgrade !== undefined) return noUpgrade
  const [path = ''] = url.split('?', 1)
  const words = `${method} is not allowed on ${path.slice(0, 200)}: use ${allow.replaceAll(', ', ' or ')}.`
  return {
    failure: { code: 'invalid-request', message: words, retryable: false, status: 405 },
    status: 405,
    headers: { allow },
  }
}

/** Drops OpenAI's code for a missing model, since the code would be wrong for a missing path. */
function withoutCode(body: JsonObject): JsonObject {
  const { error } = body
  return isJsonObject(error) && typeof error['code'] === 'string' ? { ...body, error: { ...error, code: null } } : body
}

/** Codex asks for a WebSocket first, and falls back to POST at once on this status. */
const noUpgrade: FailureReply = {
  failure: { code: 'invalid-request', message: 'There are no WebSockets here; send a POST.', retryable: false, status: 426 },
  status: 426,
  headers: { upgrade: 'HTTP/1.1', connection: 'upgrade, close' },
}

/** Vendors by the first segment of the path behind its version. */
const owners: Readonly<Record<string, string>> = {
  chat: 'openai',
  responses: 'openai',
  conversations: 'openai',
  embeddings: 'openai',
  images: 'openai',
  videos: 'openai',
  video: 'openai',
  messages: 'anthropic',
  cachedContents: 'google',
}

/** Format that words an error about `path`: that of the vendor to whom the path belongs, else the client's. */
export function formatOfPath(formats: Formats, path: string, url: string, headers: EdgeHeaders): FormatEdge {
  const { text, native } = readTail(path)
  const [first = ''] = text.split('/')
  const owner = Object.hasOwn(owners, first) ? owners[first] : findNotServed(path)?.vendor
  if (owner !== undefined) return formats.ofVendor(owner)
  return native || /^models\/.+:\w+$/.test(text) ? formats.ofVendor('google') : formats.ofClient(url, headers)
}
