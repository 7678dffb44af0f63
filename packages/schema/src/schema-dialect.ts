/** A subset of JSON Schema that some API enforces. */
export type SchemaDialect = 'openai-strict' | 'anthropic-strict'
