import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml'

type Path = readonly PropertyKey[]

/** Key of older files, which still counts. */
interface RenamedKey {
  /** Path of the group in which it stands; `*` is any entry of a list. */
  readonly within: readonly string[]
  readonly old: string
  /** New path within the group. */
  readonly now: readonly string[]
  /** Changes the value where it has another meaning now. */
  readonly change?: (value: Scalar) => void
}

/** Use of an old key in a file. */
export interface FoundRename {
  /** Path as it was written, as far as earlier renames left it. */
  readonly from: Path
  readonly to: Path
  /** Offset of the key in the text. */
  readonly offset: number
  readonly old: string
  readonly now: string
  /** True if the new key stands beside the old one, which says nothing about the one that counts. */
  readonly both: boolean
}

/** Old keys, in the order in which they are replaced: a group before the keys in it. */
export const renamedKeys: readonly RenamedKey[] = [
  ...['', 'channels.*'].flatMap((group) => [
    rename(group, 'liveness', 'keepAlive'),
    rename(group, 'circuit', 'circuitBreaker'),
    rename(`${group}.circuitBreaker`, 'pause', 'cooldown'),
    rename(`${group}.circuitBreaker`, 'credentialPause', 'credentialCooldown'),
    rename(`${group}.policy`, 'envelopeSeals', 'carryForeignSeals'),
  ]),
  rename('', 'data', 'dataDir'),
  rename('retry', 'retryAfter', 'maxRetryAfter'),
  rename('retry', 'on', 'alsoOn'),
  rename('usage', 'keep', 'enabled'),
  rename('usage', 'days', 'retention', addUnit('d')),
  rename('results', 'lifetime', 'retention', addUnit('s')),
  rename('channels.*', 'retryOn', 'retry.alsoOn'),
  rename('channels.*', 'version', 'anthropicVersion'),
  rename('channels.*', 'rehost', 'hostResults'),
  rename('channels.*', 'mostVideos', 'maxVideos'),
  rename('channels.*', 'pace', 'poll'),
  rename('channels.*.poll', 'first', 'initial'),
  rename('channels.*.poll', 'next', 'interval'),
  rename('channels.*.poll', 'most', 'maxInterval'),
  rename('channels.*.concurrency', 'calls', 'limit'),
  rename('channels.*.concurrency', 'waiting', 'queue'),
  rename('channels.*.concurrency', 'patience', 'queueTimeout'),
  rename('channels.*', 'keeps', 'supports'),
  rename('channels.*', 'threads', 'supports.messageThreads'),
  rename('channels.*', 'state', 'supports.storedResponses'),
  rename('channels.*', 'caches', 'supports.cachedContents'),
  rename('channels.*.supports', 'threads', 'messageThreads'),
  rename('channels.*.supports', 'responses', 'storedResponses'),
  rename('channels.*.models.*', 'mostVideos', 'maxVideos'),
  rename('channels.*.models.*', 'rejectsResponseFormat', 'supports.responseFormat', negate),
]

/** Old values, by the path of their list or key. */
export const renamedValues: readonly { readonly path: string; readonly change: (value: Scalar) => string | undefined }[] = [
  ...['retry.alsoOn.*', 'channels.*.retry.alsoOn.*'].map((path) => ({ path, change: brokenConnection })),
  { path: 'responses.retention', change: daysAlone },
]

function rename(group: string, old: string, now: string, change?: (value: Scalar) => void): RenamedKey {
  return { within: group.split('.').filter(Boolean), old, now: now.split('.'), ...(change && { change }) }
}

function addUnit(unit: string): (value: Scalar) => void {
  return (value) => {
    if (typeof value.value === 'number') write(value, `${value.value}${unit}`)
  }
}

function negate(value: Scalar): void {
  if (typeof value.value === 'boolean') write(value, !value.value)
}

function brokenConnection(value: Scalar): string | undefined {
  if (value.value !== 'broken') return undefined
  write(value, 'connection-error')
  return '"broken" is now "connection-error"'
}

/** Days without a unit, which every other time would take for seconds. */
function daysAlone(value: Scalar): string | undefined {
  const { value: days } = value
  if (typeof days !== 'number' || !(days > 0)) return undefined
  write(value, `${days}d`)
  return `${days} without a unit are days; it is now "${days}d"`
}

