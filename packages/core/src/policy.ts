/** Losses that the caller of a translation accepts. */
export interface Policy {
  readonly strictness: 'report' | 'reject-dropped' | 'reject-any'
  /** Decisions by notice code: `chat/top-k`, or `any/top-k` for every format; the first counts before the second. Absent: none. */
  readonly overrides?: Readonly<Record<string, 'allow' | 'reject'>>
  readonly hostedTools: 'translate' | 'drop' | 'reject'
  readonly foreignReasoning: 'drop' | 'as-text'
  readonly prefill: 'drop' | 'instruct' | 'reject'
  readonly orphanCalls: 'synthesize' | 'drop' | 'reject'
  readonly carryForeignSeals: boolean
  /**
   * Prompt caching by the target's vendor. `auto` adds cache marks to conversations that go on, for targets that cache only up to marks, in
   * requests of formats that have none: a write costs a quarter more than input, a read a tenth of it. `client`, the default, sends what
   * the client asked for alone. `off` leaves out what the client asked for, and asks for no caching where the target has a word for that.
   */
  readonly cache?: 'auto' | 'client' | 'off'
  /**
   * True: chat clients get the seals of a turn in the id of its first call as well, for clients that bring back nothing else. Default
   * false.
   */
  readonly sealsInIds?: boolean
  /**
   * Treatment of media in user turns that the target does not take: `reject-last`, the default, refuses it in the last user turn and puts a
   * text in its place in older ones; `reject` refuses it, and `replace` puts a text, everywhere. In results of tools it always becomes a
   * text: the model asked for it, and can go on without.
   */
  readonly unfitMedia?: 'reject-last' | 'reject' | 'replace'
}

export const defaultPolicy: Policy = {
  strictness: 'report',
  hostedTools: 'translate',
  foreignReasoning: 'drop',
  prefill: 'drop',
  orphanCalls: 'synthesize',
  carryForeignSeals: true,
}
