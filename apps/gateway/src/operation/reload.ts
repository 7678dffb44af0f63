import type { GatewayConfig } from '../config/config-schema.ts'
import { ConfigError } from '@interlingua/gateway-kernel'
import { type FSWatcher, readFileSync, watch } from 'node:fs'
import { dirname, resolve } from 'node:path'

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

/** Calls `reload` on SIGHUP and on changes of the file. Its errors are logged by itself. */
export function reloadOnChange(file: string, reload: () => Promise<void>): void {
  // Reloads run one after another, so that the last one read stays.
  let last = Promise.resolve()
  /** True while a reload waits, which serves all requests for one until it begins. */
  let waits = false
  const plan = (): void => {
    if (waits) return
    waits = true
    const begin = (): Promise<void> => {
      waits = false
      return reload()
    }
    last = last.then(begin).catch(() => {})
  }
  process.on('SIGHUP', plan)
  watchFile(file, plan)
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
