import type { GatewayState } from '@interlingua/server'

/** Numbers of requests that run at each channel, by its name: those whose newest attempt is there. */
export function runningAtChannels({ lifecycle }: GatewayState): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { attempt } of lifecycle.requests) {
    const name = attempt?.target.channel.name
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
