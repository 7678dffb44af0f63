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

/** Reports everything for which a dialect has no place: present fields whose fate is not `carried`, and keys of foreign extensions. */
export interface Reporter {
  /** Reports on a request as the client sent it, before lowering. */
  request(request: EmbedRequest, context: Context): void
  response(response: EmbedResponse, context: Context): void
}

/** The fields of a kind of node that are reported, each with its code. */
type Plan = readonly (readonly [field: string, code: Code])[]

/** Makes the reporter of a dialect. Looks fields up by their fate: most nodes have nothing to report. */
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
      const report = createTeller(context)
      look(request, plans.request, request.at ?? '', request.fields, '', report)
      foreign(request.extensions, request.at ?? '', report)
      request.inputs.forEach((input, index) => {
        const at = input.at ?? pointer('/inputs', index)
        for (const [field, code] of plans.input) {
          if (valueOf(input, field) === undefined) continue
          report(code, placeIn(request, 'inputs', at, input.fields, field))
        }
        foreign(input.extensions, at, report)
        for (const [number, part] of (input.parts ?? []).entries()) {
          const place = part.at ?? pointer(at, 'parts', number)
          const fate = parts.get(part.type)
          if (typeof fate === 'string') {
            report(fate, place)
            continue
          }
          if (fate) look(part, fate, place, part.fields, '', report)
          foreign(part.extensions, place, report)
        }
      })
    },
    response(response, context) {
      const reportNow = createTeller(context)
      look(response, plans.response, response.at ?? '', response.fields, '', reportNow)
      foreign(response.extensions, response.at ?? '', reportNow)
      response.embeddings.forEach((embedding, index) => {
        const at = embedding.at ?? pointer('/embeddings', index)
        for (const [field, code] of plans.embedding) {
          if (valueOf(embedding, field) !== undefined) reportNow(code, placeIn(response, 'embeddings', at, embedding.fields, field))
        }
        foreign(embedding.extensions, at, reportNow)
      })
      const { usage } = response
      if (usage === undefined || fates.response.usage !== 'carried') return
      const at = usage.at ?? '/usage'
      look(usage, plans.usage, at, usage.fields, '', reportNow)
      look(usage.input, plans.inputUsage, at, usage.fields, 'input.', reportNow)
      look(usage.output, plans.outputUsage, at, usage.fields, 'output.', reportNow)
      foreign(usage.extensions, at, reportNow)
    },
  }

  function foreign(extensions: Extensions | undefined, at: Pointer, say: Say): void {
    for (const owner in extensions) {
      if (owner === format) continue
      const rest = extensions[owner]?.rest
      for (const key in rest) if (!isEmpty(rest[key])) say('foreign-field', pointer(at, key))
    }
  }
}

/** Place of a field of a list's item: its own, or that of the one value for the whole list. */
function placeIn(owner: Node, list: string, at: Pointer, fields: FieldPointers | undefined, field: string): Pointer {
  const own = fields?.[field]
  if (own !== undefined) return `${at}${own}`
  return owner.fields?.[`${list}.${field}`] ?? pointer(at, field)
}

/** Place of an input's setting in the document. */
export function placeOfInput(request: EmbedRequest, at: Pointer, fields: FieldPointers | undefined, field: string): Pointer {
  return placeIn(request, 'inputs', at, fields, field)
}

type Say = (code: Code, path: Pointer) => void

/** Reports each place once, since a setting for all inputs stands in each of them. */
function createTeller(context: Context): Say {
  const told = new Set<string>()
  return (code, path) => {
    const key = `${code} ${path}`
    if (told.has(key)) return
    told.add(key)
    context.onNotice(notice(code, path))
  }
}

function look(node: object, plan: Plan, at: Pointer, fields: FieldPointers | undefined, prefix: string, report: Say): void {
  for (const [field, code] of plan) {
    if (valueOf(node, field) === undefined) continue
    const own = fields?.[prefix + field]
    report(code, own === undefined ? pointer(at, field) : `${at}${own}`)
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
