import type { Json } from '@interlingua/core'
import type { GatewayState } from '@interlingua/server'
import type { IncomingMessage } from 'node:http'
import type { SignIn } from '../access/sign-ins.ts'
import type { Change } from '../audit.ts'
import type { Role } from '../api/index.ts'

/** Call of the admin API by a person who may make it. */
export interface Call {
  readonly gateway: GatewayState
  readonly request: IncomingMessage
  readonly person: SignIn
  /** Values of the names in braces. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Parsed body; undefined if there is none. */
  readonly body: Json | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Writes down a change before it is made. */
  audit(change: Change): Promise<void>
  setHeader(name: string, value: string): void
}

/** Call before a sign-in. */
export type OpenCall = Omit<Call, 'person' | 'audit'>

interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below `/admin/api`: `/keys/{id}`. */
  readonly path: string
  /** Description in a few words, for the service's description. */
  readonly summary: string
  /** Largest body in bytes. Default 64 KiB. */
  readonly bodyBytes?: number
}

/** Route for people with one of these roles. `serve` gives the answer's document, or undefined for an answer without one; it may throw a `ConsoleError`. */
export interface SignedRoute extends RouteFacts {
  readonly roles: readonly Role[]
  readonly serve: (call: Call) => unknown
}

/** Route for everybody who may reach the console. */
export interface OpenRoute extends RouteFacts {
  readonly roles: 'everybody'
  readonly serve: (call: OpenCall) => unknown
}

export type ConsoleRoute = SignedRoute | OpenRoute

export const operators: readonly Role[] = ['operator']
export const watchers: readonly Role[] = ['operator', 'viewer']
export const everyRole: readonly Role[] = ['operator', 'viewer', 'user']
