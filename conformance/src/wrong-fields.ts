import { isInterlinguaError, isJsonObject, pointer } from '@interlingua/core'
import type { Json, Pointer } from '@interlingua/core'
import { createTestContext, withLeaf } from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
import { formats } from './formats.ts'
import type { FormatId } from './format-id.ts'
import { ownCorpus } from './own-corpus.ts'
import { requestDocument } from './request-document.ts'

type Keys = readonly (string | number)[]
type Way = 'request' | 'answer'

/** Values that a field may hold by mistake or by an attack. */
const wrongValues: readonly Json[] = [
  null,
  7,
  -1.5,
  1e300,
  '',
  '\ud800',
  'constructor',
  true,
  [],
  [null],
  ['x'],
  {},
  JSON.parse('{"__proto__": {"type": "x"}, "constructor": 1, "toString": "a"}') as Json,
  nested(40),
]

function nested(depth: number): Json {
  let value: Json = 1
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? { a: value } : [value]
  return value
}

/**
 * Puts each wrong value into each field of each example of a format, and returns faults: a refusal must name the field or one beside it,
 * and an accepted document must decode and encode.
 */
export function wrongFields(format: FormatId): { readonly runs: number; readonly faults: readonly string[] } {
  const seen = new Set<string>()
  const faults = new Set<string>()
  let runs = 0
  for (const recording of ownCorpus(format)) {
    for (const [way, document] of documentsOf(recording, format)) {
      for (const keys of fieldsOf(document)) {
        const shape = `${way} ${keys.map((key) => (typeof key === 'number' ? '*' : key)).join('/')} of ${kindOf(document, keys)}`
        if (seen.has(shape)) continue
        seen.add(shape)
        for (const value of wrongValues) {
          runs++
          const fault = judge(format, way, withLeaf(document, keys, value), pointer('', ...keys))
          if (fault !== undefined) faults.add(`${recording.id}, ${shape}: ${fault}`)
        }
      }
    }
  }
  return { runs, faults: [...faults] }
}

function documentsOf(recording: Recording, format: FormatId): readonly (readonly [Way, Json])[] {
  const { response, status } = recording
  const request = requestDocument(recording, format)
  const found: [Way, Json][] = []
  if (request !== undefined) found.push(['request', request])
  if (typeof response === 'object' && response !== null && status < 400) found.push(['answer', response])
  return found
}

/** Type of the innermost object on the way that has one, since fields of one name differ between items. */
function kindOf(document: Json, keys: Keys): string {
  let kind = ''
  let node: Json | undefined = document
  for (const key of keys) {
    if (isJsonObject(node) && typeof node['type'] === 'string') kind = node['type']
    node = Array.isArray(node) ? (node[Number(key)] as Json | undefined) : isJsonObject(node) ? node[key] : undefined
  }
  return kind
}

/** Paths to all values of a document but the whole. */
function fieldsOf(document: Json, keys: Keys = []): readonly Keys[] {
  if (typeof document !== 'object' || document === null) return []
  return Object.entries(document).flatMap(([name, inner]: [string, Json]): readonly Keys[] => {
    const here = [...keys, Array.isArray(document) ? Number(name) : name]
    return [here, ...fieldsOf(inner, here)]
  })
}

function judge(format: FormatId, way: Way, body: Json, at: Pointer): string | undefined {
  const { context } = createTestContext()
  const { adapter, documents, headers } = formats[format]
  try {
    if (way === 'request') {
      const parsed = documents.parseRequest({ path: '', query: {}, headers, body }, context)
      documents.encodeRequest(documents.decodeRequest(parsed, context), context)
    } else {
      const parsed = adapter.parseResponse({ status: 200, headers: {}, body }, context)
      adapter.encodeResponse(adapter.decodeResponse(parsed, context), context)
    }
  } catch (error) {
    if (!isInterlinguaError(error)) return error instanceof Error ? (error.stack ?? error.message) : String(error)
    const { path } = error
    if (!isNear(path, at)) return `${error.message} is told at ${path}`
  }
  return undefined
}

/** True for the field itself, its parent, its members and its siblings: a missing field, or one that excludes another. */
function isNear(path: Pointer, at: Pointer): boolean {
  return at.startsWith(path) || path.startsWith(at) || parentOf(path) === parentOf(at)
}

function parentOf(path: Pointer): string {
  return path.slice(0, path.lastIndexOf('/'))
}
