import type { Failure, Json, JsonObject, Limits, Pointer } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { hasKeys, parseExactJson } from '@interlingua/core/adapter'
import { keep } from './extension.ts'
import type { JsonDraft } from './extension.ts'

/** A call whose arguments Vertex streams as edits (`streamFunctionCallArguments`), emitted once it is complete. */
export interface PartialCall {
  readonly at: Pointer
  /** Takes the edits of one piece; returns true for the last. */
  take(piece: JsonObject, call: JsonObject): boolean
  /** Wire part that the edits amount to. */
  whole(): JsonObject
  failure(): Failure | undefined
}

type Path = readonly (string | number)[]
type Target = JsonDraft | Json[]

/** True for a piece of a call rather than a call. */
export function isPartial(call: JsonObject): boolean {
  return call.willContinue !== undefined || call.partialArgs !== undefined || !hasKeys(call)
}

/** Makes a partial call. `part`: the wire part in which the call began, whose edits must be taken like later ones. */
export function createPartialCall(part: JsonObject, at: Pointer, limits: Limits): PartialCall {
  const { willContinue: _, partialArgs: __, args, ...head } = isJsonObject(part.functionCall) ? part.functionCall : {}
  let root: JsonDraft | undefined = isJsonObject(args) ? (structuredCopy(args) as JsonDraft) : undefined // a copy of an object
  let signature = part.thoughtSignature
  /** Unknown keys of later pieces beside the arguments, and of edits beside their values. */
  let around: JsonDraft | undefined
  let inside: JsonDraft | undefined
  let length = 0
  let broken: Failure | undefined
  /** String that the next edit of the same path continues. Undefined: none. */
  let open: { readonly path: string; text: string } | undefined

  const apply = (edit: JsonObject): void => {
    const { jsonPath } = edit
    inside = keepOthers(inside, edit, editKeys)
    const path = typeof jsonPath === 'string' ? readPath(jsonPath) : undefined
    if (path === undefined || path.length === 0) return
    if (path.length > limits.depth || path.some((step) => typeof step === 'number' && step > limits.arrayIndex)) {
      broken = { code: 'limit', message: 'the arguments of a call are too deep or too long', retryable: false }
      return
    }
    const value = valueOf(edit)
    if (value === undefined) return
    length += typeof value === 'string' ? value.length : 8
    if (length > limits.bufferedBytes) {
      broken = { code: 'limit', message: 'the arguments of a call outgrew the buffer', retryable: false }
      return
    }
    root ??= {}
    if (typeof value !== 'string') return put(root, path, value)
    const text: string = open !== undefined && open.path === jsonPath ? open.text + value : value
    open = edit.willContinue === true ? { path: String(jsonPath), text } : undefined
    put(root, path, text)
  }

  return {
    at,
    take(piece, call) {
      signature ??= piece.thoughtSignature
      if (piece !== part) {
        around = keepOthers(around, piece, pieceKeys)
        inside = keepOthers(inside, call, callKeys)
      }
      if (Array.isArray(call.partialArgs)) {
        for (const edit of call.partialArgs as readonly Json[]) if (isJsonObject(edit) && broken === undefined) apply(edit)
      }
      return call.willContinue !== true
    },
    whole: () => ({
      ...around,
      ...part,
      functionCall: root === undefined ? { ...inside, ...head } : { ...inside, ...head, args: root },
      ...(signature !== undefined && { thoughtSignature: signature }),
    }),
    failure: () => broken,
  }
}

const pieceKeys = new Set(['functionCall', 'thoughtSignature'])
const callKeys = new Set(['id', 'name', 'args', 'willContinue', 'partialArgs'])
const editKeys = new Set(['jsonPath', 'willContinue', 'stringValue', 'numberValue', 'boolValue', 'nullValue'])

/** Adds the unknown keys of an object to `kept`. */
function keepOthers(kept: JsonDraft | undefined, from: JsonObject, known: ReadonlySet<string>): JsonDraft | undefined {
  let all = kept
  for (const key in from) {
    const value = from[key]
    if (value !== undefined && !known.has(key)) all = keep(all, key, value)
  }
  return all
}

function structuredCopy(value: Json): Json {
  return parseExactJson(JSON.stringify(value)) ?? null // JSON stays JSON
}

function valueOf(edit: JsonObject): Json | undefined {
  for (const key of ['stringValue', 'numberValue', 'boolValue'] as const) if (edit[key] !== undefined) return edit[key]
  return edit.nullValue === undefined ? undefined : null
}

const step = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y

/** Parses `$.items[0].name`, `$['a b']`; `undefined` if the text is no such path. RFC 9535 */
function readPath(text: string): Path | undefined {
  if (!text.startsWith('$')) return undefined
  const path: (string | number)[] = []
  step.lastIndex = 1
  for (let at = 1; at < text.length; at = step.lastIndex) {
    const found = step.exec(text)
    if (found === null) return undefined
    const [, name, index, single, double] = found
    if (index !== undefined) path.push(Number(index))
    else path.push(name ?? (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'))
  }
  return path
}

function put(root: JsonDraft, path: Path, value: Json): void {
  let target: Target = root
  for (let i = 0; i < path.length - 1; i++) {
    const here = path[i] ?? ''
    const next: Json = typeof path[i + 1] === 'number' ? [] : {}
    const old: Json | undefined = read(target, here)
    const fits = typeof old === 'object' && old !== null && Array.isArray(old) === Array.isArray(next)
    if (!fits) write(target, here, next)
    target = (fits ? old : next) as Target // all objects under the root are ours
  }
  write(target, path[path.length - 1] ?? '', value)
}

function read(target: Target, key: string | number): Json | undefined {
  if (Array.isArray(target)) return typeof key === 'number' ? target[key] : undefined
  return Object.hasOwn(target, key) ? target[key] : undefined
}

/** Sets a member; skipped places of a list become null. */
function write(target: Target, key: string | number, value: Json): void {
  if (!Array.isArray(target)) {
    keep(target, String(key), value)
    return
  }
  if (typeof key !== 'number') return
  while (target.length < key) target.push(null)
  target[key] = value
}
