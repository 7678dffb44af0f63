export type EdgeOperation = 'generate' | 'count'

/** An endpoint of a format. It takes POST. */
export interface EdgeRoute {
  /**
   * `{name}` stands for one segment, `{name+}` for one or more. `{model}:method` at the end stands for a model, whose id may hold slashes and colons, and a method of it.
   */
  readonly path: string
  /** Other paths that mean the same. */
  readonly also?: readonly string[]
  readonly operation: EdgeOperation
  /** True: the answer is a stream, in formats whose path says so. */
  readonly stream?: boolean
  /** In a few words, for the description of the service. */
  readonly summary: string
}

/** Facts of a request that its path states. */
export interface PathParams {
  /** The version under which the client knows the endpoint: `/v1beta`. */
  readonly version?: string
  /** The path as its format spells it, however the client escaped it. */
  readonly path?: string
  readonly model?: string
  readonly stream?: boolean
  /** Deployment of Azure, which stands for the model of the body. Absent: the path names none. */
  readonly deployment?: string
}

/** Endpoint that a request is for, and what its path says of it. */
export interface MatchedRoute {
  readonly operation: EdgeOperation
  readonly path: PathParams
}

/**
 * Finds the route of a format that a request is for; `undefined` if there is none. `path` is without query. Any prefix may stand before the
 * version (`/api/v1/messages`), another version in the version's place, and behind it a project and a publisher of Google's cloud; without a
 * prefix the version may be absent.
 */
export function matchRoute(
  routes: readonly EdgeRoute[],
  { method, path }: { readonly method: string; readonly path: string },
): MatchedRoute | undefined {
  if (method !== 'POST') return undefined
  for (const route of routes) {
    const { groups } = patternOf(route).exec(path) ?? {}
    if (groups === undefined) continue
    const { operation, stream } = route
    const model = groups['model'] === undefined ? undefined : decode(groups['model'])
    const version = groups['version']
    return {
      operation,
      path: {
        path: version === undefined ? path.replace(/\/$/, '') : pathOf(version, groups, model),
        ...(version !== undefined && { version }),
        ...(model !== undefined && { model }),
        // A method of a model says of itself whether it streams.
        ...(stream !== undefined ? { stream } : groups['method'] !== undefined && { stream: false }),
      },
    }
  }
  return undefined
}

function pathOf(version: string, { tail = '', method }: Readonly<Record<string, string>>, model: string | undefined): string {
  if (model === undefined || method === undefined) return version + tail
  return `${version}/models/${plainId.test(model) ? model : encodeURIComponent(model)}:${method}`
}

/** Pattern of ids that stand in a path unescaped. */
const plainId = /^[\w.-]*$/
const patterns = new WeakMap<EdgeRoute, RegExp>()

function patternOf(route: EdgeRoute): RegExp {
  const known = patterns.get(route)
  if (known !== undefined) return known
  const [, version = '', tail = ''] = /^(\/v\d+(?:alpha|beta)?\d*)?(\/.*)$/.exec(route.path) ?? []
  const source = tail
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replace(/\{model\}:(\w+)$/, '(?<model>.+)(?::|%3[Aa])(?<method>$1)')
    .replaceAll(/\{(\w+)\\\+\}/g, '(?<$1>.+)')
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  // The cloud's paths of models only.
  const cloud = source.includes('(?<method>') ? '(?:/projects/[^/]+/locations/[^/]+)?(?:/publishers/[^/]+)?' : ''
  const versions = String.raw`(?:.*?(?<version>/v\d+(?:alpha|beta)?\d*))`
  const pattern = new RegExp(`^${version === '' ? '.*?' : `${versions}?`}${cloud}(?<tail>${source})/?$`)
  patterns.set(route, pattern)
  return pattern
}

/** Decodes a segment once; a segment with an invalid escape stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
