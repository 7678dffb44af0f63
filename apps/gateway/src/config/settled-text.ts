import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

/** Milliseconds for which a file must stay as it is before it is taken for whole, and after which nobody waits any longer. */
const rest = 250
const patience = 10_000

/**
 * The text of a file that may be written at this moment, once it has come to rest. A file that is gone or empty is waited for a while: some
 * writers empty it first. Rejects with a `ConfigError` where it stays so, or does not come to rest.
 */
export async function settledText(file: string, wait = rest, longest = patience): Promise<string> {
  const until = Date.now() + longest
  let text = textOf(file)
  /** How often it was the same, and no configuration. */
  let useless = 0
  for (;;) {
    await new Promise((done) => setTimeout(done, wait))
    const now = textOf(file)
    if (now !== undefined && now === text && now.trim() !== '') return now
    useless = now === text ? useless + 1 : 0
    if (useless === 4 || Date.now() > until) throw new ConfigError(`${file}: ${problemOf(now)}`)
    text = now
  }
}

function problemOf(text: string | undefined): string {
  if (text === undefined) return 'the file cannot be read'
  return text.trim() === '' ? 'the file is empty' : 'the file does not come to rest'
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
