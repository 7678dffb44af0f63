import { isJsonObject } from '@interlingua/core'
import type { Json, OutputFormat, OutputOptions, ReasoningEffort, ReasoningOptions } from '@interlingua/core'
import { keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'

/** Targets into which the options of a request are read; each reader returns `rest`, with the keys that it could not read. */
export interface OptionReaderState {
  readonly output: Draft<OutputOptions>
  readonly reasoning: Draft<ReasoningOptions>
  readonly hint: JsonDraft
  readonly rest: JsonDraft | undefined
}

const modes: Readonly<Record<string, ReasoningOptions['mode']>> = {
  enabled: 'on',
  disabled: 'off',
  adaptive: 'adaptive',
  between_tools: 'between-tools',
}
const displays: Readonly<Record<string, ReasoningOptions['summary']>> = { summarized: 'auto', omitted: 'none' }
const efforts: ReadonlySet<Json> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

export function isEffort(value: Json): value is ReasoningEffort {
  return efforts.has(value)
}

/** Reads `thinking`. https://platform.claude.com/docs/en/build-with-claude/extended-thinking */
export function decodeThinkingConfig({ rest, reasoning }: OptionReaderState, value: Json): JsonDraft | undefined {
  const mode = isJsonObject(value) && typeof value.type === 'string' && Object.hasOwn(modes, value.type) ? modes[value.type] : undefined
  if (!isJsonObject(value) || mode === undefined) return keep(rest, 'thinking', value)
  reasoning.mode = mode
  let extra: JsonDraft | undefined
  for (const key in value) {
    const item = value[key]
    if (key === 'type' || item === undefined) continue
    const summary = key === 'display' && typeof item === 'string' && Object.hasOwn(displays, item) ? displays[item] : undefined
    if (key === 'budget_tokens' && typeof item === 'number') reasoning.budgetTokens = item
    else if (summary) reasoning.summary = summary
    else extra = keep(extra, key, item)
  }
  return extra === undefined ? rest : keep(rest, 'thinking', extra)
}

/** Reads `output_config`: the effort and the output format. */
export function decodeOutputConfig({ rest, reasoning, output, hint }: OptionReaderState, value: Json): JsonDraft | undefined {
  if (!isJsonObject(value)) return keep(rest, 'output_config', value)
  let extra: JsonDraft | undefined
  let modelled = false
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    const format = key === 'format' && isJsonObject(item) && Object.keys(item).length === 2 ? decodeFormat(item) : undefined
    if (key === 'effort' && isEffort(item)) {
      reasoning.effort = item
      modelled = true
    } else if (format && hint.format === undefined) {
      output.format = format
      hint.format = 'output_config'
      modelled = true
    } else extra = keep(extra, key, item)
  }
  return extra === undefined && modelled ? rest : keep(rest, 'output_config', extra ?? {})
}

export function decodeFormat(wire: Json): OutputFormat | undefined {
  if (!isJsonObject(wire) || wire.type !== 'json_schema' || !isJsonObject(wire.schema)) return undefined
  return { type: 'json-schema', schema: wire.schema }
}
