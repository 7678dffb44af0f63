import { localServers } from './local-servers.ts'
import type { McpServer } from './mcp-server.ts'
import { oddServers } from './odd-servers.ts'
import { serviceServers } from './service-servers.ts'

/**
 * Tool lists in the style of widely used servers, written for this project: unions at the root, keys such as `$top` and `filter[id]`,
 * arrays without items, tuples, `definitions`, references to themselves, enums of numbers, empty schemas.
 */
export const mcpServers: readonly McpServer[] = [...localServers, ...serviceServers, ...oddServers]
