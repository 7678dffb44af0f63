import type { Endpoint, GatewayState, Observer, Recorder } from '@interlingua/server'
import { openContents, type ContentStore, type Store } from '@interlingua/store'
import { randomUUID } from 'node:crypto'
import type { Exposure } from './access/caller.ts'
import { createSignIns } from './access/sign-ins.ts'
import { createAudit } from './audit.ts'
import { createEventHub, type EventRelay } from './events/event-hub.ts'
import { createRequestObserver } from './events/observe-requests.ts'
import { createEventsEndpoint } from './events/serve-events.ts'
import { type ProgramFacts, readOverview } from './overview/read-overview.ts'
import { createAuditRoutes } from './routes/audit.ts'
import { createChannelActions } from './routes/channel-actions.ts'
import { createChannelRoutes } from './routes/channels.ts'
import { createModelRoutes } from './routes/models.ts'
import { createRecipeRoutes, type RecipeSource } from './routes/recipes.ts'
import { createKeyRoutes } from './routes/keys.ts'
import { createRecorder, type RecordingRules } from './recording/create-recorder.ts'
import { createRecordingRoutes } from './routes/recordings.ts'
import { createRequestRoutes } from './routes/requests.ts'
import { createSettingsRoutes, type SettingsSource } from './routes/settings.ts'
import { createSignInRoutes } from './routes/sign-in.ts'
import { createTranslateRoutes } from './routes/translate.ts'
import { createUsageRoutes } from './routes/usage.ts'
import { createAssetEndpoints } from './serve/serve-assets.ts'
import { createGate } from './serve/gate.ts'
import { type ConsoleRoute, watchers } from './serve/route.ts'
import { createApiEndpoint, type RouteServices } from './serve/serve-route.ts'

export interface ConsoleOptions {
  readonly store: Store
  /** Reads who may open the console, for each call. */
  readonly exposure: () => Exposure
  readonly facts: Omit<ProgramFacts, 'recording'>
  /** Recording of contents. Absent: it is allowed, and contents are kept in the store. */
  readonly recording?: {
    /** Reads the rules in force. */
    readonly rules: () => RecordingRules
    /** Opens the place of the contents, when it is first needed. */
    readonly openContents: () => Promise<ContentStore>
  }
  /** Folder with the built page. Absent: only the admin API is served. */
  readonly assets?: string
  /** Loads recipes of agents and libraries, at the first call for one. Absent: there are none. */
  readonly recipes?: () => Promise<RecipeSource>
  /** Loads facts about the configuration and the program, at the first call for one. Absent: the pages of them are not served. */
  readonly settings?: () => Promise<SettingsSource>
  /** Way to the other processes that serve on the same port, so that a page hears of the requests of all. Absent: this process serves alone. */
  readonly relay?: EventRelay
  /** Clock in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number
}

/** Console of a gateway: give its endpoints and its observer to `createGateway`. */
export interface Console {
  readonly endpoints: readonly Endpoint[]
  readonly observer: Observer
  /** Recorder of requests: give it to `createGateway`. */
  readonly recorder: Recorder
  /** Tells open pages that a configuration was read; `problem`: why it was refused. */
  configured(problem?: string): void
  /** Ends the streams of open pages, so that a gateway which is ending need not wait for them. */
  close(): void
}

/** Milliseconds between two overviews while a page is open. */
const overviewMs = 5_000

/**
 * Creates the server half of the console: sign-in, the admin API at `/admin/api`, live events, and the page at `/console`.
 *
 * @example
 * const served = createConsole({ store, exposure: () => ({ open: false }), facts })
 * const gateway = createGateway({ formats, store, endpoints: served.endpoints, observers: [served.observer] })
 */
export function createConsole({
  store,
  exposure,
  facts: given,
  recording,
  assets,
  recipes,
  settings,
  relay,
  now = Date.now,
}: ConsoleOptions): Console {
  const signIns = createSignIns(store.documents)
  const audit = createAudit(store.documents, (prefix) => `${prefix}${randomUUID()}`)
  const hub = createEventHub(relay)
  const services: RouteServices = { gate: createGate(signIns, exposure), audit, now }
  const rules = recording?.rules ?? ((): RecordingRules => ({ allowed: true, redact: [] }))
  const recorder = createRecorder({
    store,
    rules,
    openContents: recording?.openContents ?? (() => openContents({}, store)),
    now,
    onChange: (on) => hub.show({ topic: 'recording', data: { on } }),
    auditOrder: ({ requests, until, key }) =>
      audit.write(
        { name: 'configuration', from: 'configuration' },
        { action: 'recording.start', after: { requests, until: new Date(until).toISOString(), ...(key !== undefined && { key }) } },
        now(),
      ),
    report: (problem) => gateway?.observer.event('warn', 'console', { problem: `recording: ${problem}` }),
  })
  const facts: ProgramFacts = { ...given, recording: () => recorder.on }
  /** Gateway in force at the latest call of a page. */
  let gateway: GatewayState | undefined

  const overview: ConsoleRoute = {
    method: 'GET',
    path: '/overview',
    summary: 'Tells how the gateway does: health, sums of 15 minutes, the latest requests',
    roles: watchers,
    serve(call) {
      gateway = call.gateway
      return readOverview(call.gateway, facts, call.now)
    },
  }

  const events = createEventsEndpoint(hub, services)
  const timer = setInterval(() => void publishOverview(), overviewMs).unref()

  async function publishOverview(): Promise<void> {
    if (!hub.listening) return
    try {
      // Each process has its own.
      if (hub.hasPages && gateway !== undefined) hub.show({ topic: 'overview', data: await readOverview(gateway, facts, now()) })
    } catch (error) {
      gateway?.observer.event('warn', 'console', { problem: error instanceof Error ? error.message : String(error) })
    }
  }

  const routes = [
    ...createSignInRoutes({ signIns, gate: services.gate, audit, exposure }),
    overview,
    ...createRequestRoutes(settings),
    ...createRecordingRoutes(recorder, rules),
    ...createKeyRoutes(hub, signIns),
    ...createUsageRoutes(),
    ...(recipes === undefined ? [] : createRecipeRoutes(recipes, exposure)),
    ...createChannelRoutes(),
    ...createModelRoutes(settings),
    ...createChannelActions(settings),
    ...createTranslateRoutes(),
    ...createAuditRoutes(audit),
    ...(settings === undefined ? [] : createSettingsRoutes(settings, facts.version)),
  ]
  return {
    endpoints: [
      ...routes.map((route) => createApiEndpoint(route, services)),
      events.endpoint,
      ...(assets === undefined ? [] : createAssetEndpoints(assets, exposure)),
    ],
    recorder,
    observer: createRequestObserver(hub, now),
    configured: (problem) => hub.show({ topic: 'config', data: problem === undefined ? {} : { problem } }),
    close() {
      clearInterval(timer)
      void recorder.close()
      events.close()
    },
  }
}
