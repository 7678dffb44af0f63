import { createHash } from 'node:crypto'
import { createOutage } from '@interlingua/access'
import type { EventReceiver } from '@interlingua/console'
import type { CallControls, UpstreamIdentity } from '@interlingua/upstreams'
import { createGateway, type Gateway, type PreparedReload } from '../app-gateway.ts'
import { readConfig } from '../config/read-config.ts'
import { formats } from '../formats.ts'
import { problemOf } from '../operation/reload.ts'
import { explainStart } from '../start-text.ts'
import { createLink, type Link } from './link.ts'
import { createLogWriter } from './log-writer.ts'
import type { PrimaryCalls, Started, WorkerCalls, WorkerStart } from './protocol.ts'
import { createSharedCircuit, type SharedCircuit } from './shared-circuit.ts'
import { createSharedLimits } from './shared-limits.ts'
import { createSharedQueue, type SharedQueue } from './shared-queue.ts'
import type { WorkerPart } from './worker-part.ts'

/** Milliseconds for the metrics of all workers. */
const metricsTimeoutMs = 10_000

/** Serves as a worker of a primary process, which says when to start and when to end. */
export function runWorker(): void {
  let gateway: Gateway | undefined
  let prepared: PreparedReload | undefined
  let demo: string | undefined
  let leads = false
  let number = 0
  let pages: EventReceiver | undefined
  const circuits = new Map<string, SharedCircuit>()
  const queues = new Map<string, SharedQueue>()
  /** Breakers and queues of the newest configuration. */
  const used = new Set<string>()

  const link: Link<PrimaryCalls> = createLink<PrimaryCalls, WorkerCalls>(
    (message, sent) => {
      if (process.connected) process.send?.(message, undefined, undefined, sent)
      else sent()
    },
    {
      start,
      async prepare(order) {
        demo = order.demo
        used.clear()
        try {
          prepared = await gateway?.prepare(configOf(order))
          const { channels = '', restart } = prepared ?? {}
          return { channels, ...(restart !== undefined && { restart }) }
        } catch (error) {
          return { problem: problemOf(error) }
        }
      },
      adopt() {
        prepared?.adopt()
        prepared = undefined
        for (const shared of [circuits, queues]) for (const id of shared.keys()) if (!used.has(id)) shared.delete(id)
      },
      abandon() {
        prepared = undefined
      },
      showRefusal: (problem) => gateway?.showRefusal(problem),
      lead() {
        leads = true
      },
      lookAt(task) {
        if (leads) gateway?.lookAt(task)
      },
      makeConsoleLink: async () => (await gateway?.address?.consoleLink?.()) ?? null,
      changeCircuit: (id, news) => circuits.get(id)?.change(news),
      hearEvent: (id, event) => pages?.hear(id, event),
      heedEvents: (on, last) => pages?.heed(on, last),
      changeQueue: (id, ticket, state) => queues.get(id)?.change(ticket, state),
      // The library of metrics types its values more narrowly.
      readMetrics: async () => ((await gateway?.readMetrics()) ?? []) as readonly unknown[] as ReturnType<WorkerCalls['readMetrics']>,
      drain: () => void end(),
    },
  )

  const part: WorkerPart = {
    get number() {
      return number
    },
    share(onChange) {
      const outage = createOutage(onChange)
      const controls: CallControls = {
        createCircuit(options, identity) {
          const id = idOf(identity, options)
          used.add(id)
          let circuit = circuits.get(id)
          if (circuit === undefined) circuits.set(id, (circuit = createSharedCircuit(id, options, link, outage)))
          const { change } = circuit
          void link.request('joinCircuit', [id, options]).then(change, () => {})
          return circuit
        },
        createQueue(options, identity) {
          const id = idOf(identity, options)
          used.add(id)
          let queue = queues.get(id)
          if (queue === undefined) queues.set(id, (queue = createSharedQueue(id, options, link, outage)))
          return queue
        },
      }
      return { limits: createSharedLimits(link, outage), controls }
    },
    lead: { leads: () => leads, report: (task) => link.send('passTask', task) },
    events: {
      watch: (on) => link.send('watchEvents', on),
      report: (event) => link.send('reportEvent', event),
      connect(receiver) {
        pages = receiver
      },
    },
    demo: () => demo,
    gatherMetrics: () => link.request('gatherMetrics', [], { timeoutMs: metricsTimeoutMs }),
  }

  async function start(order: WorkerStart): Promise<Started> {
    ;({ number, demo } = order)
    try {
      const writeLog = createLogWriter(link, number)
      const file = { path: order.file, reload: () => link.request('reload', []) }
      gateway = createGateway(configOf(order), { formats, worker: part, writeLog, file })
      const address = await gateway.listen()
      return { address, hasConsole: address.consoleLink !== undefined }
    } catch (error) {
      return { problem: explainStart(error) }
    }
  }

  async function end(): Promise<void> {
    await gateway?.close()
    await link.flush()
    process.exit(0)
  }

  // Programs that this process may start are no workers.
  delete process.env['INTERLINGUA_WORKER']
  process.on('message', link.receive)
  link.send('announce')
  // A terminal, or a system that ends a service, sends its signals to all processes; the primary process decides.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
}

function configOf({ text, options }: Pick<WorkerStart, 'text' | 'options'>): ReturnType<typeof readConfig> {
  return { ...readConfig(process.env, process.cwd(), text), ...options }
}

/** Name of an upstream with its settings, for all workers; its text is secret, so it is hashed. */
function idOf({ channel, text }: UpstreamIdentity, options: object): string {
  const digest = createHash('sha256').update(text).update(JSON.stringify(options)).digest('base64url').slice(0, 16)
  return `${channel} ${digest}`
}
