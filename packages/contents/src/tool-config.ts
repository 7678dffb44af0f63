import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, ToolChoice } from '@interlingua/core'
import { addRest, hintOf, keep, nestedRest } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import type { ReaderState } from './reader-state.ts'

const modes: Readonly<Record<string, Pick<ToolChoice, 'mode' | 'checked'>>> = {
  AUTO: { mode: 'auto' },
  ANY: { mode: 'required' },
  NONE: { mode: 'none' },
  VALIDATED: { mode: 'auto', checked: true },
}

const serverSide = 'includeServerSideToolInvocations'

/** Reads `toolConfig`; returns the unread members. https://ai.google.dev/api/caching#ToolConfig */
export function decodeToolConfig(state: ReaderState, value: Json): JsonDraft | undefined {
  const { rest } = state
  if (!isJsonObject(value)) return keep(rest, 'toolConfig', value)
  let extra: JsonDraft | undefined
  let modelled = false
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    if (key === 'functionCallingConfig' && isJsonObject(item)) {
      const choice = decodeChoice(state, item)
      if (choice) {
        state.request.toolChoice = choice.choice
        modelled = true
      }
      const left = choice ? choice.left : item
      if (left) extra = keep(extra, key, left)
    } else if (key === serverSide && typeof item === 'boolean') {
      // The switch belongs to this server; the tools themselves cross.
      state.hint.serverSideTools = item
      modelled = true
    } else extra = keep(extra, key, item)
  }
  return extra === undefined && modelled ? rest : keep(rest, 'toolConfig', extra ?? {})
}

/** Decodes a choice; `undefined` if the mode is unknown or absent. */
function decodeChoice(
  state: ReaderState,
  config: JsonObject,
): { readonly choice: ToolChoice; readonly left: JsonDraft | undefined } | undefined {
  const { mode } = config
  const known = typeof mode === 'string' && Object.hasOwn(modes, mode.toUpperCase()) ? modes[mode.toUpperCase()] : undefined
  if (known === undefined || typeof mode !== 'string') return undefined
  const choice: Draft<ToolChoice> = { ...known }
  if (mode !== mode.toUpperCase()) state.hint.mode = mode
  let left: JsonDraft | undefined
  for (const key in config) {
    const value = config[key]
    if (value === undefined || key === 'mode') continue
    if (key === 'allowedFunctionNames' && Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string'))
      choice.only = value.map((name: string) => ({ name }))
    else left = keep(left, key, value)
  }
  return { choice, left }
}

interface Chosen {
  readonly toolChoice?: ToolChoice
  readonly extensions?: Parameters<typeof hintOf>[0]['extensions'] & {}
}

/** Encodes `toolConfig`; `undefined` if it is empty. */
export function encodeToolConfig(request: Chosen): JsonObject | undefined {
  const { toolChoice } = request
  if (toolChoice === undefined && request.extensions === undefined) return undefined
  const hint = hintOf(request)
  const rest = nestedRest(request, 'toolConfig')
  const wire: JsonDraft = {}
  if (toolChoice) {
    const config: JsonDraft = { mode: encodeMode(toolChoice, hint.mode) }
    if (toolChoice.only && toolChoice.only.length > 0) config.allowedFunctionNames = toolChoice.only.map(({ name }) => name)
    wire.functionCallingConfig = addRest(config, isJsonObject(rest.functionCallingConfig) ? rest.functionCallingConfig : {})
  }
  if (typeof hint.serverSideTools === 'boolean') wire[serverSide] = hint.serverSideTools
  addRest(wire, rest)
  return Object.keys(wire).length > 0 || isJsonObject(request.extensions?.contents?.rest?.toolConfig) ? wire : undefined
}

function encodeMode({ mode, checked, only }: ToolChoice, spelled: Json | undefined): string {
  // Only this mode takes a subset without forcing a call.
  const word = mode === 'required' ? 'ANY' : mode === 'none' ? 'NONE' : checked === true || only !== undefined ? 'VALIDATED' : 'AUTO'
  return typeof spelled === 'string' && spelled.toUpperCase() === word ? spelled : word
}
