import type { EdgeOperation, FormatEdge } from '@interlingua/core/edge'
import { answerJson } from '../answers/answer-json.ts'
import { cacheEndpoints } from '../caches/cache-endpoints.ts'
import { withCachedContent } from '../caches/with-cached-content.ts'
import { responseEndpoints } from '../conversations/response-endpoints.ts'
import { serveResponseCount } from '../conversations/serve-response-count.ts'
import { serveResponse } from '../conversations/serve-response.ts'
import { serveCount } from '../counting/serve-count.ts'
import type { Formats } from '../create-formats.ts'
import { embedEndpoints } from '../embeddings/embed-endpoints.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { imageEndpoints } from '../images/image-endpoints.ts'
import { usageEndpoints } from '../metering/usage-endpoints.ts'
import { modelEndpoints } from '../models/model-endpoints.ts'
import { operationEndpoints } from '../operation/operation-endpoints.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { withBody } from '../requests/with-body.ts'
import { resultEndpoints } from '../results/result-endpoints.ts'
import { serveGenerate } from '../serving/serve-generate.ts'
import { serveTranslate } from '../serving/serve-translate.ts'
import { videoEndpoints } from '../video/video-endpoints.ts'

/** Every path there is. */
export function createEndpoints(formats: Formats): readonly Endpoint[] {
  return [
    ...formats.all.flatMap(textEndpoints),
    { method: 'POST', path: '/v1/translate', access: 'key', operation: 'translate', metered: false, serve: withBody(serveTranslate) },
    ...embedEndpoints(formats),
    ...imageEndpoints(formats),
    ...videoEndpoints(formats),
    ...modelEndpoints,
    ...resultEndpoints(formats),
    ...usageEndpoints,
    ...operationEndpoints,
    {
      method: 'GET',
      path: '/',
      access: 'open',
      operation: 'root',
      metered: false,
      serve: (exchange) => answerJson(exchange, { service: 'interlingua', models: '/v1/models' }),
    },
  ]
}

/** The paths of a text format, and of what its upstreams keep: the gateway keeps that for those that do not. */
function textEndpoints(edge: FormatEdge): readonly Endpoint[] {
  const { responses, cachedContents } = edge.upstream.keeps
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
      // Counting costs nothing, and counts towards nothing.
      metered: operation === 'generate',
      serve: withBody(serviceOf(edge, operation)),
    })),
    ...(responses === true ? responseEndpoints(edge) : []),
    ...(cachedContents === true ? cacheEndpoints(edge) : []),
  ]
}

function serviceOf({ upstream: { keeps } }: FormatEdge, operation: EdgeOperation): (exchange: Exchange, parsed: ParsedBody) => void {
  if (keeps.responses === true) return operation === 'generate' ? serveResponse : serveResponseCount
  const serve = operation === 'generate' ? serveGenerate : serveCount
  return keeps.cachedContents === true ? withCachedContent(serve) : serve
}
