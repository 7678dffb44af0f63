import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import type { GatewayConfig } from '../config/config-schema.ts'
import { readConfig } from '../config/read-config.ts'
import { ConfigError } from '@interlingua/gateway-kernel'
import { createLog, logSettings } from '../operation/log.ts'
import { checkChannels, createReloader, problemOf, type Reloaded, servesDemo } from '../operation/reload.ts'
import { endOnSignals } from '../operation/signals.ts'
import type { StartOptions } from '../start-options.ts'
import { welcome } from '../start-text.ts'
import type { WorkerStart } from './protocol.ts'
import { createCircuits } from './serve-circuits.ts'
import { createCounts } from './serve-counts.ts'
import { createEvents } from './serve-events.ts'
import { createQueues } from './serve-queues.ts'
import type { MetricsSum } from './sum-metrics.ts'
import { type Member, supervise } from './supervise.ts'

export interface PrimaryOptions {
  readonly workers: number
  /** Path of the configuration file. */
  readonly file: string
  /** Text of the file; absent: there is none. */
  readonly text: string | undefined
  readonly config: GatewayConfig
  /** Settings of the command line, which win over the file's. */
  readonly options: StartOptions
}

/** Milliseconds for the metrics of one worker. */
const metricsTimeoutMs = 2_000
/** Milliseconds beyond the configured times in which workers must have ended. */
const endMargin = 15_000

/**
 * Runs the primary process of several workers, which serve on one port: starts them, counts for all, writes the log, reloads and ends them. Resolves
 * once all serve; `problem`: the first one could not be started.
 */
