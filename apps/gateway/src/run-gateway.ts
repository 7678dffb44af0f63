import { ConfigError } from './config/config-error.ts'
import { readConfig } from './config/read-config.ts'
import { createGateway, type Gateway } from './create-gateway.ts'
import { welcome } from './welcome.ts'

/** Milliseconds that running requests get when the process is asked to end. */
const patience = 30_000

/** Serves until the process is asked to end; ends the process. */
export async function runGateway(): Promise<void> {
  const gateway = await start()
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

async function start(): Promise<Gateway> {
  try {
    const config = readConfig(process.env, process.cwd())
    const made = createGateway(config, { writeLog: (text) => void process.stdout.write(text) })
    const address = await made.listen()
    process.stdout.write(welcome(address, config))
    return made
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `The gateway cannot start with this configuration:\n${error.message}`
  const { code, message } = error as NodeJS.ErrnoException // anything else that listening throws is an error of the system
  if (code === 'EADDRINUSE') return `The gateway cannot start: the port is in use. Set PORT to another one. (${message})`
  return `The gateway cannot start: ${error instanceof Error ? error.stack : String(error)}`
}
