import { answerJson } from '../reply/write-reply.ts'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { Endpoint, Reply } from '../server/reply.ts'
import type { GatewayState } from '../server/gateway-state.ts'
import type { FailureReply } from '@interlingua/gateway-kernel'
import type { Channel } from '@interlingua/upstreams'

/** True if a channel may be called now: its breaker is not open, or its cool-down is over. */
export function isUsable({ circuit }: Channel): boolean {
  return circuit.state !== 'open' || circuit.openForMs() === 0
}

/** Milliseconds for the store to answer. */
const timeoutMs = 2_000

/** Reasons why no requests should be sent to this gateway now; empty if they may. */
export async function unreadiness({ lifecycle, channels, store }: GatewayState): Promise<readonly string[]> {
  const reasons: string[] = []
  if (lifecycle.draining) reasons.push('the gateway is ending')
  if (!channels.some(isUsable)) reasons.push('no channel can be used')
  if (store && !(await answers(store.ping()))) reasons.push('the store cannot be reached')
  return reasons
}

async function answers(ping: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => (timer = setTimeout(() => done(false), timeoutMs)))
  try {
    return await Promise.race([
      ping.then(
        () => true,
        () => false,
      ),
      late,
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** Serves the readiness: 200, or 503 with the reasons. */
async function serveReadiness(admitted: AdmittedRequest, reply: Reply): Promise<FailureReply | void> {
  const reasons = await unreadiness(admitted.client.gateway)
  if (reply.ended) return
  if (reasons.length === 0) answerJson(reply, { status: 'ready' })
  else answerJson(reply, { status: 'not-ready', reasons }, 503)
}

const open = { method: 'GET', access: 'open', operation: 'health', metered: false } as const

/** Endpoints for load balancers and orchestrators. */
export const healthEndpoints: readonly Endpoint[] = [
  { ...open, path: '/healthz', serve: (_admitted, reply) => answerJson(reply, { status: 'ok' }) },
  { ...open, path: '/readyz', serve: serveReadiness },
]
