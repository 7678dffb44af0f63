import type * as z from 'zod'
import { configSchema, type FileConfig, type GatewayConfig } from './config-schema.ts'
import { describeProblem, describeSyntax, describeUnknownKey } from './describe-problem.ts'
import { ConfigError } from '@interlingua/gateway-kernel'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { describeRenames, describeTwice } from './describe-renames.ts'
import { channelsOfKeys } from './providers.ts'
import { renameKeys, type Renames, writtenPath } from './renamed-keys.ts'

/** Formats a path as `channels[0].models[2].name`. */
function formatPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file'
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )
}

/** Path of the configuration file of a process: the one in `INTERLINGUA_CONFIG`, else `interlingua.yaml` in the current folder. */
export function configFile(environment: Readonly<Record<string, string | undefined>>, folder: string): string {
  return environment['INTERLINGUA_CONFIG'] || join(folder, 'interlingua.yaml')
}

/** Offset of a path in the text: of its key, or of the nearest parent if the key is missing. */
function findOffset(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const key = path[length - 1]
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key)
      if (pair && isScalar(pair.key) && pair.key.range) return pair.key.range[0]
    }
    const node: unknown = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

/** Creates a printer of a path's place in the text of a file: `interlingua.yaml:3:5: channels[0].format`. */
export function locatePath(text: string, file: string): (path: readonly PropertyKey[]) => string {
  const { document, renames, place } = readDocument(text, file)
  return (path) => `${place(findOffset(document, path))}: ${formatPath(writtenPath(path, renames.keys))}`
}

/** Milliseconds for which a file must stay unchanged to count as whole, and the longest wait for that. */
const rest = 250
const longestWaitMs = 10_000

/**
 * Reads a file that may be written at this moment, once it stays unchanged. Waits for a missing or empty file, since some writers empty it first;
 * rejects with a `ConfigError` if it stays so or keeps changing.
 */
export async function settledText(file: string, wait = rest, longest = longestWaitMs): Promise<string> {
  const until = Date.now() + longest
  let text = textOf(file)
  /** Number of looks in a row at which the file was unchanged, but missing or empty. */
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

type Path = readonly PropertyKey[]

/** Text of a configuration, read as YAML, with its old keys replaced. */
interface ReadDocument {
  readonly document: Document
  readonly renames: Renames
  /** Formats the place of an offset: `interlingua.yaml:3:5`. */
  readonly place: (offset: number) => string
}

/** Reads the text of a file. Throws a `ConfigError` for text that is no YAML. */
export function readDocument(text: string, file: string): ReadDocument {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  if (document.errors.length > 0)
    throw new ConfigError(listed(document.errors.map((error) => `${place(error.pos[0])}: ${describeSyntax(error)}`)))
  return { document, renames: renameKeys(document), place }
}

/**
 * Checks the text of an `interlingua.yaml`. `warn` takes what is said of keys that have another name now. Throws a `ConfigError` that tells each
 * problem with file, line, column and path.
 */
export function parseConfig(text: string, file: string, warn: (problem: string) => void = () => {}): FileConfig {
  const { document, renames, place } = readDocument(text, file)
  readTiers(document)
  const value: unknown = document.toJS() ?? {}
  const result = configSchema.safeParse(value, { reportInput: true })
  const twice = renames.keys.filter(({ both }) => both)
  if (result.success) {
    // A file that is cut off, or is just being written, must not pass for one without channels.
    if (result.data.channels.length === 0 && result.data.demo === undefined)
      throw new ConfigError(
        `${file}:1:1: the file has no channels: a file without any says whether the demo is served (demo: true, or false)`,
      )
    for (const line of describeRenames(renames, place)) warn(line)
    return result.data
  }
  const written = (path: Path): Path => writtenPath(path, renames.keys)
  const problems = result.error.issues
    .flatMap((issue) => spread(issue, []))
    .map(({ path, message }) => {
      const both = twice.find(({ from }) => formatPath(from) === formatPath(path))
      return { offset: findOffset(document, path), path: formatPath(written(path)), message: both ? describeTwice(both) : message }
    })
    .toSorted((a, b) => a.offset - b.offset)
  // A place has one problem: what a second rule says of the same value follows from the first.
  const first = problems.filter(({ path }, index) => problems.findIndex((each) => each.path === path) === index)
  throw new ConfigError(listed(first.map(({ offset, path, message }) => `${place(offset)}: ${path}: ${message}`)))
}

/** Takes tiers as texts: a file says `tier: 2.0`, which YAML reads as the number 2. */
function readTiers(document: Document): void {
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === 'tier' && isScalar(value) && typeof value.value === 'number') value.value = value.source
    },
  })
}

