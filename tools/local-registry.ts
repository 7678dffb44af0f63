import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cacheFolder } from '../clients/driver/cache-folder.ts'
import { installPackages } from './clients/install-packages.ts'
import { freePort } from './free-port.ts'
import { processTimeout } from './start-process.ts'

/** A registry of npm on this machine, which only we publish to. */
export interface LocalRegistry {
  readonly url: string
  /** Variables by which npm and pnpm take this registry, and may publish to it. */
  readonly env: Readonly<Record<string, string>>
  /** Folder of a package with Node 22, for its clients. */
  readonly node22: string
  readonly close: () => Promise<void>
}

/**
 * Starts a registry on the loopback with an empty store in `folder`. Packages of our names come from what is published to it and from nowhere
 * else; all others from the registry that npm uses on this machine.
 */
export async function startRegistry(folder: string): Promise<LocalRegistry> {
  const cache = cacheFolder('registry')
  await installPackages(cache, ['verdaccio@6.10.4', 'node22@npm:node@22.23.3'], { 'node-fetch': '2.7.0' })
  mkdirSync(folder, { recursive: true })
  const own = { access: '$all', publish: '$all', unpublish: '$all' }
  const config = {
    storage: join(folder, 'storage'),
    uplinks: { npm: { url: registryOfMachine() } },
    packages: { interlingua: own, tongues: own, '@interlingua/*': own, '**': { access: '$all', proxy: 'npm' } },
    // Users are not needed, since the registry listens on the loopback alone.
    auth: { htpasswd: { file: join(folder, 'nobody'), max_users: -1 } },
    max_body_size: '100mb',
    log: { type: 'file', path: join(folder, 'registry.log'), level: 'warn' },
  }
  const file = join(folder, 'config.yaml')
  writeFileSync(file, JSON.stringify(config))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const child = spawn(process.execPath, [join(cache, 'node_modules/verdaccio/bin/verdaccio'), '--config', file, '--listen', url], {
    stdio: 'ignore',
  })
  const until = performance.now() + processTimeout
  while (!(await answers(`${url}-/ping`))) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill('SIGKILL')
      throw new Error('the registry did not start')
    }
    await sleep(100)
  }
  const settings = join(folder, 'npmrc')
  // Clients publish only with a token; the registry asks for none.
  writeFileSync(settings, `registry=${url}\n//127.0.0.1:${port}/:_authToken=nobody\n`)
  const env = {
    npm_config_userconfig: settings,
    npm_config_registry: url,
    npm_config_update_notifier: 'false',
    pnpm_config_registry: url,
  }
  return {
    url,
    env,
    node22: join(cache, 'node_modules/node22'),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

function registryOfMachine(): string {
  return execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
