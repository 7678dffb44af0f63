import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Recording } from './recording.ts'

/** Exchanges in `folder`, one a file, sorted by id; `undefined` if the folder does not exist. */
export function readCorpus(folder: string): readonly Recording[] | undefined {
  const names = list(folder)
  // The files have the shape of an exchange: corpus README, "File schema".
  return names
    ?.filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording)
}

function list(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder)
  } catch {
    return undefined
  }
}
