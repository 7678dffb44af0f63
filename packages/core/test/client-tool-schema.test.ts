import type { BuiltinTool, JsonObject } from '@interlingua/core'
import { clientToolSchema } from '@interlingua/core/adapter'
import { expect, it } from 'vitest'

const tool = (family: string, config: JsonObject = {}): BuiltinTool => ({
  type: 'builtin',
  family,
  name: family,
  runsOn: 'client',
  format: 'responses',
  config,
})

it('a tool that the caller runs has the documented arguments, or those that the caller says, or any object', () => {
  expect(clientToolSchema(tool('shell'))).toMatchObject({ required: ['commands'] })
  expect(clientToolSchema(tool('tool-search', { parameters: { type: 'object', title: 'own' } }))).toEqual({ type: 'object', title: 'own' })
  expect(clientToolSchema(tool('constructor'))).toEqual({ type: 'object' })
})

it('a tool whose results are what a model sees on a screen cannot be a function', () => {
  expect(clientToolSchema(tool('computer'))).toBeUndefined()
})
