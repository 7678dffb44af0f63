import type { GatewayConfig } from '../config/config-schema.ts'
import { ConfigError } from '@interlingua/gateway-kernel'
import { type FSWatcher, readFileSync, watch } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { settledText } from '../config/read-config.ts'

/** Readers of settings that are used at the start alone, by name in the file: folders, storages, exporters, buffer sizes. */
const fixed: Readonly<Record<string, (config: GatewayConfig) => unknown>> = {
  dataDir: ({ dataDir }) => dataDir,
  telemetry: ({ telemetry }) => telemetry,
  results: ({ results }) => results,
  console: ({ console: asked }) => asked === false,
  workers: ({ workers }) => workers,
  'limits.headerBytes': ({ limits }) => limits?.headerBytes,
}

/** Names of changed settings that need a restart; undefined if there are none. */
export function needingRestart(before: GatewayConfig, after: GatewayConfig): string | undefined {
  const changed = Object.entries(fixed).filter(([, read]) => JSON.stringify(read(before)) !== JSON.stringify(read(after)))
  return changed.length === 0 ? undefined : changed.map(([name]) => name).join(' ')
}

/** True if a configuration serves the demo: if it says so, or if it has no channels and says nothing. */
export function servesDemo({ demo, channels }: GatewayConfig): boolean {
  return demo ?? channels.length === 0
}

/** Throws a `ConfigError` for a configuration that lost its channels without saying that none are wanted. */
export function checkChannels(before: GatewayConfig, after: GatewayConfig): void {
  if (after.channels.length === 0 && after.demo === undefined && before.channels.length > 0)
    throw new ConfigError('there are no channels any more: the earlier ones go on; demo: true, or false, says that none are wanted')
}

/** Problem of a configuration, in words for operators. */
export function problemOf(error: unknown): string {
  return error instanceof ConfigError ? error.message : String(error)
}

/** Configuration that was put in force: the names of its channels, and of changed settings that need a restart. */
export interface Reloaded {
  readonly channels: string
  readonly restart?: string | undefined
}

export type ReloadOutcome = Reloaded | { readonly problem: string }

/** Reloads of a configuration file, one after another, so that the last text read stays. */
export interface Reloader {
  /** Puts the file in force as it is now. Calls that wait for the same reload get its outcome together. */
  run(): Promise<ReloadOutcome>
  /** Reloads on SIGHUP and on changes of the file from now on. */
  watch(): void
}

/**
 * Creates the reloads of a file. `reload` reads the file by the function that it gets, puts the text in force, and rejects if it cannot; it logs both
 * by itself.
 */
export function createReloader(file: string, reload: (readText: () => Promise<string>) => Promise<Reloaded>): Reloader {
  let last: Promise<unknown> = Promise.resolve()
  /** Reload that waits for its turn, which serves all calls until it begins. */
  let waiting: Promise<ReloadOutcome> | undefined
  /** Text that was read last. */
  let taken: string | undefined
  const readText = async (): Promise<string> => (taken = await settledText(file))
  const begin = async (): Promise<ReloadOutcome> => {
    waiting = undefined
    try {
      return await reload(readText)
    } catch (error) {
      return { problem: problemOf(error) }
    }
  }
  const run = (): Promise<ReloadOutcome> => {
    waiting ??= last.then(begin)
    last = waiting
    return waiting
  }
  return {
    run,
    watch() {
      process.on('SIGHUP', () => void run())
      // A change may have been read by an order already, or be read at this moment.
      watchFile(file, () => void last.then(() => (textOf(file) === taken ? undefined : run())))
    },
  }
}

/** Milliseconds without a change after which a change counts as whole, since editors write in several steps. */
const quiet = 250
/** Milliseconds between two looks without a report of a change, since mounts and networks do not report every change. */
const round = 5_000

/**
 * Calls `changed` when the text of a file changes. Watches the folder, since editors and orchestrators replace files; returns a function that ends
 * the watch.
 */
export function watchFile(file: string, changed: () => void): () => void {
  let known = textOf(file)
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    const text = textOf(file)
    // A missing or empty file, for the moment or for good, is no configuration.
    if (text === undefined || text.trim() === '' || text === known) return
    known = text
    changed()
  }
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(look, quiet).unref()
  }
  const watcher = open(dirname(resolve(file)), wait)
  const rounds = setInterval(() => {
    if (textOf(file) !== known) wait()
  }, round).unref()
  return () => {
    clearTimeout(timer)
    clearInterval(rounds)
    watcher?.close()
  }
}

function open(folder: string, seen: () => void): FSWatcher | undefined {
  try {
    // A folder that is removed ends the watch, not the process.
    return watch(folder, { persistent: false }, seen).on('error', () => {})
  } catch {
    return undefined
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
