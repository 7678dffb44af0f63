import type { Exchange } from '../exchange.ts'
import type { GatewayState } from '../gateway-state.ts'
import { tokensOfUsage } from '../metering/tokens-of-usage.ts'
import { readVideoPayload } from './video-documents.ts'
import { usageOfVideo } from './settled-record.ts'

/** The key's limits know of the cost of a task when it is settled, where somebody here still knows the key. Never rejects; holds nothing of the wish. */
export async function chargeWhenSettled({ tasks, prices }: GatewayState, id: string, charge: Exchange['charge']): Promise<void> {
  if (charge === undefined) return
  const task = await tasks.wait(id, new AbortController().signal).catch(() => undefined)
  const usage = task && usageOfVideo(task)
  if (task === undefined || usage === undefined) return charge(0, 0)
  const { input = 0, output = 0 } = tokensOfUsage(usage)
  charge(input + output, prices.costOf(usage, task.channel, readVideoPayload(task.payload).upstreamModel) ?? 0)
}
