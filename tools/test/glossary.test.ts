import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../workspace.ts'

/** Terms that an operator or a developer of another gateway looks for. */
const terms = [
  'API key',
  'authentication',
  'backoff',
  'breaker',
  'budget',
  'cache',
  'concurrency',
  'cooldown',
  'drain',
  'failover',
  'fallback',
  'idempotency key',
  'job',
  'keep-alive',
  'metrics',
  'middleware',
  'OpenAPI',
  'poll',
  'queue',
  'quota',
  'rate limit',
  'readiness',
  'redact',
  'reload',
  'retry',
  'session',
  'store',
  'telemetry',
  'timeout',
  'trace',
  'usage',
  'webhook',
] as const

interface Entry {
  readonly term: string
  readonly text: string
  readonly files: readonly string[]
}

/** Rows of the glossary's table of standard terms. */
function readEntries(): readonly Entry[] {
  const [, table = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Standard terms')
  return [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, term = '', text = '', links = '']) => ({
    term,
    text,
    files: [...links.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => file),
  }))
}

/** Path and text of a file, or of the files of a folder, without what separates the parts of a name. */
function searched(path: string): string {
  const files = statSync(join(root, path)).isDirectory() ? globSync(`${path}/**/*.ts`, { cwd: root }) : [path]
  return plain(files.map((file) => `${file} ${readFileSync(join(root, file), 'utf8')}`).join(' '))
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '')
}

const entries = readEntries().filter(({ term }) => term !== 'term' && !term.startsWith('---'))

test.each(terms)('the glossary says what "%s" is here, and where', (term) => {
  const found = entries.filter((entry) => new RegExp(`(?<![\\w-])${term}(?![\\w-])`).test(entry.term))
  expect(found).not.toEqual([])
  for (const { text } of found) expect(text).toMatch(/\w.*\.$/)
})

test.each(entries)('a search for $term finds its files', ({ term, files }) => {
  expect(files).not.toEqual([])
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  const names = term.split(', ').map((name) => name.split(/[\s-]/).map(plain))
  const without = files.filter((file) => !names.some((words) => words.every((word) => searched(file).includes(word))))
  expect(without).toEqual([])
})
