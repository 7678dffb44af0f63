import type { Choice, FormatId, Options } from '../formats/gist.ts'

/** Media of a talk. */
export interface TalkPart {
  readonly text?: string
  readonly image?: { readonly mime?: string; readonly data?: string; readonly url?: string }
  readonly file?: { readonly mime?: string; readonly data?: string; readonly url?: string }
  readonly audio?: { readonly mime?: string; readonly data?: string }
}

/** Item of a talk; exactly one of its kinds is there. */
export interface TalkItem {
  readonly system?: string
  readonly user?: string | readonly TalkPart[]
  readonly assistant?: string
  readonly refusal?: string
  readonly think?: { readonly text: string; readonly seal?: string; readonly redacted?: boolean }
  readonly call?: { readonly id?: string; readonly name: string; readonly args: string; readonly seal?: string }
  readonly result?: {
    readonly of?: string
    readonly name?: string
    readonly text?: string
    readonly parts?: readonly TalkPart[]
    readonly error?: boolean
  }
  /** Turn of the assistant as the vendor's SDK handed it over in the step before. */
  readonly echo?: boolean
  readonly mark?: boolean
}

export interface ToolGiven {
  readonly name: string
  readonly description?: string
  readonly schema: string
  readonly strict?: boolean
}

export interface TalkGiven {
  readonly talk: readonly TalkItem[]
  readonly tools?: readonly (string | ToolGiven)[]
  readonly choice?: Choice
  readonly format?: { readonly name?: string; readonly strict?: boolean; readonly schema?: string }
  readonly options?: Options
}

/** A value for all formats, or one for each. */
export type PerFormat<T> = T | { readonly on: Readonly<Partial<Record<FormatId, T>>> }

export interface Step extends Partial<TalkGiven> {
  readonly wire?: PerFormat<string>
  readonly path?: PerFormat<string>
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly count?: TalkGiven
  readonly generate?:
    | { readonly calls: 'n'; readonly results: 'forward' | 'reversed' | 'orphan'; readonly ids: 'distinct' | 'equal' }
    | { readonly tools: 'n' }
  /** Leaves while the answer is under way, after this many bytes of it. */
  readonly leave?: number
}

export interface WireReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly document?: string
  readonly frames?: readonly string[]
}

export interface Delivery {
  /** Bytes of a piece, or `frame` (default) or `byte`. */
  readonly chunk?: 'frame' | 'byte' | number
  /** Milliseconds of silence after a frame, by its index from 0; -1 is the first frame with `FIRST` in it. */
  readonly wait?: readonly (readonly [after: number, ms: number])[]
  readonly end?: 'clean' | 'fin' | 'rst' | 'terminator-less'
  readonly cut?: { readonly after: 'sweep' | `frame ${number}` | `byte ${number}` }
  /** Other spellings of the same events. */
  readonly style?: 'crlf' | 'cr' | 'no-space' | 'comments' | 'bom' | 'lf' | 'multi-line'
}

export interface Reply {
  readonly talk?: readonly TalkItem[]
  readonly finish?: string
  readonly usage?: Readonly<Record<string, number>>
  readonly failure?: { readonly class: string; readonly message: string; readonly headers?: Readonly<Record<string, string>> }
  readonly count?: string | number
  readonly wire?: PerFormat<WireReply>
  readonly delivery?: Delivery
}

export interface GistExpected {
  readonly text?: string
  readonly think?: string
  readonly refusal?: string
  readonly system?: string
  readonly calls?: readonly {
    readonly name: string
    readonly args?: string
    readonly result?: string
    readonly id?: string
    readonly error?: boolean
  }[]
  readonly orphans?: readonly string[]
  /** Texts, names of calls and kinds of media that come in this order. */
  readonly order?: readonly string[]
  readonly some?: readonly { readonly seal?: string; readonly before?: string; readonly redacted?: boolean }[]
  readonly never?: readonly string[]
  readonly media?: readonly { readonly kind: string; readonly mime?: string; readonly data?: string; readonly url?: string }[]
  readonly tools?: readonly string[]
  readonly toolMeans?: Readonly<Record<string, string>>
  readonly choice?: Choice
  readonly format?: { readonly schemaMeans?: string; readonly json?: boolean }
  readonly options?: Options
}

