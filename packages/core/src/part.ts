import type { Json, JsonObject } from './json.ts'
import type { CacheMark, Format, Node } from './node.ts'

/** A piece of a turn or candidate: words, media, thoughts, calls, results. The order of parts is never lost. */
export type Part =
  | TextPart
  | MediaPart
  | DocumentPart
  | ReasoningPart
  | ToolCallPart
  | ToolResultPart
  | HostedCallPart
  | HostedResultPart
  | ApprovalPart
  | RefusalPart
  | CompactionPart
  | FileReferencePart
  | SearchResultPart
  | OpaquePart

interface PartNode<T extends string> extends Node {
  readonly type: T
  readonly itemId?: string
  readonly seal?: Seal
  readonly cache?: CacheMark
}

/** Opaque data of one origin, to be returned unchanged to that origin only. `data` is never decoded, sniffed or re-encoded. */
export interface Seal {
  readonly format: Format
  readonly vendor?: string
  readonly model?: string
  readonly data: string
  /**
   * Set on an empty reasoning part that only carries the seal of another part through a format without a slot there: the call id of that
   * part, or its type for the nearest earlier part of the turn. Written by `detachSeals`, read by `attachSeals`.
   */
  readonly attachTo?: string
}

export interface TextPart extends PartNode<'text'> {
  readonly text: string
  readonly citations?: readonly Citation[]
  readonly logprobs?: readonly TokenLogprob[]
}

export interface RefusalPart extends PartNode<'refusal'> {
  readonly text: string
}

export interface ReasoningPart extends PartNode<'reasoning'> {
  readonly segments: readonly ReasoningSegment[]
  readonly redacted?: boolean
}

export interface ReasoningSegment {
  readonly type: 'summary' | 'full'
  readonly text: string
}

/** A call of a tool that the caller runs. `arguments` is JSON text (raw text for custom tools); `''` means `{}`. */
export interface ToolCallPart extends PartNode<'tool-call'> {
  readonly callId: string
  readonly name: string
  readonly namespace?: string
  readonly kind: 'function' | 'custom' | 'builtin'
  readonly arguments: string
  readonly caller?: { readonly type: string; readonly id?: string }
}

/** A string result is one text part plus a hint. `structured`: a result that was a JSON object on the wire (contents). */
export interface ToolResultPart extends PartNode<'tool-result'> {
  readonly callId: string
  readonly name?: string
  readonly isError?: boolean
  readonly parts: readonly Part[]
  readonly structured?: Json
}

/** A call that the provider runs itself. `arguments` is JSON text. */
export interface HostedCallPart extends PartNode<'hosted-call'> {
  readonly callId: string
  readonly family: string
  readonly server?: string
  readonly name?: string
  readonly arguments: string
  readonly status?: string
}

export interface HostedResultPart extends PartNode<'hosted-result'> {
  readonly callId: string
  readonly isError?: boolean
  readonly errorCode?: string
  readonly parts: readonly Part[]
}

export interface ApprovalPart extends PartNode<'approval'> {
  readonly requestId: string
  readonly direction: 'request' | 'response'
  readonly approve?: boolean
}

export interface CompactionPart extends PartNode<'compaction'> {
  readonly text?: string
}

export interface MediaPart extends PartNode<'media'> {
  readonly kind: 'image' | 'audio' | 'video'
  readonly source: Source
  readonly detail?: 'low' | 'medium' | 'high' | 'ultra' | 'auto'
  readonly clip?: { readonly start?: string; readonly end?: string; readonly fps?: number }
  readonly transcript?: string
}

export interface DocumentPart extends PartNode<'document'> {
  readonly source: Source
  readonly title?: string
  readonly context?: string
  readonly citable?: boolean
}

export interface SearchResultPart extends PartNode<'search-result'> {
  readonly url: string
  readonly title: string
  readonly parts: readonly TextPart[]
  readonly citable?: boolean
}

export interface FileReferencePart extends PartNode<'file-reference'> {
  readonly fileId: string
}

/** Wire item that the model does not know: replayed verbatim to its own format, reported elsewhere, never turned into text. */
export interface OpaquePart extends PartNode<'opaque'> {
  readonly format: Format
  readonly wire: JsonObject
}

export type Source =
  | { readonly type: 'inline'; readonly mime: string; readonly base64: string; readonly filename?: string }
  | { readonly type: 'text'; readonly text: string; readonly mime?: string }
  | { readonly type: 'url'; readonly url: string; readonly mime?: string }
  | { readonly type: 'file'; readonly fileId: string; readonly owner: Format; readonly mime?: string }
  | { readonly type: 'parts'; readonly parts: readonly Part[] }

export interface Citation extends Node {
  readonly source: 'url' | 'file' | 'document' | 'search-result' | 'map' | 'container'
  readonly uri?: string
  readonly fileId?: string
  readonly title?: string
  readonly citedText?: string
  /** Place in the cited source. */
  readonly range?: { readonly unit: 'char' | 'page' | 'block'; readonly document?: number; readonly start: number; readonly end: number }
  /** Place in this part's text, in UTF-16 code units. Absent: the whole part. */
  readonly span?: { readonly start: number; readonly end: number }
}

export interface TokenLogprob {
  readonly token: string
  /** Natural logarithm of the probability. */
  readonly logprob: number
  readonly bytes?: readonly number[]
  readonly top?: readonly TokenLogprob[]
}
