import { shape } from '../../shape/shape.ts'
import type { ReadBy } from '../../shape/shape.ts'
import { proto } from './proto.ts'
import { schemaShape } from './schema-shape.ts'

const { optional, text, flag, list, object, number } = shape
const { message, words, whole } = proto

const declaration = message({
  name: text,
  description: optional(text),
  parameters: optional(schemaShape),
  parametersJsonSchema: optional(object),
  response: optional(schemaShape),
  responseJsonSchema: optional(object),
  behavior: optional(words('UNSPECIFIED', 'BLOCKING', 'NON_BLOCKING')),
})

/** A tool object, which may hold several tools. https://ai.google.dev/api/caching#Tool */
export const toolShape = message({
  functionDeclarations: optional(list(declaration)),
  googleSearch: optional(object),
  googleSearchRetrieval: optional(
    message({
      dynamicRetrievalConfig: optional(
        message({ mode: optional(words('MODE_UNSPECIFIED', 'MODE_DYNAMIC')), dynamicThreshold: optional(number()) }),
      ),
    }),
  ),
  googleMaps: optional(object),
  urlContext: optional(object),
  codeExecution: optional(object),
  computerUse: optional(object),
  fileSearch: optional(message({ fileSearchStoreNames: optional(list(text)), metadataFilter: optional(text), topK: optional(whole(1)) })),
  mcpServers: optional(list(object)),
})

export const toolConfigShape = message({
  functionCallingConfig: optional(
    message({
      mode: optional(words('MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED')),
      allowedFunctionNames: optional(list(text)),
    }),
  ),
  retrievalConfig: optional(object),
  includeServerSideToolInvocations: optional(flag),
})

export type WireTool = ReadBy<typeof toolShape>
export type WireDeclaration = ReadBy<typeof declaration>
