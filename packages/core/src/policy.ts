/** What the caller of a translation tolerates. */
export interface Policy {
  readonly strictness: 'report' | 'reject-dropped' | 'reject-any'
  /** By notice code: `chat/top-k`, or `any/top-k` for every format. The first counts before the second. */
  readonly overrides?: Readonly<Record<string, 'allow' | 'reject'>>
  readonly hostedTools: 'translate' | 'drop' | 'reject'
  readonly foreignReasoning: 'drop' | 'as-text'
  readonly prefill: 'drop' | 'instruct' | 'reject'
  readonly orphanCalls: 'synthesize' | 'drop' | 'reject'
  readonly envelopeSeals: boolean
  /** Chat clients get the seals of a turn in the id of its first call as well, for those that bring nothing else back. Absent: false. */
  readonly sealsInIds?: boolean
  /**
   * Media that the target does not take, and stand in a user's own words. `reject-last`, the default: refused in the last user turn, and a text
   * in their place in older ones; `reject`: refused everywhere; `replace`: a text everywhere. In results of tools it is always a text: the model
   * asked for them, and can go on without.
   */
  readonly unfitMedia?: 'reject-last' | 'reject' | 'replace'
}

export const defaultPolicy: Policy = {
  strictness: 'report',
  hostedTools: 'translate',
  foreignReasoning: 'drop',
  prefill: 'drop',
  orphanCalls: 'synthesize',
  envelopeSeals: true,
}
