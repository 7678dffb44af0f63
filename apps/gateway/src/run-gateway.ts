import { existsSync, readFileSync } from 'node:fs'
import { configFile, readConfig } from './config/read-config.ts'
import { limitHeap } from './operation/limit-heap.ts'
import { ownCommand } from './own-command.ts'
import type { StartOptions } from './start-options.ts'
import { explainStart } from './start-text.ts'
import { countWorkers } from './workers/count-workers.ts'

/** Serves until the process is asked to end, and ends the process. */
export async function runGateway(options: StartOptions = {}): Promise<void> {
  limitHeap()
  try {
    if (process.env['INTERLINGUA_WORKER'] !== undefined && process.send !== undefined) {
      const { runWorker } = await import('./workers/run-worker.ts')
      return runWorker()
    }
    const folder = process.cwd()
    const file = configFile(process.env, folder)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    const old: string[] = []
    const config = { ...readConfig(process.env, folder, text, (problem) => void old.push(problem)), ...options }
    const workers = countWorkers(config.workers)
    // Each way of running is loaded only where it is used.
    if (workers === 1) await (await import('./run-single.ts')).runSingle(config, file, options)
    else {
      const { runPrimary } = await import('./workers/run-primary.ts')
      const failed = await runPrimary({ workers, file, text, config, options })
      if (failed) refuse(failed.problem)
    }
    if (old.length > 0) process.stderr.write(`${old.join('\n')}\nNew names: ${ownCommand()} migrate-config\n`)
  } catch (error) {
    refuse(explainStart(error))
  }
}

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
