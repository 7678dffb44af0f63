import { isJsonObject, type Json, type JsonObject, parseDocument, type Pointer } from '@interlingua/core'
import { type FailureReply, invalidRequest } from '@interlingua/gateway-kernel'
import { isUtf8 } from 'node:buffer'

/** Largest sizes of a request. */
export interface BodyLimits {
  /** Nesting of the JSON. */
  readonly depth: number
  /** Members and items of the JSON. */
  readonly values: number
  readonly tools: number
  /** Messages, or items of a conversation. */
  readonly turns: number
  /** Parts and calls of all turns together. */
  readonly parts: number
}

/** Limits under which a translation takes less than a second: some microseconds for a value, and 20 to 100 for a part, a turn or a tool. */
export const defaultBodyLimits: BodyLimits = { depth: 200, values: 200_000, tools: 5_000, turns: 10_000, parts: 20_000 }

const lists = ['messages', 'contents', 'input', 'items'] as const
/** Fields with the parts of a turn, the content of a result, or the prompt of a video. */
const inner = ['content', 'parts', 'tool_calls', 'output'] as const
/** Fields with the parts before the turns. */
const before = ['system', 'systemInstruction', 'system_instruction', 'content', 'parts'] as const
/** Fields with the members of a group of tools. */
const groups = ['functionDeclarations', 'function_declarations', 'tools'] as const

/** Largest number of fields of a request; no format has a hundred. */
const fieldLimit = 1000

/** Checks the numbers of fields, tools, turns and parts; the failure names the field that passed a limit. */
export function checkCounts(body: JsonObject, limits: BodyLimits): FailureReply | undefined {
  const counted = body['generateContentRequest'] ?? body['generate_content_request']
  // Each unknown field makes a notice, so their number is bounded.
  if (Object.keys(body).length > fieldLimit) return invalidRequest(`The request has more than ${fieldLimit} fields.`)
  return checkRequest(body, '', limits) ?? (isJsonObject(counted) ? checkRequest(counted, '/generateContentRequest', limits) : undefined)
}

function checkRequest(body: JsonObject, base: Pointer, limits: BodyLimits): FailureReply | undefined {
  return checkTools(body, base, limits) ?? checkTurns(body, base, limits)
}

function checkTools(body: JsonObject, base: Pointer, { tools: limit }: BodyLimits): FailureReply | undefined {
  let count = 0
  for (const key of ['tools', 'functions'] as const) {
    const tools = body[key]
    if (!Array.isArray(tools)) continue
    count += tools.length
    if (count > limit) return tooMany('tools', limit, `${base}/${key}`)
    for (const [index, tool] of tools.entries()) {
      if (!isJsonObject(tool)) continue
      for (const group of groups) {
        const members = tool[group]
        if (Array.isArray(members)) count += members.length
        if (count > limit) return tooMany('tools', limit, `${base}/${key}/${index}/${group}`)
      }
    }
  }
  return undefined
}

function checkTurns(body: JsonObject, base: Pointer, { turns: limit, parts }: BodyLimits): FailureReply | undefined {
  let count = 0
  for (const key of before) {
    const value = body[key]
    count += Array.isArray(value) ? countList(value as readonly Json[]) : countParts(value) // an array of JSON
    if (count > parts) return tooMany('parts and calls', parts, `${base}/${key}`)
  }
  for (const key of lists) {
    const turns = body[key]
    if (!Array.isArray(turns)) continue
    if (turns.length > limit) return tooMany('turns', limit, `${base}/${key}`)
    for (let index = 0; index < turns.length; index++) {
      count += countParts(turns[index])
      if (count > parts) return tooMany('parts and calls', parts, `${base}/${key}/${index}`)
    }
  }
  return undefined
}

/** Counts the parts of a turn, and those in its results. */
function countParts(node: Json | undefined): number {
  if (!isJsonObject(node)) return 0
  let count = 0
  for (const key of inner) {
    const parts = node[key]
    if (Array.isArray(parts)) count += countList(parts as readonly Json[]) // an array of JSON
  }
  return count
}

function countList(parts: readonly Json[]): number {
  let count = parts.length
  for (const part of parts) count += countParts(part)
  return count
}

function tooMany(what: string, limit: number, path: Pointer): FailureReply {
  return invalidRequest(`more than the ${limit} ${what} that this gateway takes in one request`, path)
}

/** Bytes of a body that is not scanned, since it is harmless whatever it holds. */
const harmlessBytes = 32 * 1024

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c

/**
 * Failure for a body with too many values, or too deep nesting, found before it is parsed. Strings are skipped natively; invalid JSON may be
 * miscounted, which does no harm, since it is refused anyway.
 */
export function scanBody(bytes: Buffer, { depth, values }: Pick<BodyLimits, 'depth' | 'values'>): FailureReply | undefined {
  if (bytes.length < harmlessBytes) return undefined
  let open = 0
  let seen = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === quote) {
      i = endOfString(bytes, i)
      if (i === -1) return undefined
    } else if (byte === 0x5b || byte === 0x7b) {
      seen++
      if (++open > depth) return invalidRequest(`The request body is nested deeper than ${depth} levels.`)
    } else if (byte === 0x5d || byte === 0x7d) open--
    else if (byte === comma && ++seen > values) return invalidRequest(`The request body holds more than ${values} values.`)
  }
  return seen > values ? invalidRequest(`The request body holds more than ${values} values.`) : undefined
}

