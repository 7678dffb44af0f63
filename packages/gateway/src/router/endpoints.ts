import type { EdgeOperation, FormatEdge } from '@interlingua/core/edge'
import { answerJson } from '../reply/write-reply.ts'
import { cacheEndpoints } from '../cached-contents/serve-caches.ts'
import { withCachedContent } from '../cached-contents/prepend-context.ts'
import { responseEndpoints, serveResponse, serveResponseCount } from '../responses/response-endpoints.ts'
import { serveCount } from '../generate/serve-count.ts'
import type { Formats } from '@interlingua/gateway-kernel'
import { embedEndpoints } from '../embeddings/serve-embed.ts'
import type { Endpoint } from '../server/reply.ts'
import { imageEndpoints } from '../images/serve-images.ts'
import { usageEndpoints } from '../operator/report-usage.ts'
import { modelEndpoints } from '../models/serve-models.ts'
import { healthEndpoints } from '../operator/readiness.ts'
import { type ServeBody, withBody } from '../reply/read-body.ts'
import { resultEndpoints } from '../results/serve-result.ts'
import { serveGenerate } from '../generate/serve-generate.ts'
import { serveTranslate } from '../generate/explain-request.ts'
import { type Sockets, upgradeRequired } from '../sockets/create-sockets.ts'
import { videoEndpoints } from '../video/video-endpoints.ts'

/** Creates the list of all endpoints. `sockets` serves WebSockets; absent: they are refused. */
export function createEndpoints(formats: Formats, sockets?: Pick<Sockets, 'accept'>): readonly Endpoint[] {
  return [
    ...withoutShared(formats.all.flatMap(textEndpoints)),
    ...formats.all.flatMap((edge) => (edge.upstream.supports.storedResponses === true ? [socketEndpoint(edge, sockets)] : [])),
    { method: 'POST', path: '/v1/translate', access: 'key', operation: 'translate', metered: false, serve: withBody(serveTranslate) },
    ...embedEndpoints(formats),
    ...imageEndpoints(formats),
    ...videoEndpoints(formats),
    ...modelEndpoints,
    ...resultEndpoints(formats),
    ...usageEndpoints,
    ...healthEndpoints,
    {
      method: 'GET',
      path: '/',
      access: 'open',
      operation: 'root',
      metered: false,
      serve: (_admitted, reply) => answerJson(reply, { service: 'interlingua', models: '/v1/models' }),
    },
  ]
}

/** Endpoints without paths that another format has as well: the first format that has one serves all. */
function withoutShared(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const taken = new Set<string>()
  return endpoints.filter(({ method, path }) => {
    const line = `${method} ${path}`
    if (taken.has(line)) return false
    taken.add(line)
    return true
  })
}

/** Endpoints of a text format, and of the state that its upstreams keep, which the gateway keeps for upstreams that do not. */
function textEndpoints(edge: FormatEdge): readonly Endpoint[] {
  const { storedResponses, cachedContents } = edge.upstream.supports
  return [
    ...edge.client.routes.map(({ path, also, operation, stream, summary }): Endpoint => ({
      method: 'POST',
      path,
      summary,
      ...(also && { also }),
      ...(stream !== undefined && { stream }),
      edge,
      access: 'key',
      operation,
      // A count costs nothing, and takes nothing of the key's rates.
      metered: operation === 'generate',
      serve: withBody(serviceOf(edge, operation)),
    })),
    ...(storedResponses === true ? responseEndpoints(edge) : []),
    ...(cachedContents === true ? cacheEndpoints(edge) : []),
  ]
}

/** Endpoint of the WebSockets of Responses. */
function socketEndpoint(edge: FormatEdge, sockets: Pick<Sockets, 'accept'> | undefined): Endpoint {
  const serve: Endpoint['serve'] = (admitted, reply) => (sockets ? sockets.accept(admitted, reply) : upgradeRequired)
  return { method: 'GET', path: '/v1/responses', edge, access: 'key', operation: 'responses', metered: false, serve }
}

function serviceOf({ upstream: { supports } }: FormatEdge, operation: EdgeOperation): ServeBody {
  if (supports.storedResponses === true) return operation === 'generate' ? serveResponse : serveResponseCount
  const serve = operation === 'generate' ? serveGenerate : serveCount
  return supports.cachedContents === true ? withCachedContent(serve) : serve
}
