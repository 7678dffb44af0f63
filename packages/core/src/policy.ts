/** What the caller of a translation tolerates. */
export interface Policy {
  readonly strictness: 'report' | 'reject-dropped' | 'reject-any'
  /** By notice code. */
  readonly overrides?: Readonly<Record<string, 'allow' | 'reject'>>
  readonly hostedTools: 'translate' | 'drop' | 'reject'
  readonly foreignReasoning: 'drop' | 'as-text'
  readonly prefill: 'drop' | 'instruct' | 'reject'
  readonly orphanCalls: 'synthesize' | 'drop' | 'reject'
  readonly envelopeSeals: boolean
}

export const defaultPolicy: Policy = {
  strictness: 'report',
  hostedTools: 'translate',
  foreignReasoning: 'drop',
  prefill: 'drop',
  orphanCalls: 'synthesize',
  envelopeSeals: true,
}
