import type { Context, GenerateRequest, Pointer, Tool, ToolChoice, ToolRef } from '@interlingua/core'
import type { ReversalDraft, ToolNames } from '@interlingua/core/adapter'
import { createReversals, createToolNames, noteToolName, noteWrappedTool } from '@interlingua/core/adapter'
import { createArgumentKeys, createUnavailableTools, limitTools } from '@interlingua/core/lower'
import type { ArgumentKeys } from '@interlingua/core/lower'
import { isOpenAiStrict } from '@interlingua/schema'
import { beginningOf } from './tool-schema-rules.ts'
import { finishTool } from './finish-tool.ts'
import { lowerBuiltin } from './lower-builtin.ts'
import { lowerChoice } from './lower-choice.ts'
import { placeOf } from '../place-of.ts'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'

export interface LoweredTools {
  readonly tools: readonly Tool[]
  readonly choice: ToolChoice | undefined
  readonly names: { readonly nameOf: (ref: ToolRef) => string }
  readonly reversals: ReversalDraft
  /** Wire names of arguments whose own names are refused. */
  readonly keys: ArgumentKeys
  /** Tools among which a call is demanded, if the target can only be asked in words; empty: any tool. Absent: no request in words. */
  readonly asked?: readonly string[]
}

/** Schema of custom tools for a target without them: the text is one property. */
const wrappedSchema = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
} as const

export function lowerTools(request: GenerateRequest, context: Context): LoweredTools {
  let made: ToolNames | undefined
  const known = (): ToolNames =>
    (made ??= createToolNames({
      illegal: /[^A-Za-z0-9_-]/g,
      ...beginningOf(context),
      limit: context.model?.toolNameLimit ?? 64,
      kinds: true,
    }))
  // Most conversations have no calls, so the names are made on demand.
  const names: LoweredTools['names'] = { nameOf: (ref) => known().nameOf(ref).name }
  const reversals = createReversals()
  const keys = createArgumentKeys(reversals)
  if (request.tools === undefined && request.toolChoice === undefined) return { tools: [], choice: undefined, names, reversals, keys }
  const dialect = readDialect(context.dialect)
  const report = (code: Parameters<typeof notice>[0], at: Pointer): void => context.onNotice(notice(code, at))
  const unavailable = createUnavailableTools(request, context.policy.hostedTools, report)
  const tools: Tool[] = []
  const listed = request.tools ?? []

  const declare = (tool: Tool, at: Pointer): string => {
    const { name } = known().declare(
      { ...(tool.namespace !== undefined && { namespace: tool.namespace }), name: tool.name, kind: tool.type },
      false,
    )
    if (name !== tool.name || tool.namespace !== undefined) {
      context.onNotice(notice('tool-name', placeOf(tool, 'name', at)))
      noteToolName(reversals, name, {
        name: tool.name,
        ...(tool.namespace !== undefined && { namespace: tool.namespace }),
        kind: tool.type,
      })
    }
    return name
  }

  for (let i = 0; i < listed.length; i++) {
    const tool = listed[i] as Tool // the index is in range
    const at = tool.at ?? `/tools/${i}`
    if (tool.type === 'builtin') {
      const kept = lowerBuiltin(tool, at, context)
      if (kept === undefined) {
        unavailable.note(tool, at)
        continue
      }
      if (kept.type === 'builtin') {
        tools.push(kept)
        continue
      }
      const name = declare({ ...tool, name: kept.name }, at)
      noteToolName(reversals, name, { name: tool.name, kind: 'builtin' })
      tools.push({ ...kept, name })
      continue
    }
    const name = declare(tool, at)
    if (tool.type === 'custom' && dialect.customTools === false) {
      context.onNotice(notice('tool-custom', at))
      noteWrappedTool(reversals, name)
      tools.push(
        finishTool(
          {
            type: 'function',
            at,
            name,
            ...(tool.description !== undefined && { description: tool.description }),
            schema: wrappedSchema,
            ...(tool.cache && { cache: tool.cache }),
          },
          tool,
          name,
          at,
          keys,
          context,
        ),
      )
    } else tools.push(finishTool(tool, tool, name, at, keys, context))
  }
  unavailable.settle(tools.length)
  const taken = limitTools(tools, context.model ?? {}, report)
  const checked = request.toolChoice?.checked ? checkTools(taken, request, context) : taken
  return { names, reversals, keys, ...lowerChoice(request, checked, names, context) }
}

/** Makes tools strict for a choice that demands it, as far as their schemas and the target allow. */
function checkTools(tools: readonly Tool[], request: GenerateRequest, context: Context): readonly Tool[] {
  const checks = readDialect(context.dialect).strictTools !== false
  let all = true
  const checked = tools.map((tool) => {
    if (tool.type !== 'function' || tool.strict === true) return tool
    if (checks && tool.strict === undefined && tool.schema && isOpenAiStrict(tool.schema)) return { ...tool, strict: true }
    all = false
    return tool
  })
  if (!all) context.onNotice(notice('tool-choice-checked', request.fields?.['toolChoice'] ?? '/toolChoice'))
  return checked
}
