import type { Context, Pointer, ToolRef } from '@interlingua/core'
import type { notice } from '../notices.ts'
import type { Dialect } from '../profiles.ts'

export type Code = Parameters<typeof notice>[0]

/** What one lowering shares among its steps. */
export interface LowerScope {
  readonly context: Context
  readonly dialect: Dialect
  /** Whose seals may be sent. */
  readonly vendor: string
  /** The request came from this format: what its caller spelled is the server's to refuse. */
  readonly own: boolean
  /** And its caller named the model: what that refuses is its own to say. */
  readonly named: boolean
  readonly report: (code: Code, at: Pointer) => void
  /** The name on the wire of a tool, declared or only called. */
  readonly nameOf: (ref: ToolRef) => WireName
  /** The call id on the wire. */
  readonly callIdOf: (id: string, at: Pointer) => string
}

export interface WireName {
  readonly name: string
  readonly namespace?: string
}
