import { readFileSync, watch, type FSWatcher } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Milliseconds of quiet after which a change is a whole one: editors write in several steps. */
const quiet = 250
/** Milliseconds between two looks where nothing was said to have changed: mounts and networks do not tell of every change. */
const round = 5_000

/**
 * Calls `changed` when the text of a file is another one. Its folder is watched, not the file: editors and orchestrators put new files in its
 * place. Gives what ends it.
 */
export function watchFile(file: string, changed: () => void): () => void {
  let known = textOf(file)
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    const text = textOf(file)
    // A file that is gone or empty, for the moment or for good, is no configuration.
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
    // A folder that is taken away ends the watching, not the process.
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
