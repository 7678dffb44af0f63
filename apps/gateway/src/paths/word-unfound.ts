import { findNotServed } from './not-served.ts'
import { nearestPath } from './nearest-path.ts'

/** Of a path that is told back. */
const longest = 200

export interface Served {
  /** The paths that clients call. */
  readonly paths: readonly string[]
  /** The methods of a native model. */
  readonly methods: readonly string[]
}

/** What is said of a path at which there is nothing: what it is, which one may be meant, and what there is. */
export function wordUnfound(method: string, path: string, { paths, methods }: Served): string {
  const asked = `${method} ${path.length > longest ? `${path.slice(0, longest)}…` : path}`
  const missing = findNotServed(path)
  if (missing !== undefined) {
    const instead = missing.instead === undefined ? '' : `: ${missing.instead}`
    return `${asked}: this gateway does not serve ${missing.what}${instead}.`
  }
  const native = /\/models\/.+:(\w+)$/.exec(path)
  if (native) return `${asked}: there is no method ${native[1]} of a model here. The methods are ${methods.join(', ')}.`
  const nearest = nearestPath(path, paths)
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return `${asked}: there is nothing at this path.${meant} ${main}`
}

const main =
  'This gateway serves /v1/chat/completions, /v1/responses, /v1/messages, /v1/models, /v1beta/models/{model}:generateContent and others: GET /openapi.json lists them. The base address of OpenAI clients ends in /v1, that of Anthropic and Google clients has no path.'
