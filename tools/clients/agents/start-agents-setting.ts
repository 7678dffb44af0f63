import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startGateway, type GatewayProcess } from '../../../clients/driver/start-gateway.ts'
import { adaptiveModel, upstreamNames, upstreams, type Upstream } from '../../../clients/driver/upstreams.ts'
import { watchUpstream, type SeenRequest } from '../../../clients/driver/watch-upstream.ts'
import { startScriptedProvider } from '../../../packages/scripted-provider/src/http.ts'
import { breakOnce } from './break-once.ts'
import type { Column } from './column.ts'
import { olderChatModel } from './older-chat-model.ts'

export interface AgentsSetting {
  readonly key: string
  /** Address of a column: a gateway, or the provider itself. */
  url(column: Column): string
  /** Requests with this mark in their prompt that reached the provider. */
  seen(mark: string): readonly SeenRequest[]
  log(column: Column): string
  /** True if a WebSocket was opened at a column by a request of this id, of late. */
  opened(column: Column, id: string): boolean
  close(): Promise<void>
}

const key = 'key-of-the-agents'
/** Further models that an upstream serves under their own names. */
const others: { readonly [upstream in Upstream]?: readonly string[] } = { chat: [olderChatModel], messages: [adaptiveModel] }

/**
 * Starts the demo provider, and before it a gateway for each upstream, which serves that vendor's model under every name. The gateways do
 * not retry.
 */
export async function startAgentsSetting(folder: string): Promise<AgentsSetting> {
  const provider = await startScriptedProvider({ chatDialect: ['openai'] })
  const breaker = await breakOnce(provider.url)
  const watch = await watchUpstream(breaker.url)
  const gateways = new Map<Column, GatewayProcess>()
  const start = async (upstream: Upstream): Promise<void> => {
    const names: readonly string[] = [upstreams[upstream], ...(others[upstream] ?? [])]
    const channel = { name: upstream, format: upstream, baseUrl: watch.url, apiKey: 'demo', models: names }
    const home = join(folder, `gateway-${upstream}`)
    mkdirSync(home, { recursive: true })
    const config = {
      channels: [channel],
      routes: [...names.map((name) => ({ match: name, to: name })), { match: '*', to: upstreams[upstream] }],
      retry: { attempts: 1 },
      circuitBreaker: false,
    }
    gateways.set(upstream, await startGateway(home, config, key))
  }
  await Promise.all(upstreamNames.map(start))
  return {
    key,
    url: (column) => gateways.get(column)?.url ?? watch.url,
    seen: (mark) => watch.seen(mark),
    log: (column) => gateways.get(column)?.log() ?? '',
    opened: (column, id) =>
      gateways
        .get(column)
        ?.wrote((line) => line.includes(`"id":"${id}"`) && line.includes('"method":"GET"') && line.includes('"status":101')) === true,
    async close() {
      await Promise.all([...gateways.values()].map((gateway) => gateway.close()))
      await watch.close()
      await breaker.close()
      await provider.close()
    },
  }
}
