/**
 * A subset of JSON Schema that an API enforces or understands. `openai-strict`, `anthropic-strict`: strict tools and structured outputs;
 * `gemini-json`: the `*JsonSchema` fields of Gemini (`parametersJsonSchema`, `responseJsonSchema`); `gemini-schema`: Gemini's own Schema
 * object (`parameters`, `responseSchema`), with upper-case types, `nullable` and counts as strings.
 */
export type SchemaDialect = 'openai-strict' | 'anthropic-strict' | 'gemini-schema' | 'gemini-json'
