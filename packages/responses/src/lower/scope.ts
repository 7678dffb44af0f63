import type { Context, Pointer, ToolRef } from '@interlingua/core'
import type { notice } from '../notices.ts'
import type { Dialect } from '../profiles.ts'

export type Code = Parameters<typeof notice>[0]

/** State that the steps of one lowering share. */
export interface LowerScope {
  readonly context: Context
  readonly dialect: Dialect
  /** Vendor whose seals may be sent. */
  readonly vendor: string
  /** True for a request of this format: the caller's spelling is the server's to refuse. */
  readonly own: boolean
  /** True if the caller of such a request also named the model, whose refusals the caller then gets. */
  readonly named: boolean
  readonly report: (code: Code, at: Pointer) => void
  /** Wire name of a tool, declared or only called. */
  readonly nameOf: (ref: ToolRef) => WireName
  /** Wire id of a call. */
  readonly callIdOf: (id: string, at: Pointer) => string
}

export interface WireName {
  readonly name: string
  readonly namespace?: string
}
