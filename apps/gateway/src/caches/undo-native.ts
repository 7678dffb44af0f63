import type { Channel } from '../channels/channel.ts'
import type { Exchange } from '../exchange.ts'
import { askAboutTask } from '../tasks/ask-about-task.ts'

/** Whoever asked for it waits for so many milliseconds. */
const patience = 10_000

/** Deletes a cached content that its upstream has made and that nobody will ever name: it would be paid for until its end. Never rejects. */
export async function undoNative({ gateway, requestId }: Exchange, channel: Channel, name: string): Promise<void> {
  const place = { gateway, channel, signal: AbortSignal.timeout(patience) }
  const { state } = await askAboutTask(place, `/v1beta/${name}`, { method: 'DELETE' })
  if (state === 'answered' || state === 'missing') return
  const problem = 'a cached content that could not be stored is left at its upstream'
  gateway.log.write('error', 'store', { problem, id: requestId, channel: channel.name, name })
}
