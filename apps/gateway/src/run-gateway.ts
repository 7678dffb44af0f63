import { formats } from './formats.ts'
import { ConfigError } from './config/config-error.ts'
import { configFile } from './config/config-file.ts'
import type { GatewayConfig } from './config/gateway-config.ts'
import { existsSync } from 'node:fs'
import { settledText } from './config/settled-text.ts'
import { readConfig } from './config/read-config.ts'
import { createGateway, type Gateway } from './create-gateway.ts'
import { watchFile } from './operation/watch-file.ts'
import { StoreError } from './store/store-error.ts'
import { welcome } from './welcome.ts'

/** Serves until the process is asked to end; ends the process. */
export async function runGateway(): Promise<void> {
  try {
    const folder = process.cwd()
    const file = configFile(process.env, folder)
    let fromFile = existsSync(file)
    const config = readConfig(process.env, folder)
    // Whoever began with a file has one: while it is away, or is being written, nothing else takes its place.
    const read = async (): Promise<GatewayConfig> => {
      fromFile ||= existsSync(file)
      return readConfig(process.env, folder, fromFile ? await settledText(file) : undefined)
    }
    const gateway = createGateway(config, { formats, writeLog: (text) => void process.stdout.write(text) })
    const address = await gateway.listen()
    // Before anything is said: whoever reads the address may ask the process to end at once.
    endOnSignals(gateway)
    reloadOnChange(gateway, file, read)
    process.stdout.write(welcome(address, config))
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

function endOnSignals(gateway: Gateway): void {
  let ending = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal means it.
      if (ending) process.exit(1)
      ending = true
      void gateway.close().then(() => process.exit(0))
    })
  }
}

/** SIGHUP, or another text in the configuration file, puts it in force. What is wrong with it stands in the log. */
function reloadOnChange(gateway: Gateway, file: string, read: () => Promise<GatewayConfig>): void {
  // One after another: the last one that was read must be the one that stays.
  let last = Promise.resolve()
  /** One that waits will read what is there by then: it does for all who ask until it begins. */
  let waits = false
  const reload = (): void => {
    if (waits) return
    waits = true
    const begin = (): Promise<void> => {
      waits = false
      return gateway.reload(read)
    }
    last = last.then(begin).catch(() => {})
  }
  process.on('SIGHUP', reload)
  watchFile(file, reload)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `The gateway cannot start with this configuration:\n${error.message}`
  if (error instanceof StoreError) return `The gateway cannot start: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException // anything else that listening throws is an error of the system
  if (code === 'EADDRINUSE') return `The gateway cannot start: the port is in use. Set PORT to another one. (${message})`
  return `The gateway cannot start: ${error instanceof Error ? error.stack : String(error)}`
}
