import type { ClientRequestArgs } from 'node:http'
import type { Duplex } from 'node:stream'

/** Opens the connection of a request, as `createConnection` of Node's HTTP client: `done` gets it. */
export type OpenConnection = (options: ClientRequestArgs, done: (error: Error | null, connection: Duplex) => void) => undefined
