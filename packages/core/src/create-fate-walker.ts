import type { Context } from './context.ts'
import type { Declared } from './declare-notices.ts'
import type { FateTables } from './fates.ts'
import { joinPointer } from './join-pointer.ts'
import type { Extension, Extensions, FieldPointers, Format, Node } from './node.ts'
import type { Part, Source } from './part.ts'
import { pointer } from './pointer.ts'
import type { Pointer } from './pointer.ts'
import type { GenerateRequest, Turn } from './request.ts'
import type { Finish, GenerateResponse, Usage } from './response.ts'
import { reportRest } from './report-rest.ts'
import type { Tool } from './tool.ts'

/** Reports, for one target format, every present field whose fate is not `carried`, and every key in a foreign extension box. */
export interface FateWalker {
  /** Reports on the result of lowering: changes that lowering itself has reported are no longer in it. */
  request(request: GenerateRequest, context: Context): void
  /** Called by the document encoder. */
  response(response: GenerateResponse, context: Context): void
  /** Called by the stream encoder on the value of each part-start and on each extension that comes later. */
  part(part: Part, context: Context): void
  /** Called by lowering on a turn that is not in its result. */
  turn(turn: Turn, context: Context): void
  extensions(extensions: Extensions | undefined, at: Pointer, context: Context): void
  usage(usage: Usage, at: Pointer, context: Context): void
  finish(finish: Finish, at: Pointer, context: Context): void
}

type Table = Readonly<Record<string, string>>

