import type { IncomingMessage } from 'node:http'
import { type AdmittedRequest, answerHeaders, type Endpoint, finishReply, type Reply } from '@interlingua/server'
import { type FailureReply, isLoopback } from '@interlingua/gateway-kernel'
import { authenticate } from '@interlingua/access'
import type { Metrics } from './metrics/metrics.ts'

const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** True if a request comes from this machine, and not through a proxy on it. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress } = socket
  if (remoteAddress === undefined || !isLoopback(remoteAddress.replace(/^::ffff:/, ''))) return false
  return forwarding.every((name) => headers[name] === undefined)
}

const open = { method: 'GET', access: 'open', metered: false } as const

export interface OperatorServices {
  readonly metrics: Metrics
  /** True if metrics are readable without a key. */
  readonly openMetrics: () => boolean
  /** Metrics of all workers. Absent: this process is the only one. */
  readonly gather?: () => Promise<string>
  /** Description of the service in OpenAPI, as text. */
  readonly description: () => string
}

/** Creates the endpoints of this program beside those of the library: metrics, and the description of the service. */
export function createOperatorEndpoints({ metrics, openMetrics, gather, description }: OperatorServices): readonly Endpoint[] {
  /** Serves the metrics to callers on this machine, to all callers if the operator opened them, else to administrators. */
  async function serveMetrics({ client }: AdmittedRequest, reply: Reply): Promise<FailureReply | void> {
    if (!openMetrics() && !isLocal(client.incoming)) {
      const grant = await authenticate(client, 'admin')
      if ('failure' in grant) return grant
    }
    // Loaded at the first call, since its library would make the start longer.
    const { formatMetrics, metricsType } = await import('./metrics/exposition.ts')
    answerText(reply, metricsType, await (gather?.() ?? formatMetrics(client.gateway, metrics)))
  }

  return [
    { ...open, path: '/metrics', operation: 'metrics', serve: serveMetrics },
    {
      ...open,
      path: '/openapi.json',
      operation: 'description',
      serve: (_admitted, reply) => answerText(reply, 'application/json', description()),
    },
  ]
}

function answerText(reply: Reply, type: string, text: string): void {
  if (reply.ended) return
  reply.response.writeHead(200, { ...answerHeaders(reply), 'content-type': type, 'content-length': Buffer.byteLength(text) })
  finishReply(reply, 'ok', () => reply.response.end(text))
}
