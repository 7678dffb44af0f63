import type { FileConfig } from './config-schema.ts'

/** Everything that `createGateway` needs to know. */
export interface GatewayConfig extends FileConfig {
  /** Default 127.0.0.1. Only loopback is served until there is a key. */
  readonly host?: string
  /** Default 8787; 0 lets the system choose. */
  readonly port?: number
  /** The secret of the first key, of the operator's own choice. Without it, and without any key in the store, one is made: `Address.keys.made`. */
  readonly apiKey?: string
  /** `postgres://…`: where state is kept; it wins over `data`. With neither, state is kept in memory. */
  readonly databaseUrl?: string | undefined
  /** `redis://…`: where rates are counted; without it on PostgreSQL where state is kept there, else in memory. */
  readonly redisUrl?: string
}