/** The walker of one adapter. `extensionCode` is the notice for a key that only a foreign format understands. */
export function createFateWalker<Code extends string>(
  format: Format,
  notice: Declared<Code>,
  extensionCode: Code,
  tables: FateTables<Code>,
): FateWalker {
  const report = (code: string, path: Pointer, context: Context): void => {
    context.onNotice(notice(code as Code, path)) // every table value but 'carried' is a Code, by the type of FateTables
  }

  const plans = plansOf(tables)

  /** Calls no callback for carried groups: the caller descends into them itself, so that no key is looked up by guess. */
  const fields = (value: object, { table, reported }: Plan, owner: Owner, prefix: string, context: Context): void => {
    for (const key of reported) {
      const field = (value as Readonly<Record<string, unknown>>)[key] // the tables name fields of the node's type
      if (field === undefined) continue
      const fate = table[key]
      if (fate === undefined) continue
      report(fate, place(owner, prefix + key), context)
      alsoSpelled(fate, field, owner, prefix + key, context)
    }
  }

  /** A group with several places on the wire (`logprobs` and `top_logprobs`) is reported for each of them. */
  const alsoSpelled = (fate: string, group: unknown, owner: Owner, key: string, context: Context): void => {
    if (owner.fields === undefined || typeof group !== 'object' || group === null) return
    const whole = place(owner, key)
    for (const inner in group) {
      const at = Object.hasOwn(owner.fields, `${key}.${inner}`) ? place(owner, `${key}.${inner}`) : whole
      if (at !== whole) report(fate, at, context)
    }
  }

  const extensions = (ownFields: Extensions | undefined, at: Pointer, context: Context): void => {
    if (ownFields === undefined) return
    for (const owner in ownFields) {
      if (owner === format) continue
      const extension = ownFields[owner]
      // Most boxes hold hints alone.
      if (extension?.rest !== undefined || extension?.hint?.['again'] !== undefined) reportExtension(extension, at, context)
    }
  }

  /** A function of its own, so that looking at a box allocates nothing. */
  const reportExtension = (own: Extension, at: Pointer, context: Context): void => {
    reportRest(own, at, (place) => report(extensionCode, place, context))
  }

  const node = (value: Node, at: Pointer, plan: Plan, context: Context): Owner => {
    const owner = ownerOf(value, at)
    look(value, at, plan, context)
    return owner
  }

  /** Nearly all nodes have nothing to report; finding that out allocates nothing. */
  const look = (value: Node, at: Pointer, plan: Plan, context: Context): void => {
    const { reported } = plan
    for (let i = 0; i < reported.length; i++) {
      if (fieldOf(value, reported[i] ?? '') === undefined) continue
      fields(value, plan, ownerOf(value, at), '', context)
      break
    }
    if (value.extensions !== undefined) extensions(value.extensions, value.at ?? at, context)
  }

  const part = (value: Part, at: Pointer, context: Context): void => {
    const plan = plans.parts[value.type]
    if (plan === undefined || typeof plan === 'string') {
      if (plan !== undefined && plan !== 'carried') report(plan, value.at ?? at, context)
      else extensions(value.extensions, value.at ?? at, context)
      return
    }
    look(value, at, plan, context)
    const { table } = plan
    switch (value.type) {
      case 'text':
        if (value.citations === undefined || table['citations'] !== 'carried') return
        for (const [index, citation] of value.citations.entries()) {
          node(citation, pointer(place(ownerOf(value, at), 'citations'), index), plans.citation, context)
        }
        return
      case 'tool-result':
      case 'hosted-result':
      case 'search-result':
        if (table['parts'] === 'carried') parts(value.parts, ownerOf(value, at), 'parts', context)
        return
      case 'document':
        if (table['source'] === 'carried') source(value.source, ownerOf(value, at), context)
        return
      default:
        return
    }
  }

  const source = (value: Source, owner: Owner, context: Context): void => {
    if (value.type === 'parts') parts(value.parts, owner, 'source', context)
  }

  /** `field` is the place of the list in its owner; it is formatted only for a part that does not know its own place. */
  const parts = (values: readonly Part[], owner: Owner, field: string, context: Context): void => {
    let before: Part | undefined
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (value === undefined) continue
      const last = before
      before = value
      if (value.at === undefined && isPlainText(value)) continue
      if (value.type !== 'hosted-result' || !isToldWith(value, last)) part(value, value.at ?? pointer(place(owner, field), i), context)
    }
  }

  /** Most parts of results are texts without a place of their own and without anything to report: no pointer is made for them. */
  const isPlainText = (value: Part): boolean => {
    if (value.type !== 'text' || value.extensions !== undefined || value.citations !== undefined) return false
    const plan = plans.parts.text
    if (typeof plan === 'string') return false
    const { reported } = plan
    for (let i = 0; i < reported.length; i++) if (fieldOf(value, reported[i] ?? '') !== undefined) return false
    return true
  }

  /** A hosted call and its result may be one item on the wire: where both are dropped, the item is reported once. */
  const isToldWith = (value: Part, before: Part | undefined): boolean => {
    if (value.type !== 'hosted-result' || before?.type !== 'hosted-call' || value.at === undefined || value.at !== before.at) return false
    const plan = plans.parts[value.type]
    return typeof plan === 'string' && plan !== 'carried' && plan === plans.parts[before.type]
  }

  const tool = (value: Tool, at: Pointer, context: Context): void => {
    look(value, at, plans.tools[value.type], context)
  }

  const turn = (value: Turn, at: Pointer, context: Context): void => {
    const owner = ownerOf(value, at)
    look(value, at, plans.turn, context)
    parts(value.parts, owner, 'parts', context)
    if (value.changes && tables.turn.changes === 'carried') {
      fields(value.changes, plans.changes, owner, 'changes.', context)
      if (value.changes.addTools && tables.changes.addTools === 'carried') {
        for (const [index, added] of value.changes.addTools.entries())
          tool(added, pointer(place(owner, 'changes.addTools'), index), context)
      }
    }
    if (value.items && tables.turn.items === 'carried') for (const item of value.items) node(item, owner.at, plans.item, context)
  }

  const group = (value: object | undefined, plan: Plan, fate: string, owner: Owner, prefix: string, context: Context): void => {
    if (value !== undefined && fate === 'carried') fields(value, plan, owner, prefix, context)
  }

  const usage = (value: Usage, at: Pointer, context: Context): void => {
    const owner = ownerOf(value, at)
    fields(value, plans.usage, owner, '', context)
    fields(value.input, plans.inputUsage, owner, 'input.', context)
    fields(value.output, plans.outputUsage, owner, 'output.', context)
    extensions(value.extensions, owner.at, context)
  }

  const finish = (value: Finish, at: Pointer, context: Context): void => {
    node(value, at, plans.finish, context)
  }

  return {
    request(request, context) {
      const owner = node(request, '', plans.request, context)
      for (let i = 0; i < request.turns.length; i++) {
        const value = request.turns[i]
        if (value !== undefined) turn(value, value.at ?? `/turns/${i}`, context)
      }
      const tools = tables.request.tools === 'carried' ? request.tools : undefined
      if (tools !== undefined) {
        for (let i = 0; i < tools.length; i++) {
          const value = tools[i]
          if (value !== undefined) tool(value, value.at ?? `/tools/${i}`, context)
        }
      }
      group(request.output, plans.output, tables.request.output, owner, 'output.', context)
      group(request.sampling, plans.sampling, tables.request.sampling, owner, 'sampling.', context)
      group(request.reasoning, plans.reasoning, tables.request.reasoning, owner, 'reasoning.', context)
      group(request.cache, plans.cache, tables.request.cache, owner, 'cache.', context)
      group(request.state, plans.state, tables.request.state, owner, 'state.', context)
      group(request.toolChoice, plans.toolChoice, tables.request.toolChoice, owner, 'toolChoice.', context)
    },
    response(response, context) {
      const owner = node(response, '', plans.response, context)
      if (response.usage) usage(response.usage, response.usage.at ?? place(owner, 'usage'), context)
      for (const candidate of response.candidates) {
        const inner = node(candidate, `/candidates/${candidate.index}`, plans.candidate, context)
        parts(candidate.parts, inner, 'parts', context)
        if (candidate.finish) finish(candidate.finish, candidate.finish.at ?? place(inner, 'finish'), context)
        if (candidate.items && tables.candidate.items === 'carried')
          for (const item of candidate.items) node(item, inner.at, plans.item, context)
      }
    },
    part: (value, context) => part(value, value.at ?? '', context),
    turn: (value, context) => turn(value, value.at ?? '', context),
    extensions,
    usage,
    finish,
  }
}

