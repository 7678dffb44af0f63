import { isJsonObject, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'
import type { BodyLimits } from './body-limits.ts'
import { invalidRequest } from './invalid-request.ts'

const lists = ['messages', 'contents', 'input', 'items'] as const
/** Where a turn keeps what it consists of, a result its content, and a video's request its prompt. */
const inner = ['content', 'parts', 'tool_calls', 'output'] as const
/** Where a request keeps what stands before its turns. */
const before = ['system', 'systemInstruction', 'system_instruction', 'content', 'parts'] as const
/** Where a group of tools keeps its members. */
const groups = ['functionDeclarations', 'function_declarations', 'tools'] as const

/** Fields of a request: no format has a hundred. */
const fieldLimit = 1000

/** The fault of a body with more fields, tools, turns or parts than a gateway takes; it names the field where the limit was passed. */
export function checkCounts(body: JsonObject, limits: BodyLimits): Fault | undefined {
  const counted = body['generateContentRequest'] ?? body['generate_content_request']
  // Each field that is not known is a notice.
  if (Object.keys(body).length > fieldLimit) return invalidRequest(`The request has more than ${fieldLimit} fields.`)
  return checkRequest(body, '', limits) ?? (isJsonObject(counted) ? checkRequest(counted, '/generateContentRequest', limits) : undefined)
}

function checkRequest(body: JsonObject, base: Pointer, limits: BodyLimits): Fault | undefined {
  return checkTools(body, base, limits) ?? checkTurns(body, base, limits)
}

function checkTools(body: JsonObject, base: Pointer, { tools: limit }: BodyLimits): Fault | undefined {
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

function checkTurns(body: JsonObject, base: Pointer, { turns: limit, parts }: BodyLimits): Fault | undefined {
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

/** The parts in a turn, and those in the results among them. */
function countParts(node: Json | undefined): number {
  if (!isJsonObject(node)) return 0
  let count = 0
  for (const key of inner) {
    const parts = node[key]
    if (Array.isArray(parts)) count += countList(parts as readonly Json[]) // as above
  }
  return count
}

function countList(parts: readonly Json[]): number {
  let count = parts.length
  for (const part of parts) count += countParts(part)
  return count
}

function tooMany(what: string, limit: number, path: Pointer): Fault {
  return invalidRequest(`more than the ${limit} ${what} that this gateway takes in one request`, path)
}
