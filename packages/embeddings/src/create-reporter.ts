import {
  pointer,
  type Context,
  type Extensions,
  type FieldPointers,
  type Format,
  type Json,
  type Node,
  type Pointer,
} from '@interlingua/core'
import type { EmbedRequest } from './embed-request.ts'
import type { EmbedResponse } from './embed-response.ts'
import type { EmbedFates } from './fates.ts'
import { notice, type Code } from './notices.ts'

/** Tells what one dialect has no place for: every present field whose fate is not `carried`, and every key of a foreign extension box. */
export interface Reporter {
  /** Of the request as the caller meant it. */
  request(request: EmbedRequest, context: Context): void
  response(response: EmbedResponse, context: Context): void
}

/** The fields of a kind of node that are reported, each with its code. */
type Plan = readonly (readonly [field: string, code: Code])[]

/** The reporter of one dialect. Fields are looked up by what is reported, not by what is there: most nodes have nothing to tell. */
export function createReporter(format: Format, fates: EmbedFates): Reporter {
  const plans = {
    request: planOf(fates.request),
    input: planOf(fates.input),
    response: planOf(fates.response),
    embedding: planOf(fates.embedding),
    usage: planOf(fates.usage),
    inputUsage: planOf(fates.inputUsage),
    outputUsage: planOf(fates.outputUsage),
  }
  const parts = new Map(Object.entries(fates.parts).map(([type, fate]) => [type, typeof fate === 'string' ? fate : planOf(fate)]))

  return {
    request(request, context) {
      const tell = createTeller(context)
      look(request, plans.request, request.at ?? '', request.fields, '', tell)
      foreign(request.extensions, request.at ?? '', tell)
      request.inputs.forEach((input, index) => {
        const at = input.at ?? pointer('/inputs', index)
        for (const [field, code] of plans.input) {
          if (valueOf(input, field) === undefined) continue
          tell(code, placeIn(request, 'inputs', at, input.fields, field))
        }
        foreign(input.extensions, at, tell)
        for (const [number, part] of (input.parts ?? []).entries()) {
          const place = part.at ?? pointer(at, 'parts', number)
          const fate = parts.get(part.type)
          if (typeof fate === 'string') {
            tell(fate, place)
            continue
          }
          if (fate) look(part, fate, place, part.fields, '', tell)
          foreign(part.extensions, place, tell)
        }
      })
    },
    response(response, context) {
      const tell = createTeller(context)
      look(response, plans.response, response.at ?? '', response.fields, '', tell)
      foreign(response.extensions, response.at ?? '', tell)
      response.embeddings.forEach((embedding, index) => {
        const at = embedding.at ?? pointer('/embeddings', index)
        for (const [field, code] of plans.embedding) {
          if (valueOf(embedding, field) !== undefined) tell(code, placeIn(response, 'embeddings', at, embedding.fields, field))
        }
        foreign(embedding.extensions, at, tell)
      })
      const { usage } = response
      if (usage === undefined || fates.response.usage !== 'carried') return
      const at = usage.at ?? '/usage'
      look(usage, plans.usage, at, usage.fields, '', tell)
      look(usage.input, plans.inputUsage, at, usage.fields, 'input.', tell)
      look(usage.output, plans.outputUsage, at, usage.fields, 'output.', tell)
      foreign(usage.extensions, at, tell)
    },
  }

  function foreign(boxes: Extensions | undefined, at: Pointer, tell: Tell): void {
    for (const owner in boxes) {
      if (owner === format) continue
      const rest = boxes[owner]?.rest
      for (const key in rest) if (!isEmpty(rest[key])) tell('foreign-field', pointer(at, key))
    }
  }
}

/** Where a field of one of a list stood: at its own place, or once for all of them. */
function placeIn(owner: Node, list: string, at: Pointer, fields: FieldPointers | undefined, field: string): Pointer {
  const own = fields?.[field]
  if (own !== undefined) return `${at}${own}`
  return owner.fields?.[`${list}.${field}`] ?? pointer(at, field)
}

/** Where a setting of an input stood. */
export function placeOfInput(request: EmbedRequest, at: Pointer, fields: FieldPointers | undefined, field: string): Pointer {
  return placeIn(request, 'inputs', at, fields, field)
}

type Tell = (code: Code, path: Pointer) => void

/** Each thing is told once: what is said once for all inputs stands in each of them. */
function createTeller(context: Context): Tell {
  const told = new Set<string>()
  return (code, path) => {
    const key = `${code} ${path}`
    if (told.has(key)) return
    told.add(key)
    context.onNotice(notice(code, path))
  }
}

function look(node: object, plan: Plan, at: Pointer, fields: FieldPointers | undefined, prefix: string, tell: Tell): void {
  for (const [field, code] of plan) {
    if (valueOf(node, field) === undefined) continue
    const own = fields?.[prefix + field]
    tell(code, own === undefined ? pointer(at, field) : `${at}${own}`)
  }
}

function valueOf(node: object, field: string): unknown {
  return (node as Readonly<Record<string, unknown>>)[field] // the tables name fields of the node's type
}

function planOf(fates: Readonly<Record<string, string>>): Plan {
  // Every fate but 'carried' is a code, by the type of the tables.
  return Object.entries(fates).filter((entry): entry is [string, Code] => entry[1] !== 'carried')
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true
  if (typeof value !== 'object') return false
  for (const key in value) if (!isEmpty((value as Readonly<Record<string, Json>>)[key])) return false // arrays too: by index
  return true
}
