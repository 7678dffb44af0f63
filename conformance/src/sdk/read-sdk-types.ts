import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import type { FormatId } from '../format-id.ts'

/** Files of the newest official SDK that declare its responses, with those that they import. */
const files = {
  messages: ['@anthropic-ai/sdk/resources/messages/messages.d.ts', '@anthropic-ai/sdk/resources/shared.d.ts'],
  chat: ['openai/resources/chat/completions/completions.d.ts', 'openai/resources/completions.d.ts', 'openai/resources/shared.d.ts'],
  responses: ['openai/resources/responses/responses.d.ts', 'openai/resources/shared.d.ts'],
  contents: ['@google/genai/dist/genai.d.ts'],
} as const satisfies Readonly<Record<FormatId, readonly string[]>>

/** Node of the syntax tree; only the members that are read here are checked. */
export interface Syntax {
  readonly type: string
  readonly [key: string]: unknown
}

export interface Declaration {
  /** Name with its namespaces: `ChatCompletionChunk.Choice`. */
  readonly name: string
  readonly syntax: Syntax
}

/** Declarations of the SDK by full name; the first of several with one name. */
export function readSdkTypes(format: FormatId): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>()
  for (const file of files[format]) {
    const path = fileURLToPath(new URL(`../../node_modules/${file}`, import.meta.url))
    const { program, errors } = parseSync(path, readFileSync(path, 'utf8'))
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
    collect(listOf(program, 'body'), '', found)
  }
  return found
}

const declaring = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration', 'TSEnumDeclaration'])

function collect(statements: readonly Syntax[], within: string, found: Map<string, Declaration>): void {
  for (const statement of statements) {
    const declared = statement.type === 'ExportNamedDeclaration' ? child(statement, 'declaration') : statement
    const id = declared && child(declared, 'id')
    if (declared === undefined || id === undefined) continue
    const name = within + String(id['name'])
    if (declared.type === 'TSModuleDeclaration') {
      const body = child(declared, 'body')
      if (body) collect(listOf(body, 'body'), `${name}.`, found)
    } else if (declaring.has(declared.type) && !found.has(name)) found.set(name, { name, syntax: declared })
  }
}

export function child(syntax: object, key: string): Syntax | undefined {
  const value = (syntax as { readonly [key: string]: unknown })[key] // a node of a tree is an object of fields
  return typeof value === 'object' && value !== null && 'type' in value ? (value as Syntax) : undefined // the value has a type
}

export function listOf(syntax: object, key: string): readonly Syntax[] {
  const value = (syntax as { readonly [key: string]: unknown })[key] // a node of a tree is an object of fields
  return Array.isArray(value) ? (value as readonly Syntax[]) : [] // lists of a tree hold nodes
}