/** Gives a scalar another value, without the text that it was read from. */
function write(scalar: Scalar, value: unknown): void {
  scalar.value = value
  delete scalar.source
  delete scalar.type
}

/** Result of `renameKeys`. */
export interface Renames {
  readonly keys: readonly FoundRename[]
  readonly values: readonly { readonly path: Path; readonly offset: number; readonly message: string }[]
}

/** Replaces the old keys and values of a document by the new ones. A key whose new name stands beside it is left as it is. */
export function renameKeys(document: Document): Renames {
  const keys: FoundRename[] = []
  for (const { within, old, now, change } of renamedKeys)
    for (const [path, group] of groupsAt(document, within)) {
      const pair = pairOf(group, old)
      if (pair === undefined) continue
      const both = holds(document, group, now)
      keys.push({ from: [...path, old], to: [...path, ...now], offset: offsetOf(pair), old, now: now.join('.'), both })
      if (both) continue
      if (change && isScalar(pair.value)) change(pair.value)
      move(document, group, pair, now)
    }
  const values = renamedValues.flatMap(({ path, change }) =>
    nodesAt(document, path.split('.')).flatMap(([at, node]) => {
      const message = isScalar(node) ? change(node) : undefined
      return message === undefined ? [] : [{ path: at, offset: node.range?.[0] ?? 0, message }]
    }),
  )
  return { keys, values }
}

function groupsAt(document: Document, within: readonly string[]): readonly (readonly [Path, YAMLMap])[] {
  return nodesAt(document, within).flatMap(([path, node]) => (isMap(node) ? [[path, node] as const] : []))
}

/** Nodes at a path, in which `*` is any entry of a list. */
function nodesAt(document: Document, steps: readonly string[]): readonly (readonly [Path, Node])[] {
  let found: (readonly [Path, Node])[] = document.contents === null ? [] : [[[], document.contents as Node]] // `parseDocument` makes nodes alone
  for (const step of steps)
    found = found.flatMap(([path, node]) => {
      if (step === '*') return isSeq(node) ? node.items.flatMap((item, index) => within(document, [...path, index], item)) : []
      return isMap(node) ? within(document, [...path, step], pairOf(node, step)?.value) : []
    })
  return found
}

function within(document: Document, path: Path, value: unknown): readonly (readonly [Path, Node])[] {
  const node = isAlias(value) ? value.resolve(document) : value
  return isMap(node) || isSeq(node) || isScalar(node) ? [[path, node]] : []
}

function pairOf(group: YAMLMap, key: string): Pair | undefined {
  return group.items.find((pair) => isScalar(pair.key) && pair.key.value === key)
}

function offsetOf({ key }: Pair): number {
  return isScalar(key) ? (key.range?.[0] ?? 0) : 0
}

/** True if the group holds the new key as well: the last of the path, in a group of its own or in this one. */
function holds(document: Document, group: YAMLMap, now: readonly string[]): boolean {
  const [first = '', second] = now
  const pair = pairOf(group, first)
  if (pair === undefined || second === undefined) return pair !== undefined
  const inner = isAlias(pair.value) ? pair.value.resolve(document) : pair.value
  return !isMap(inner) || pairOf(inner, second) !== undefined
}

function move(document: Document, group: YAMLMap, pair: Pair, now: readonly string[]): void {
  const [first = '', second] = now
  if (!isScalar(pair.key)) return
  pair.key.value = second ?? first
  delete pair.key.source
  if (second === undefined) return
  const at = group.items.indexOf(pair)
  const there = pairOf(group, first)?.value
  const inner = isAlias(there) ? there.resolve(document) : there
  if (isMap(inner)) {
    inner.items.push(pair)
    group.items.splice(at, 1)
    return
  }
  const made = document.createNode({}) as YAMLMap // an empty object makes an empty map
  made.items.push(pair)
  made.flow = group.flow === true
  const outer = document.createPair(first, made)
  group.items[at] = outer
}

/** Path as it stands in the file, before the renames. */
export function writtenPath(path: Path, renames: readonly FoundRename[]): Path {
  return renames
    .filter(({ both }) => !both)
    .reduceRight<Path>(
      (now, { from, to }) => (to.every((key, index) => now[index] === key) ? [...from, ...now.slice(to.length)] : now),
      path,
    )
}
