import { lowerSchema } from '@interlingua/schema'
import type { OutputFormat, Pointer, ReasoningEffort, ReasoningOptions, Turn, TurnChanges } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { reportWeakened } from './lower-input-schema.ts'
import type { LowerScope } from './scope.ts'

const everyEffort: readonly ReasoningEffort[] = ['low', 'medium', 'high', 'xhigh', 'max']

/**
 * Keeps the changes of another format's turn that a system message can express: an effort and an output schema. Returns the same turn if it
 * can express all.
 */
export function lowerChanges(turn: Turn, at: Pointer, scope: LowerScope): Turn {
  const { changes } = turn
  if (changes === undefined || turn.extensions?.messages !== undefined) return turn
  const report = (field: 'reasoning' | 'format'): void =>
    scope.report('turn-settings', `${at}${turn.fields?.[`changes.${field}`] ?? `/changes/${field}`}` as Pointer) // two pointers, one after the other
  const lowered: Draft<TurnChanges> = { ...changes }
  delete lowered.reasoning
  delete lowered.format
  const effort = changes.reasoning && lowerEffort(changes.reasoning, scope)
  if (effort) lowered.reasoning = effort
  if (changes.reasoning && Object.keys(changes.reasoning).some((key) => key !== 'effort' || effort === undefined)) report('reasoning')
  const format = changes.format && lowerFormat(changes.format, `${at}${turn.fields?.['changes.format'] ?? '/changes/format'}/schema`, scope)
  if (format) lowered.format = format
  else if (changes.format) report('format')
  const { changes: _, ...plain } = turn
  return Object.keys(lowered).length === 0 ? plain : { ...plain, changes: lowered }
}

function lowerEffort({ effort }: ReasoningOptions, { context }: LowerScope): ReasoningOptions | undefined {
  return effort !== undefined && (context.model?.efforts ?? everyEffort).includes(effort) ? { effort } : undefined
}

function lowerFormat(format: OutputFormat, at: string, { context }: LowerScope): OutputFormat | undefined {
  if (format.type !== 'json-schema') return undefined
  const lowered = lowerSchema(format.schema, 'anthropic-strict', at as Pointer) // pointers, one after the other
  reportWeakened(lowered.weakened, context)
  return { type: 'json-schema', schema: lowered.schema }
}
