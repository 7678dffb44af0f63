import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from './exchange.ts'

/** The exchanges in `folder`, one a file, in the order of their ids; `undefined` where the folder is not there. */
export function readCorpus(folder: string): readonly Exchange[] | undefined {
  const names = list(folder)
  // The files have the shape of an exchange: corpus README, "File schema".
  return names
    ?.filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Exchange)
}

function list(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder)
  } catch {
    return undefined
  }
}
