import { ConfigError } from './config/config-error.ts'
import { configFile } from './config/config-file.ts'
import type { GatewayConfig } from './config/gateway-config.ts'
import { readConfig } from './config/read-config.ts'
import { createGateway, type Gateway } from './create-gateway.ts'
import { watchFile } from './operation/watch-file.ts'
import { StoreError } from './store/store-error.ts'
import { welcome } from './welcome.ts'

/** Serves until the process is asked to end; ends the process. */
export async function runGateway(): Promise<void> {
  try {
    const read = () => readConfig(process.env, process.cwd())
    const config = read()
    const gateway = createGateway(config, { writeLog: (text) => void process.stdout.write(text) })
    const address = await gateway.listen()
    // Before anything is said: whoever reads the address may ask the process to end at once.
    endOnSignals(gateway)
    reloadOnChange(gateway, read)
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
function reloadOnChange(gateway: Gateway, read: () => GatewayConfig): void {
  // One after another: the last one that was read must be the one that stays.
  let last = Promise.resolve()
  const reload = (): void => {
    last = last.then(() => gateway.reload(read)).catch(() => {})
  }
  process.on('SIGHUP', reload)
  watchFile(configFile(process.env, process.cwd()), reload)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `The gateway cannot start with this configuration:\n${error.message}`
  if (error instanceof StoreError) return `The gateway cannot start: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException // anything else that listening throws is an error of the system
  if (code === 'EADDRINUSE') return `The gateway cannot start: the port is in use. Set PORT to another one. (${message})`
  return `The gateway cannot start: ${error instanceof Error ? error.stack : String(error)}`
}