interface Common {
  readonly gist?: GistExpected
  readonly at?: Readonly<Record<string, string>>
  /** JSON Pointers that are not there. */
  readonly absent?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly raw?: { readonly includes?: readonly string[]; readonly excludes?: readonly string[] }
  /** Words of a disclosure that excuses a failing gist: `named` instead of `wrong`. */
  readonly told?: readonly string[]
  /** Formats that have no word for it: there telling it is all that can be done. */
  readonly cannot?: readonly FormatId[]
}

export interface UpstreamExpected extends Common {
  readonly refused?: boolean
  readonly count?: number
  readonly on?: Readonly<Partial<Record<FormatId, UpstreamExpected>>>
}

export type End = 'complete' | 'incomplete' | 'failed' | 'broken' | 'unsaid' | 'refused' | 'hang' | 'crash'

export interface ClientExpected extends Common {
  readonly status?: number | readonly number[]
  readonly end?: End | readonly End[]
  readonly finish?: string | readonly string[]
  readonly usage?: Readonly<Record<string, number | 'absent' | 'told'>>
  readonly error?: { readonly class?: string | readonly string[]; readonly says?: string }
  readonly frames?: { readonly some?: { readonly at: string; readonly is: string } }
  /** Members and order of the answer are those of its format. */
  readonly grammar?: true
  readonly sdk?: 'folds' | 'any'
  readonly count?: string
  readonly models?: 'includes-mapped'
  readonly on?: Readonly<Partial<Record<FormatId, ClientExpected>>>
}

export interface AllExpected {
  readonly prefix?: { readonly ignoring: readonly string[] }
  readonly equal?: boolean
  /** Every answer has an id, and none has that of another. */
  readonly distinctIds?: true
  /** Client's answers of all steps mean the same. */
  readonly sameAnswers?: boolean
  readonly growth?: { readonly n: readonly [number, number]; readonly most: number; readonly floorMs: number; readonly best: number }
  readonly within?: number
  readonly firstWithin?: number
  readonly silenceAtMost?: number
  readonly abortedWithin?: number
}

export interface LossGiven {
  readonly at: string
  /** Test on the upstream's request by target format, `path = value`; for answers, on the client's document. */
  readonly carried: Readonly<Partial<Record<FormatId, string>>>
}

export type Source = { readonly url?: string; readonly type?: string; readonly says?: string; readonly seen?: readonly string[] }

/** Rule of the suite. */
export interface Case {
  readonly id: string
  readonly rule: string
  readonly source: readonly Source[]
  readonly status?: 'stable' | 'draft' | 'contested'
  /** True: judged in mode `front` as well, whose upstream is not the suite's; `only`: judged there alone. */
  readonly front?: true | 'only'
  readonly slow?: boolean
  readonly over?: {
    readonly from?: readonly FormatId[]
    readonly to?: readonly FormatId[]
    readonly stream?: readonly boolean[]
    readonly needs?: readonly string[]
    /** True: only the same format; false: only another one. */
    readonly same?: boolean
    /** Directions that the rule cannot be asked of, such as `M>C`. */
    readonly except?: readonly string[]
  }
  readonly client: readonly Step[]
  readonly upstream?: readonly Reply[] | { readonly each: Reply }
  readonly expect?: {
    readonly upstream?: readonly UpstreamExpected[]
    readonly client?: readonly ClientExpected[]
    readonly all?: AllExpected
  }
  readonly loss?: readonly LossGiven[]
  readonly mutants: readonly string[]
}

/** A case in one direction, by document or by stream. */
export interface Permutation {
  readonly case: Case
  readonly from: FormatId
  readonly to: FormatId
  readonly stream: boolean
  /** Mode `front`: the direction is the client's format alone, and `to` is the same. */
  readonly front?: true
  /** Full name, such as `tools/parallel-permuted[C>G,stream]`, and `answers/grammar[C,stream]` in mode `front`. */
  readonly name: string
}
