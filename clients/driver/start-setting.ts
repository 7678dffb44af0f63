import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startScriptedProvider } from '../../packages/scripted-provider/src/http.ts'
import { picture, prompts } from './cases.ts'
import type { Path } from './language.ts'
import { startGateway, type GatewayProcess } from './start-gateway.ts'
import { adaptiveModel, models, upstreamNames, upstreams, type Upstream } from './upstreams.ts'
import { watchUpstream, type UpstreamWatch } from './watch-upstream.ts'

export interface Setting {
  /** File that tells a harness what it needs: addresses with this path, keys, models, prompts. */
  file(path: Path): string
  readonly watch: UpstreamWatch
  log(upstream: Upstream): string
  close(): Promise<void>
}

const key = 'key-of-the-clients'

/**
 * Starts the demo provider, and before it four gateways, one for each upstream. The gateways do not retry, so that a repeated request is
 * the client's.
 */
export async function startSetting(folder: string): Promise<Setting> {
  const provider = await startScriptedProvider({ chatDialect: ['openai'] })
  const watch = await watchUpstream(provider.url)
  const gateways = new Map<Upstream, GatewayProcess>()
  const start = async (upstream: Upstream): Promise<void> => {
    const usual = upstreams[upstream]
    const names = [
      ...Object.values(models).map((name) => ({ name, upstream: usual })),
      { name: adaptiveModel, upstream: upstream === 'messages' ? adaptiveModel : usual },
    ]
    const channel = { name: upstream, format: upstream, baseUrl: watch.url, apiKey: 'demo', models: names }
    const home = join(folder, upstream)
    mkdirSync(home, { recursive: true })
    gateways.set(upstream, await startGateway(home, { channels: [channel], retry: { attempts: 1 }, circuitBreaker: false }, key))
  }
  await Promise.all(upstreamNames.map(start))
  const files = new Map<Path, string>()
  const write = (path: Path): string => {
    const urls = Object.fromEntries([...gateways].map(([upstream, { url }]) => [upstream, url + path]))
    const file = join(folder, `setting${path.replace('/', '-')}.json`)
    writeFileSync(file, JSON.stringify({ key, wrongKey: 'not-a-key', upstreams: urls, models, adaptiveModel, prompts, picture }))
    return file
  }
  return {
    // Written once, because other clients read it while the next one starts.
    file(path) {
      const file = files.get(path) ?? write(path)
      files.set(path, file)
      return file
    },
    watch,
    log: (upstream) => gateways.get(upstream)?.log() ?? '',
    async close() {
      await Promise.all([...gateways.values()].map((gateway) => gateway.close()))
      await watch.close()
      await provider.close()
    },
  }
}
