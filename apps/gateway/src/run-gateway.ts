import { ConfigError } from './config/config-error.ts'
import { readConfig } from './config/read-config.ts'
import { createGateway, type Gateway } from './create-gateway.ts'
import { StoreError } from './store/store-error.ts'
import { welcome } from './welcome.ts'

/** Milliseconds that running requests get when the process is asked to end. */
const patience = 30_000

/** Serves until the process is asked to end; ends the process. */
export async function runGateway(): Promise<void> {
  try {
    const config = readConfig(process.env, process.cwd())
    const gateway = createGateway(config, { writeLog: (text) => void process.stdout.write(text) })
    const address = await gateway.listen()
    // Before anything is said: whoever reads the address may ask the process to end at once.
    endOnSignals(gateway)
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
      void gateway.close(patience).then(() => process.exit(0))
    })
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `The gateway cannot start with this configuration:\n${error.message}`
  if (error instanceof StoreError) return `The gateway cannot start: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException // anything else that listening throws is an error of the system
  if (code === 'EADDRINUSE') return `The gateway cannot start: the port is in use. Set PORT to another one. (${message})`
  return `The gateway cannot start: ${error instanceof Error ? error.stack : String(error)}`
}
