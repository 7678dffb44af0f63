import { existsSync } from 'node:fs'
import { createGateway } from './app-gateway.ts'
import type { GatewayConfig } from './config/config-schema.ts'
import { readConfig } from './config/read-config.ts'
import { formats } from './formats.ts'
import type { StartOptions } from './start-options.ts'
import { createReloader } from './operation/reload.ts'
import { endOnSignals } from './operation/signals.ts'
import { welcome } from './start-text.ts'

/** Serves in this process. Rejects if it cannot start. `file`: path of the configuration file, whose changes are put in force. `options`:
 * settings of the command line, which win. */
export async function runSingle(config: GatewayConfig, file: string, options: StartOptions): Promise<void> {
  const folder = process.cwd()
  let fromFile = existsSync(file)
  const reloader = createReloader(file, (readText) =>
    gateway.reload(async () => {
      // A gateway that began with a file never takes the environment instead, while the file is missing or being written.
      fromFile ||= existsSync(file)
      return { ...readConfig(process.env, folder, fromFile ? await readText() : undefined), ...options }
    }),
  )
  const gateway = createGateway(config, {
    formats,
    writeLog: (text) => void process.stdout.write(text),
    file: { path: file, reload: () => reloader.run() },
  })
  const address = await gateway.listen()
  // Signals are handled before the address is printed, since its reader may end the process at once.
  endOnSignals(() => gateway.close())
  reloader.watch()
  process.stdout.write(await welcome(address, config))
}
