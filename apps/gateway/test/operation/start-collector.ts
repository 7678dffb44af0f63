import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { atEnd } from '../at-end.ts'

/** https://opentelemetry.io/docs/specs/otlp/#otlphttp, as JSON */
export interface Attribute {
  readonly key: string
  readonly value: {
    readonly stringValue?: string
    readonly intValue?: number | string
    readonly arrayValue?: { readonly values: readonly { readonly stringValue: string }[] }
  }
}
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code: number }
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}
interface Traces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}
interface Metrics {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string
        readonly unit: string
        readonly histogram: {
          readonly dataPoints: readonly {
            readonly attributes: readonly Attribute[]
            readonly count: number | string
            readonly sum: number
          }[]
        }
      }[]
    }[]
  }[]
}

export interface Collector {
  readonly url: string
  readonly texts: string[]
  readonly seen: IncomingMessage[]
  readonly spans: () => readonly Span[]
  readonly metrics: () => Metrics['resourceMetrics'][number]['scopeMetrics'][number]['metrics']
}

/** Starts a server that takes exported spans and metrics, like a collector. */
export async function startCollector(): Promise<Collector> {
  const bodies: { readonly path: string; readonly body: string }[] = []
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
      bodies.push({ path: request.url ?? '', body })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => server.close())
  const of = <T>(path: string): readonly T[] => bodies.filter((entry) => entry.path === path).map(({ body }) => JSON.parse(body) as T) // the collector's own wire
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // the server listens on TCP
    get texts() {
      return bodies.map(({ body }) => body)
    },
    seen,
    spans: () =>
      of<Traces>('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    metrics: () =>
      of<Metrics>('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
      ),
  }
}
