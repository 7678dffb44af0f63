/**
 * A subset of JSON Schema that some API enforces or understands.
 * - `openai-strict`, `anthropic-strict`: strict tools and structured outputs.
 * - `gemini-json`: the `*JsonSchema` fields of Gemini (`parametersJsonSchema`, `responseJsonSchema`).
 * - `gemini-schema`: Gemini's own Schema object (`parameters`, `responseSchema`). The lowered schema is spelled as that object is:
 *   upper-case types, `nullable`, counts as strings.
 */
export type SchemaDialect = 'openai-strict' | 'anthropic-strict' | 'gemini-schema' | 'gemini-json'
