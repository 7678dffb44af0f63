import { keyState, permitsModel } from '@interlingua/access'
import type { Channel } from '@interlingua/upstreams'
import type { ChannelReport, Resolution } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import { healthOf } from '../overview/channel-health.ts'
import { percentilesOf } from '../overview/percentiles.ts'
import { runningAtChannels } from '../overview/running-at-channels.ts'
import { refuseUnknown } from '../serve/read-input.ts'
import { type Call, type ConsoleRoute, everyRole, watchers } from '../serve/route.ts'

const lately = 5 * 60_000

/** Routes of channels, and of where a request would go. */
export function createChannelRoutes(): readonly ConsoleRoute[] {
  return [
    { method: 'GET', path: '/channels', summary: 'Lists channels with their health', roles: watchers, serve: listChannels },
    {
      method: 'GET',
      path: '/resolve',
      summary: 'Tells which channels a request for a model may go to',
      roles: everyRole,
      serve: resolveModel,
    },
  ]
}

async function listChannels({ gateway, now }: Call): Promise<{ readonly rows: readonly ChannelReport[] }> {
  const { usage } = gateway.store
  const running = runningAtChannels(gateway)
  const [all, allTimes] = await Promise.all([usage.sum({ from: now - lately }, 'channel'), usage.times({ from: now - lately }, 'channel')])
  const sums = new Map(all.map((sum) => [sum.group, sum]))
  const times = new Map(allTimes.map((one) => [one.group, one]))
  return {
    rows: gateway.channels.map((channel): ChannelReport => {
      const { origin, priority, policy, models, name } = channel
      const { requests = 0, failed = 0 } = sums.get(name) ?? {}
      const ids = models.map((model) => model.name)
      const [whole, firstByte] = [percentilesOf(times.get(name)?.whole ?? []), percentilesOf(times.get(name)?.firstByte ?? [])]
      return {
        running: running.get(name) ?? 0,
        ...healthOf(channel),
        origin,
        priority,
        strictness: policy.strictness,
        models: ids,
        requests,
        failed,
        ...(whole && { whole }),
        ...(firstByte && { firstByte }),
      }
    }),
  }
}

async function resolveModel({ gateway, query, person, now }: Call): Promise<Resolution> {
  refuseUnknown(query, ['model', 'format', 'key'])
  const model = query.get('model') ?? ''
  if (model === '') throw new ConsoleError('invalid-request', 'model: name a model, as a client would', { field: 'model' })
  const edge = gateway.formats.find(query.get('format') ?? gateway.formats.ids[0] ?? '')
  if (edge === undefined)
    throw new ConsoleError('invalid-request', `format: there is no such format; there are ${gateway.formats.ids.join(', ')}`, {
      field: 'format',
    })
  const keyId = person.role === 'user' ? person.keyId : query.get('key')
  const key = keyId ? await gateway.store.keys.find(keyId) : undefined
  if (keyId && key === undefined) throw new ConsoleError('invalid-request', 'key: there is no such key', { field: 'key' })
  const { targets, route } = gateway.candidates(model, edge.adapter.format)
  const refused = key !== undefined && (keyState(key, now) !== 'valid' || !permitsModel(key, model))
  return {
    model,
    format: edge.adapter.format,
    ...(route && { route: route.match }),
    targets: targets.map(({ channel, model: served, listed }) => ({
      channel: channel.name,
      model: served,
      listed,
      state: stateOf(channel),
    })),
    ...(refused && {
      refusal: keyState(key, now) === 'valid' ? `${key.name} may not use ${model}` : `${key.name} is ${keyState(key, now)}`,
    }),
  }
}

function stateOf({ circuit }: Channel): Resolution['targets'][number]['state'] {
  return circuit.state
}
