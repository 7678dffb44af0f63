import type { FieldPointers, Pointer } from '@interlingua/core'
import type { ListedModel } from '../listed-model.ts'
import { extensionOf } from '../wire-object.ts'
import { format } from './format.ts'
import { operationsOf } from './methods.ts'
import type { WireGeminiModel } from './wire.ts'

const prefix = 'models/'
const read = new Set(['name', 'displayName', 'description', 'inputTokenLimit', 'outputTokenLimit', 'supportedGenerationMethods'])
const fields: FieldPointers = {
  id: '/name',
  inputLimit: '/inputTokenLimit',
  outputLimit: '/outputTokenLimit',
  operations: '/supportedGenerationMethods',
}

export function decodeModel(wire: WireGeminiModel, at: Pointer = ''): ListedModel {
  const { name, displayName, description, inputTokenLimit, outputTokenLimit, supportedGenerationMethods: methods } = wire
  const hint = { ...(!name.startsWith(prefix) && { bare: true }), ...(methods && { methods: [...methods] }) }
  return {
    id: name.startsWith(prefix) ? name.slice(prefix.length) : name,
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description }),
    ...(inputTokenLimit !== undefined && { inputLimit: inputTokenLimit }),
    ...(outputTokenLimit !== undefined && { outputLimit: outputTokenLimit }),
    ...(methods && { operations: operationsOf(methods) }),
    at,
    fields,
    ...extensionOf(format, wire, read, hint),
  }
}
