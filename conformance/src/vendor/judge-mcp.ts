import type { Json, JsonObject } from '@interlingua/core'
import type { FormatId } from '../format-id.ts'
import { formatIds } from '../formats.ts'
import { judgeDocuments } from './judge-documents.ts'
import type { JudgedDocuments, NamedDocument } from './judge-documents.ts'
import type { McpServer } from './mcp/mcp-server.ts'
import { mcpServers } from './mcp/mcp-servers.ts'
import { vendorModels } from './vendor-models.ts'

/** Request of a client that declares the tools of a server with unchanged schemas, as clients do. */
export function mcpRequest(format: FormatId, { tools }: Pick<McpServer, 'tools'>): JsonObject {
  const each = <T>(write: (name: string, schema: JsonObject) => T): readonly T[] =>
    Object.entries(tools).map(([name, schema]) => write(name, schema))
  const model = 'demo'
  const said = 'Use a tool.'
  switch (format) {
    case 'messages':
      return {
        model,
        max_tokens: 1000,
        messages: [{ role: 'user', content: said }],
        tools: each((name, schema) => ({ name, description: name, input_schema: { type: 'object', ...schema } })) as Json,
      }
    case 'chat':
      return {
        model,
        messages: [{ role: 'user', content: said }],
        tools: each((name, parameters) => ({ type: 'function', function: { name, description: name, parameters } })) as Json,
      }
    case 'responses':
      return {
        model,
        input: said,
        tools: each((name, parameters) => ({ type: 'function', name, description: name, parameters, strict: false })) as Json,
      }
    case 'contents':
      return {
        model,
        contents: [{ role: 'user', parts: [{ text: said }] }],
        tools: [{ functionDeclarations: each((name, schema) => ({ name, description: name, parametersJsonSchema: schema })) as Json }],
      }
  }
}

/** Judges the tools of every server, declared by clients of every format to every model. */
export function judgeMcp(): JudgedDocuments {
  const documents = mcpServers.flatMap((server) =>
    formatIds.map((source): NamedDocument => ({ name: server.server, source, document: mcpRequest(source, server) })),
  )
  return judgeDocuments(documents, vendorModels)
}
