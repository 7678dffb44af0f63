import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, ToolChoice } from '@interlingua/core'
import { addRest, hintOf, keep, nestedRest } from './extension.ts'
import type { Bag, Draft } from './extension.ts'
import type { Reading } from './reading.ts'

const modes: Readonly<Record<string, Pick<ToolChoice, 'mode' | 'checked'>>> = {
  AUTO: { mode: 'auto' },
  ANY: { mode: 'required' },
  NONE: { mode: 'none' },
  VALIDATED: { mode: 'auto', checked: true },
}

const serverSide = 'includeServerSideToolInvocations'

/** `toolConfig`; gives back `rest`, with what could not be read. https://ai.google.dev/api/caching#ToolConfig */
export function decodeToolConfig(reading: Reading, value: Json): Bag | undefined {
  const { rest } = reading
  if (!isJsonObject(value)) return keep(rest, 'toolConfig', value)
  let extra: Bag | undefined
  let modelled = false
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    if (key === 'functionCallingConfig' && isJsonObject(item)) {
      const choice = decodeChoice(reading, item)
      if (choice) {
        reading.request.toolChoice = choice.choice
        modelled = true
      }
      const left = choice ? choice.left : item
      if (left) extra = keep(extra, key, left)
    } else if (key === serverSide && typeof item === 'boolean') {
      // A switch of this server: what it lets through is said by the tools.
      reading.hint.serverSideTools = item
      modelled = true
    } else extra = keep(extra, key, item)
  }
  return extra === undefined && modelled ? rest : keep(rest, 'toolConfig', extra ?? {})
}

/** `undefined` where the mode is unknown, or none: then nothing is chosen. */
function decodeChoice(reading: Reading, config: JsonObject): { readonly choice: ToolChoice; readonly left: Bag | undefined } | undefined {
  const { mode } = config
  const known = typeof mode === 'string' && Object.hasOwn(modes, mode.toUpperCase()) ? modes[mode.toUpperCase()] : undefined
  if (known === undefined || typeof mode !== 'string') return undefined
  const choice: Draft<ToolChoice> = { ...known }
  if (mode !== mode.toUpperCase()) reading.hint.mode = mode
  let left: Bag | undefined
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

/** `undefined` where there is nothing to say. */
export function encodeToolConfig(request: Chosen): JsonObject | undefined {
  const { toolChoice } = request
  if (toolChoice === undefined && request.extensions === undefined) return undefined
  const hint = hintOf(request)
  const rest = nestedRest(request, 'toolConfig')
  const wire: Bag = {}
  if (toolChoice) {
    const config: Bag = { mode: spellMode(toolChoice, hint.mode) }
    if (toolChoice.only && toolChoice.only.length > 0) config.allowedFunctionNames = toolChoice.only.map(({ name }) => name)
    wire.functionCallingConfig = addRest(config, isJsonObject(rest.functionCallingConfig) ? rest.functionCallingConfig : {})
  }
  if (typeof hint.serverSideTools === 'boolean') wire[serverSide] = hint.serverSideTools
  addRest(wire, rest)
  return Object.keys(wire).length > 0 || isJsonObject(request.extensions?.contents?.rest?.toolConfig) ? wire : undefined
}

function spellMode({ mode, checked, only }: ToolChoice, spelled: Json | undefined): string {
  // A subset that the model may leave alone is only taken in this mode.
  const word = mode === 'required' ? 'ANY' : mode === 'none' ? 'NONE' : checked === true || only !== undefined ? 'VALIDATED' : 'AUTO'
  return typeof spelled === 'string' && spelled.toUpperCase() === word ? spelled : word
}
