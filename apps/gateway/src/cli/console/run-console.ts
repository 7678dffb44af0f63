import { createLoginLink } from '@interlingua/console'
import { isLoopback } from '@interlingua/gateway-kernel'
import { spawn } from 'node:child_process'
import type { GatewayConfig } from '../../config/config-schema.ts'
import { readConfig } from '../../config/read-config.ts'
import { ownCommand } from '../../own-command.ts'
import { type Terminal, withStore } from '../terminal.ts'

interface ConsoleOptions {
  readonly open?: true
  readonly url?: string
  readonly json?: true
}

/** Runs `interlingua console`: the link alone goes to standard output. */
export async function runConsole({ open, url, json }: ConsoleOptions, terminal: Terminal): Promise<void> {
  const { out, err } = terminal
  await withStore(terminal, async (store) => {
    const config = readConfig(process.env, process.cwd())
    if (config.console === false) {
      err('error: the console is off: the configuration says console: false\n')
      return 1
    }
    const base = url === undefined ? addressOf(config) : URL.parse(url)?.origin
    if (base === undefined || base === 'null') {
      err(`error: --url: ${JSON.stringify(url)} is no address; write it as http://127.0.0.1:8787\n`)
      return 2
    }
    const now = Date.now()
    const link = `${base}/console/#login=${await createLoginLink(store.documents, now)}`
    out(json ? `${JSON.stringify({ link, until: new Date(now + 600_000).toISOString() }, undefined, 2)}\n` : `${link}\n`)
    if (!(await answers(base))) err(`No gateway answers at ${base} now: start it with ${ownCommand()} start\n`)
    else if (open) openBrowser(link, terminal)
    return 0
  })
}

/** Address of the gateway on this machine. */
function addressOf({ host = '127.0.0.1', port = 8787 }: GatewayConfig): string {
  const name = isLoopback(host) ? host : '127.0.0.1'
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`
}

async function answers(base: string): Promise<boolean> {
  try {
    return (await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}

/** Programs that open an address in the browser, by platform. */
const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

function openBrowser(link: string, { err }: Terminal): void {
  const [program, ...before] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...before, link], { detached: true, stdio: 'ignore' })
  child.on('error', () => err(`${program} could not be started: open the link yourself\n`))
  child.unref()
}