/** The fate of the fields of one kind of node, and which of them are not carried. */
interface Plan {
  readonly table: Table
  readonly reported: readonly string[]
}

interface Plans extends Readonly<Record<Exclude<keyof FateTables<string>, 'parts' | 'tools'>, Plan>> {
  readonly tools: Readonly<Record<Tool['type'], Plan>>
  readonly parts: Readonly<Record<Part['type'], Plan | string>>
}

/**
 * Plans that list only the fields that are not carried. The walker sees every node of a conversation, and nearly every field is carried.
 */
function plansOf({ tools, parts, ...nodes }: FateTables<string>): Plans {
  const plans: Record<string, Plan> = {}
  for (const [kind, table] of Object.entries<Table>(nodes)) plans[kind] = planOf(table)
  return { ...plans, tools: plansOfKinds(tools), parts: plansOfKinds(parts) } as Plans // a plan for each key of the tables
}

function plansOfKinds(tables: Readonly<Record<string, Table | string>>): Record<string, Plan | string> {
  return Object.fromEntries(Object.entries(tables).map(([type, table]) => [type, typeof table === 'string' ? table : planOf(table)]))
}

function planOf(table: Table): Plan {
  return { table, reported: Object.keys(table).filter((key) => table[key] !== 'carried') }
}

interface Owner {
  readonly at: Pointer
  readonly fields?: FieldPointers | undefined
}

function fieldOf(value: Node, key: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[key] // the tables name fields of the node's type
}

/** A node that knows its place is its own owner. */
function ownerOf(value: Node, at: Pointer): Owner {
  return value.at === undefined ? { at, fields: value.fields } : (value as Node & { readonly at: Pointer }) // just seen
}

/** Pointer to a canonical field in the caller's document. */
function place(owner: Owner, field: string): Pointer {
  const spelled = owner.fields && Object.hasOwn(owner.fields, field) ? owner.fields[field] : undefined
  if (spelled !== undefined) return joinPointer(owner.at, spelled)
  return field.includes('.') ? pointer(owner.at, ...field.split('.')) : pointer(owner.at, field)
}
