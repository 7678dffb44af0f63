import { answerJson } from '../answers/answer-json.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { GatewayState } from '../gateway-state.ts'
import { isUsable } from './is-usable.ts'

/** Milliseconds that the store has to answer. */
const patience = 2_000

/** Why no requests should be sent here now; empty where they may. */
async function unreadiness({ life, channels, store }: GatewayState): Promise<readonly string[]> {
  const reasons: string[] = []
  if (life.draining) reasons.push('the gateway is ending')
  if (!channels.some(isUsable)) reasons.push('no channel can be used')
  if (store && !(await answers(store.ping()))) reasons.push('the store cannot be reached')
  return reasons
}

async function answers(ping: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => (timer = setTimeout(() => done(false), patience)))
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

/** Whether requests should be sent here: 200, or 503 with the reasons. */
export function serveReadiness(exchange: Exchange): void {
  void guardAsync(exchange, async () => {
    const reasons = await unreadiness(exchange.gateway)
    if (exchange.over) return
    if (reasons.length === 0) answerJson(exchange, { status: 'ready' })
    else answerJson(exchange, { status: 'not-ready', reasons }, 503)
  })
}
