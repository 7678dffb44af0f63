import type { Context } from '@interlingua/core'
import { toolSchemaRules } from '@interlingua/schema'
import type { ToolSchemaRules } from '@interlingua/schema'
import { readDialect } from '../profiles.ts'

/** Rules for the schema of a tool: the dialect's, else the model's, else OpenAI's. */
export function rulesOf(context: Context): ToolSchemaRules {
  const { schemaDialect, rootUnion, arrayItems, propertyKeys } = readDialect(context.dialect)
  const named = schemaDialect ?? context.model?.schemaDialect ?? ''
  const rules: ToolSchemaRules = isKnown(named) ? toolSchemaRules[named] : toolSchemaRules.openai
  // Called for each tool of a request.
  if (rootUnion === undefined && arrayItems === undefined && propertyKeys === undefined) return rules
  return {
    ...rules,
    ...(rootUnion !== undefined && { rootUnion }),
    ...(arrayItems !== undefined && { arrayItems }),
    ...(propertyKeys !== undefined && { propertyKeys }),
  }
}

/** True if the dialect or the model states rules: then also tools from this format are fitted. */
export function hasOwnRules(context: Context): boolean {
  const { schemaDialect, rootUnion, arrayItems, propertyKeys } = readDialect(context.dialect)
  return [schemaDialect, rootUnion, arrayItems, propertyKeys, context.model?.schemaDialect].some((fact) => fact !== undefined)
}

/** Legal beginnings of names: any for OpenAI, no digit or hyphen for others, a letter for Moonshot. */
export function beginningOf(context: Context): { readonly begins?: RegExp; readonly prefix?: string } {
  const { vendor, schemaDialect = context.model?.schemaDialect } = readDialect(context.dialect)
  if (schemaDialect === 'moonshot') return { begins: /^[A-Za-z]/, prefix: 'tool_' }
  return vendor === undefined || vendor === 'azure' ? {} : { begins: /^[A-Za-z_]/ }
}

function isKnown(name: string): name is keyof typeof toolSchemaRules {
  return Object.hasOwn(toolSchemaRules, name)
}
