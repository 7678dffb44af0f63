import type { Context } from '@interlingua/core'
import { toolSchemaRules } from '@interlingua/schema'
import type { ToolSchemaRules } from '@interlingua/schema'
import { readDialect } from '../profiles.ts'

/** What the upstream refuses in the schema of a tool: the word of the dialect counts, then that of the model, then what OpenAI refuses. */
export function rulesOf(context: Context): ToolSchemaRules {
  const { schemaDialect, rootUnion, arrayItems, propertyKeys } = readDialect(context.dialect)
  const named = schemaDialect ?? context.model?.schemaDialect ?? ''
  const rules: ToolSchemaRules = isKnown(named) ? toolSchemaRules[named] : toolSchemaRules.openai
  // Asked for each tool of a request.
  if (rootUnion === undefined && arrayItems === undefined && propertyKeys === undefined) return rules
  return {
    ...rules,
    ...(rootUnion !== undefined && { rootUnion }),
    ...(arrayItems !== undefined && { arrayItems }),
    ...(propertyKeys !== undefined && { propertyKeys }),
  }
}

/** Whether somebody says what is refused: then also what came in this format is fitted. */
export function hasOwnRules(context: Context): boolean {
  const { schemaDialect, rootUnion, arrayItems, propertyKeys } = readDialect(context.dialect)
  return [schemaDialect, rootUnion, arrayItems, propertyKeys, context.model?.schemaDialect].some((fact) => fact !== undefined)
}

/** How names must begin: with OpenAI by anything, with others not by a digit or a hyphen, with Moonshot by a letter. */
export function beginningOf(context: Context): { readonly begins?: RegExp; readonly prefix?: string } {
  const { vendor, schemaDialect = context.model?.schemaDialect } = readDialect(context.dialect)
  if (schemaDialect === 'moonshot') return { begins: /^[A-Za-z]/, prefix: 'tool_' }
  return vendor === undefined || vendor === 'azure' ? {} : { begins: /^[A-Za-z_]/ }
}

function isKnown(name: string): name is keyof typeof toolSchemaRules {
  return Object.hasOwn(toolSchemaRules, name)
}
