import type { FileConfig } from './config-schema.ts'

/** Everything that `createGateway` needs to know. */
export interface GatewayConfig extends FileConfig {
  /** Default 127.0.0.1. Only loopback is served until keys exist. */
  readonly host?: string
  /** Default 8787; 0 lets the system choose. */
  readonly port?: number
  /** The folder for state. Nothing is stored yet. */
  readonly data?: string
}
