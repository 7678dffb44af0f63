import * as anthropic from './anthropic-models/wire.ts'
import * as gemini from './gemini-models/wire.ts'
import * as openai from './openai-models/wire.ts'

/** Wire schemas by style, for descriptions such as OpenAPI's. */
export const schemas = {
  openai: { list: openai.listSchema, model: openai.modelSchema },
  anthropic: { list: anthropic.listSchema, model: anthropic.modelSchema },
  gemini: { list: gemini.listSchema, model: gemini.modelSchema },
}
