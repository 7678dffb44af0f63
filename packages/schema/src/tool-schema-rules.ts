/** Rules of a server that reads the input schema of a tool without enforcing it. */
export interface ToolSchemaRules {
  /** False: the root must be one object, without a union, a reference or an intersection. */
  readonly rootUnion: boolean
  /** Further keywords that are refused at the root. */
  readonly rootRefuses: readonly string[]
  /** True: the root must have `properties`, even if empty. */
  readonly rootProperties: boolean
  /** True: an array must have `items`. */
  readonly arrayItems: boolean
  /** Largest length of a property name of the root, which then consists of letters, digits, `_`, `.` and `-`. Absent: any name. */
  readonly propertyKeys?: number
  /** True: each property must have a type; a union has it in its branches, and a reference stands alone and leads to `$defs`. */
  readonly typedProperties: boolean
}

const one = { rootUnion: false, rootRefuses: [], rootProperties: false, arrayItems: false, typedProperties: false } as const

/**
 * By vendor, as of November 2026:
 * - `anthropic`: https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview, and the answers quoted in anthropics/claude-code#40075
 *   ("input_schema does not support oneOf, allOf, or anyOf at the top level") and #79418 ("Property keys should match pattern")
 * - `openai`: https://platform.openai.com/docs/guides/function-calling ("invalid_function_parameters", "array schema missing items")
 * - `moonshot`: MoonshotAI/kimi-code#2661, MoonshotAI/kimi-cli#2531 ("not a valid moonshot flavored json schema")
 * - `any`: a server that takes every schema
 */
export const toolSchemaRules = {
  anthropic: { ...one, propertyKeys: 64 },
  openai: { ...one, rootRefuses: ['enum', 'not'], rootProperties: true, arrayItems: true },
  moonshot: { ...one, rootProperties: true, arrayItems: true, typedProperties: true },
  any: { ...one, rootUnion: true },
} as const satisfies Readonly<Record<string, ToolSchemaRules>>