interface Problem {
  readonly path: Path
  readonly message: string
}

/** Splits an issue: one problem for each unknown key, and for a union the problems of the nearest branch. */
function spread(issue: z.core.$ZodIssue, base: Path): readonly Problem[] {
  const path = [...base, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: describeUnknownKey([...path, key]) }))
  if (issue.code === 'invalid_key')
    return issue.issues.map(({ message }) => ({ path, message: message.replace('not a header name', 'this is no name of a header') }))
  if (issue.code === 'invalid_union' && issue.input !== undefined && issue.input !== null) {
    const nearest = issue.errors.find((branch) => branch.some(({ path: inner, code }) => inner.length > 0 || code === 'unrecognized_keys'))
    if (nearest) return nearest.flatMap((inner) => spread(inner, path))
    // A value of the right kind that breaks a rule of its branch is told by that rule.
    const fitting = issue.errors.find((branch) => branch.every(({ code }) => code !== 'invalid_type' && code !== 'invalid_value'))
    if (fitting?.[0] !== undefined) return spread(fitting[0], path)
    const choice = typeof issue.input === 'string' ? issue.errors.flat().find(({ code }) => code === 'invalid_value') : undefined
    if (choice !== undefined) return [{ path, message: describeProblem({ ...choice, input: issue.input } as z.core.$ZodIssue, path) }] // an issue with its input
  }
  return [{ path, message: describeProblem(issue, path) }]
}

/** Largest number of problems that are told at once. */
const mostProblems = 10

function listed(problems: readonly string[]): string {
  const more = problems.length - mostProblems
  return [...problems.slice(0, mostProblems), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration of a process: from the file, else from the provider keys in the environment; with neither, there are no channels, and the
 * demo is served. `text`: text of the file, if it was read before; `warn` takes what is said of old keys.
 */
export function readConfig(environment: Environment, folder: string, text?: string, warn?: (problem: string) => void): GatewayConfig {
  const named = environment['INTERLINGUA_CONFIG']
  const file = configFile(environment, folder)
  const read = text !== undefined || named || existsSync(file)
  const fromFile = read ? parseConfig(text ?? readText(file), file, warn) : { channels: channelsOfKeys(environment) }
  const databaseUrl = environment['DATABASE_URL']
  const redisUrl = environment['REDIS_URL']
  const apiKey = readApiKey(environment['INTERLINGUA_API_KEY'])
  return {
    ...fromFile,
    host: environment['HOST'] || '127.0.0.1',
    port: readPort(environment['PORT']),
    dataDir:
      environment['INTERLINGUA_DATA'] ||
      (fromFile.dataDir === undefined ? join(folder, '.interlingua') : resolve(dirname(file), fromFile.dataDir)),
    ...(databaseUrl && { databaseUrl }),
    ...(redisUrl && { redisUrl }),
    ...(apiKey !== undefined && { apiKey }),
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${file}: the file cannot be read`, { cause: error })
  }
}

/** Checks the key of the environment. The message never quotes the key, since an unusable key is secret too. */
function readApiKey(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^[\x21-\x7e]{8,}$/.test(text))
    throw new ConfigError('INTERLINGUA_API_KEY: it must have at least 8 characters, all of them visible ASCII: it is sent in a header')
  return text
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return 8787
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new ConfigError(`PORT: ${JSON.stringify(text)} is not a port number (0 to 65535)`)
  return port
}