/** Offset of the closing quote, or -1. */
function endOfString(bytes: Buffer, start: number): number {
  // Most strings are keys and short words, for which a native search costs more than a loop.
  const near = Math.min(start + 32, bytes.length)
  for (let i = start + 1; i < near; i++) {
    const byte = bytes[i]
    if (byte === quote) return i
    if (byte === backslash) i++
  }
  let end = bytes.indexOf(quote, start + 1)
  while (end !== -1 && isEscaped(bytes, start, end)) end = bytes.indexOf(quote, end + 1)
  return end
}

/** True if an odd number of backslashes precedes the quote. Each run is walked once, since a quote ends it. */
function isEscaped(bytes: Buffer, start: number, end: number): boolean {
  let first = end
  while (first - 1 > start && bytes[first - 1] === backslash) first--
  return (end - first) % 2 === 1
}

const token = /[ \t\n\r]+|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'next'

/**
 * Locates the first error of a text in JSON, since the engine's message often names no place, or quotes content. Runs only for an invalid body, and
 * without recursion, so that depth costs nothing.
 */
export function locateJsonError(text: string): { readonly offset: number; readonly line: number; readonly column: number } {
  const offset = findOffset(text)
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { offset, line, column: offset - before.lastIndexOf('\n') }
}

function findOffset(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let offset = 0
  let done = false
  while (offset < text.length) {
    const first = text.charAt(offset)
    const end = first === '"' ? endOfStringIn(text, offset) : endOfToken(text, offset)
    if (end < 0) return -1 - end
    if (!' \t\n\r'.includes(first)) {
      if (done) return offset
      const follows = step(first, expected, open)
      if (follows === undefined) return offset
      expected = follows
      done = open.length === 0 && expected === 'next'
    }
    offset = end
  }
  return text.length
}

/** Offset behind the token, or `-1 - offset` if there is none. */
function endOfToken(text: string, offset: number): number {
  token.lastIndex = offset
  return token.test(text) ? token.lastIndex : -1 - offset
}

/** Offset behind the closing quote, or `-1 -` the offset of an illegal character. A loop, since strings may be megabytes long. */
function endOfStringIn(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset)
    if (unit === 0x22) return offset + 1
    if (unit < 0x20) return -1 - offset
    if (unit !== 0x5c) continue
    const escaped = text.charAt(offset + 1)
    if (escaped === 'u' ? !/^[0-9a-fA-F]{4}$/.test(text.slice(offset + 2, offset + 6)) : !'"\\/bfnrt'.includes(escaped || '-'))
      return -1 - offset
    offset += escaped === 'u' ? 5 : 1
  }
  return -1 - text.length
}

/** Kinds of token that may follow this one; undefined if the token itself is illegal here. */
function step(first: string, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const inside = open[open.length - 1]
  switch (first) {
    case '{':
    case '[':
      if (expected !== 'value' && expected !== 'value-or-end') return undefined
      open.push(first)
      return first === '{' ? 'key-or-end' : 'value-or-end'
    case '}':
      if (inside !== '{' || (expected !== 'key-or-end' && expected !== 'next')) return undefined
      open.pop()
      return 'next'
    case ']':
      if (inside !== '[' || (expected !== 'value-or-end' && expected !== 'next')) return undefined
      open.pop()
      return 'next'
    case ',':
      if (expected !== 'next' || inside === undefined) return undefined
      return inside === '{' ? 'key' : 'value'
    case ':':
      return expected === 'colon' ? 'value' : undefined
    case '"':
      if (expected === 'key' || expected === 'key-or-end') return 'colon'
      return expected === 'value' || expected === 'value-or-end' ? 'next' : undefined
    default:
      return expected === 'value' || expected === 'value-or-end' ? 'next' : undefined
  }
}

export interface ParsedBody {
  readonly body: JsonObject
  /** Bytes of the body without a byte order mark. */
  readonly bytes: Buffer
}

/** Parses a request body as a JSON object; a status 400 that tells the place of an error, or of a limit that was passed. */
export function parseBody(raw: Buffer, limits?: BodyLimits): ParsedBody | FailureReply {
  const bytes = startsWithMark(raw) ? raw.subarray(3) : raw
  if (bytes.length === 0) return invalidRequest('The request body is empty; a JSON object is expected.')
  if (!isUtf8(bytes)) return invalidRequest('The request body is not valid UTF-8.')
  const excess = limits && scanBody(bytes, limits)
  if (excess) return excess
  const text = bytes.toString('utf8')
  const value = parseDocument(text)
  if (value === undefined) {
    const { offset, line, column } = locateJsonError(text)
    return invalidRequest(`The request body is not valid JSON: error at position ${offset} (line ${line}, column ${column}).`)
  }
  if (!isJsonObject(value)) return invalidRequest('The request body must be a JSON object.')
  const surplus = limits && checkCounts(value, limits)
  return surplus ?? { body: value, bytes }
}

function startsWithMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}