export async function runPrimary({
  workers,
  file,
  text,
  config,
  options,
}: PrimaryOptions): Promise<{ readonly problem: string } | undefined> {
  if (!cluster.isPrimary)
    return { problem: 'The gateway cannot start: this process is a worker of another program already; have workers: 1 there.' }
  const folder = process.cwd()
  const log = createLog((lines) => void process.stdout.write(lines), logSettings(config.log))
  const counts = createCounts()
  const queues = createQueues()
  const circuits = createCircuits((id, news) => {
    for (const { link } of supervision.members) link.send('changeCircuit', id, news)
  })
  const events = createEvents({
    hear(id, event) {
      for (const { link } of supervision.members) link.send('hearEvent', id, event)
    },
    heed(on, last, to) {
      for (const { link, number } of supervision.members) if (to === undefined || to === number) link.send('heedEvents', on, last)
    },
  })
  const reloads = { taken: 0, refused: 0 }
  let sum: MetricsSum | undefined
  let gathering: Promise<string> | undefined
  /** Configuration in force, and its text. */
  let current = { config, text }
  // A gateway that began with a file never takes the environment instead.
  let fromFile = text !== undefined
  const reloader = createReloader(file, (readText) =>
    reload(async () => {
      fromFile ||= existsSync(file)
      return fromFile ? readText() : undefined
    }),
  )
  let demo = servesDemo(config) ? await openDemo() : undefined

  // Workers take connections from the system themselves: handed out by this process, those on their way to a worker that dies would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ ...(process.argv[1] !== undefined && { exec: process.argv[1] }), args: ['start'] })
  const supervision = supervise({
    workers,
    log,
    order: () => orderOf(current.text),
    handlersOf: ({ number, link }) => ({
      ...counts.handlersOf(number),
      ...circuits.handlersOf(number),
      ...events.handlersOf(number),
      ...queues.handlersOf(number, (...news) => link().send('changeQueue', ...news)),
      gatherMetrics: () => (gathering ??= gather().finally(() => (gathering = undefined))),
      writeLog: (lines) => void process.stdout.write(lines),
      passTask: (task) => supervision.leader?.link.send('lookAt', task),
      reload: () => reloader.run(),
    }),
    joined: async (member) => {
      // The configuration may have changed while the worker was starting.
      const prepared = await member.link.request('prepare', [orderOf(current.text)])
      if ('problem' in prepared) throw new Error(prepared.problem)
      await member.link.request('adopt', [])
      events.join(member.number)
    },
    left({ number }) {
      counts.drop(number)
      circuits.drop(number)
      events.drop(number)
      queues.drop(number)
      sum?.drop(number)
    },
    giveUp(problem) {
      process.stderr.write(`The gateway ends: ${problem}\n`)
      log.write('error', 'workers', { problem })
      void close().then(() => process.exit(1))
    },
  })

  function orderOf(fileText: string | undefined): Omit<WorkerStart, 'number'> {
    return { options, file, ...(fileText !== undefined && { text: fileText }), ...(demo && { demo: demo.url }) }
  }

  async function gather(): Promise<string> {
    // Loaded at the first call, like in a gateway without workers.
    const { createMetricsSum } = await import('./sum-metrics.ts')
    const all = (sum ??= createMetricsSum())
    const serving = supervision.members.filter(({ serves }) => serves)
    await Promise.all(serving.map((member) => readOne(member, all)))
    const { deaths } = supervision
    return all.format({ workers, serving: serving.length, deaths, reloads })
  }

  /** Reads the metrics of one worker; of one that does not answer, the last ones count. */
  async function readOne({ number, link }: Member, all: MetricsSum): Promise<void> {
    try {
      all.note(number, (await link.request('readMetrics', [], { timeoutMs: metricsTimeoutMs })) as never) // read by the same library there
    } catch {}
  }

  /** Puts a changed file in force in all workers, or in none. */
  async function reload(read: () => Promise<string | undefined>): Promise<Reloaded> {
    try {
      const changedText = await read()
      const changed = { ...readConfig(process.env, folder, changedText), ...options }
      checkChannels(current.config, changed)
      if (servesDemo(changed)) demo ??= await openDemo()
      const { channels, restart } = await changeAll(changedText)
      current = { config: changed, text: changedText }
      reloads.taken++
      log.set(logSettings(changed.log))
      log.write('info', 'reload', { channels, restart, workers: supervision.members.length })
      return { channels, restart }
    } catch (error) {
      reloads.refused++
      log.write('error', 'reload-refused', { problem: problemOf(error) })
      for (const { link, serves } of supervision.members) if (serves) link.send('showRefusal', problemOf(error))
      throw error
    }
  }

  async function changeAll(changedText: string | undefined): Promise<Reloaded> {
    circuits.begin()
    const serving = supervision.members.filter(({ serves }) => serves)
    // A worker that dies meanwhile is no reason to refuse: the one in its place takes what is in force then.
    const answers = await Promise.all(
      serving.map(({ link }) => link.request('prepare', [orderOf(changedText)]).catch((): undefined => undefined)),
    )
    let taken: Reloaded = { channels: '' }
    for (const [index, answer] of answers.entries()) {
      if (answer === undefined) continue
      if ('problem' in answer) {
        for (const { link } of serving) link.send('abandon')
        throw new ConfigError(`worker ${serving[index]?.number} refuses it: ${answer.problem}`)
      }
      taken = answer
    }
    await Promise.all(serving.map(({ link }) => link.request('adopt', []).catch(() => {})))
    circuits.forgetOthers()
    queues.forgetIdle()
    return taken
  }

  async function close(): Promise<void> {
    const { delay = 0, grace = 30 } = current.config.shutdown ?? {}
    log.write('info', 'drain', { workers: supervision.members.length, delay, grace })
    await supervision.drain((delay + grace) * 1000 + endMargin)
    await demo?.close()
    log.flush()
  }

  // Signals are handled from here on, since workers ignore them.
  endOnSignals(close, () => supervision.kill())
  const started = await supervision.start()
  if ('problem' in started) {
    supervision.kill()
    await demo?.close()
    log.flush()
    return started
  }
  reloader.watch()
  log.flush()
  const consoleLink = async (): Promise<string> => (await supervision.leader?.link.request('makeConsoleLink', [])) ?? ''
  const address = { ...started.address, ...(started.hasConsole && { consoleLink }) }
  process.stdout.write(await welcome(address, config, workers))
  return undefined
}

/** Starts the demo's provider, which is loaded only where it is served. */
async function openDemo(): Promise<{ readonly url: string; close(): unknown }> {
  const { startDemo } = await import('../channels/demo.ts')
  return startDemo()
}
